/** Requests of a brand to the OrderPay API, for tests. */
import { addTestProducts, type ProductOverrides } from '../../../test/catalog.ts'
import type { Answer, Market, SendOptions } from '../../../test/market.ts'

export const CUSTOMERS = '/api/v1/order-pay/order-pay-customer'
export const ORDERS = '/api/v1/order-pay/order-pay-orders'

const ADDRESS = { street: 'Carrer Nou 8', postalCode: '08001', city: 'Barcelona', countryCode: 'ES' }

export const customerAttributes = {
  storeName: 'Copper Kettle Deli',
  email: 'orders@copperkettle.test',
  firstName: 'Mira',
  lastName: 'Solé',
  company: { phoneNumber: '+34600000000', vatExemption: false },
  billingAddress: ADDRESS,
  shippingAddress: ADDRESS,
}

export const postCustomer = (
  shop: Market,
  attributes: object = {},
  options: SendOptions & { id?: string } = {},
) => {
  const { id, ...rest } = options
  const data = { type: 'order-pay-customer', id, attributes: { ...customerAttributes, ...attributes } }
  return shop.send('POST', CUSTOMERS, { body: { data }, ...rest })
}

/** Creates a customer of the brand, in Spain by default. */
export async function addCustomer(
  shop: Market,
  attributes: object = {},
  options: SendOptions = {},
): Promise<string> {
  return idIn(await postCustomer(shop, attributes, options), 201)
}

export const inCountry = (countryCode: string) => ({
  billingAddress: { ...ADDRESS, countryCode },
  shippingAddress: { ...ADDRESS, countryCode },
})

/** Creates a product with 20 percent VAT, packs of one piece and a stock of five, and returns its first variant. */
export async function addVariant(
  shop: Market,
  wish: ProductOverrides = {},
  brandId = shop.credentials.brandId,
) {
  const [product] = await addTestProducts(shop.platform, brandId, [wish])
  return product.variants[0]?.id ?? ''
}

export const line = (productVariantUuid: string, quantity = 2, amounts: object = {}) => ({
  productVariantUuid,
  quantity,
  amounts: { brandUnitPrice: 4500, ...amounts },
})

export const postOrder = (shop: Market, attributes: object, options: SendOptions & { id?: string } = {}) => {
  const { id, ...rest } = options
  return shop.send('POST', ORDERS, { body: { data: { type: 'order-pay-orders', id, attributes } }, ...rest })
}

export const patchOrder = (shop: Market, id: string, attributes: object, options: SendOptions = {}) =>
  shop.send('PATCH', `${ORDERS}/${id}`, {
    body: { data: { type: 'order-pay-orders', id, attributes } },
    ...options,
  })

/** Creates an order in `created`: by default two packs of a new variant for a new customer. */
export async function addOrder(
  shop: Market,
  { customer = {}, ...attributes }: { customer?: object; [attribute: string]: unknown } = {},
): Promise<string> {
  const customerUuid = attributes.customerUuid ?? (await addCustomer(shop, customer))
  const items = attributes.items ?? [line(await addVariant(shop))]
  return idIn(await postOrder(shop, { ...attributes, customerUuid, items }), 201)
}

export const act = (shop: Market, id: string, action: 'confirm' | 'cancel', options: SendOptions = {}) =>
  shop.send('POST', `${ORDERS}/${id}/-actions/${action}`, options)

export const advance = (shop: Market, id: string, to: string, options: SendOptions = {}) =>
  shop.send('POST', `/api/testing/order-pay-orders/${id}/-actions/advance`, { body: { to }, ...options })

/** Reads the order with its payment and the transactions of the payment provider. */
export async function readWhole(shop: Market, id: string) {
  const { body } = await shop.send('GET', `${ORDERS}/${id}?include=payment.transactions`)
  const of = (type: string): Record<string, unknown>[] =>
    (body.included ?? []).flatMap((one: { type: string; attributes: object }) =>
      one.type === type ? [one.attributes] : [],
    )
  return {
    status: body.data.attributes.status as string,
    attributes: body.data.attributes,
    payment: of('order-pay-payments')[0],
    transactions: of('order-pay-transactions').map(({ type, status }) => `${type} ${status}`),
  }
}

function idIn(answer: Answer, status: number): string {
  if (answer.status !== status)
    throw new Error(`Expected ${status}, but saw ${answer.status}: ${answer.text}`)
  return answer.body.data.id
}
