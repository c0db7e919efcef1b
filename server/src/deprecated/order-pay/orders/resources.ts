import { attribute, instantMicros, nullable, resource, toOne } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { createdAt, idAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { orNull, uuid } from '../../../domain/fields.ts'
import type { LineAmounts, TaxedAmounts, Totals } from './amounts.ts'
import { formatAmount } from './currency.ts'
import { STATUSES } from './move-table.ts'
import type { OrderPayItem, OrderPayOrder } from './queries.ts'

/** Descriptions of the amounts, by name without the currency suffix. */
const LINE: Readonly<Record<keyof LineAmounts, string>> = {
  unitPriceBeforeDiscount: 'The price of a pack before any discount',
  unitPrice: 'The price of a pack after all discounts, rounded',
  amountBeforeDiscount: 'The line before any discount',
  discountAmount: 'All discounts of the line, its share of that of the order too',
  amount: 'The line without VAT',
  amountVat: 'The VAT of the line',
  amountWithVat: 'The line with VAT',
}

const TOTALS: Readonly<Record<keyof Totals, string>> = {
  amountBeforeDiscount: 'All lines before any discount',
  discountAmount: 'All discounts',
  amount: 'All lines without VAT',
  amountVat: 'The VAT of all lines',
  amountWithVat: 'All lines with VAT',
}

const taxed = (what: string): Readonly<Record<keyof TaxedAmounts, string>> => ({
  amount: `${what} without VAT`,
  amountVat: `The VAT of ${what.toLowerCase()}`,
  amountWithVat: `${what} with VAT`,
})

const FEES = taxed('The shipping fees')
const GRAND_TOTAL = taxed('What the customer pays')

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const prefixed = (prefix: string, name: string) => (prefix === '' ? name : `${prefix}${capitalized(name)}`)

/** The attributes of some amounts: each as an integer in minor units and as formatted text. */
function moneyMembers(prefix: string, meanings: Readonly<Record<string, string>>): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(meanings).flatMap(([name, meaning]) => [
      [
        prefixed(prefix, name),
        Type.Integer({ minimum: 0, examples: [9000], description: `${meaning}, in minor units.` }),
      ],
      [
        `${prefixed(prefix, name)}Formatted`,
        Type.String({ examples: ['€90.00'], description: 'The same for people.' }),
      ],
    ]),
  )
}

function money<Name extends string>(
  prefix: string,
  names: Readonly<Record<Name, string>>,
  amounts: Readonly<Record<Name, number>>,
  currency: string,
): Record<string, number | string> {
  return Object.fromEntries(
    (Object.keys(names) as Name[]).flatMap((name) => [
      [prefixed(prefix, name), amounts[name]],
      [`${prefixed(prefix, name)}Formatted`, formatAmount(amounts[name], currency)],
    ]),
  )
}

const currencyMembers = (side: 'brand' | 'customer') => ({
  [`${side}Currency`]: Type.String({ examples: ['EUR'], description: `Currency of the ${side}.` }),
  [`${side}CurrencyRate`]: Type.Number({
    examples: [1],
    description: 'What a euro was in it when the order was made.',
  }),
})

const currenciesOf = (row: OrderPayOrder) => ({
  brandCurrency: row.brand_currency,
  brandCurrencyRate: row.brand_currency_rate,
  customerCurrency: row.customer_currency,
  customerCurrencyRate: row.customer_currency_rate,
})

const percent = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100, examples: [20], description })

const itemAmounts = Type.Object(
  {
    ...currencyMembers('brand'),
    ...moneyMembers('brand', LINE),
    ...currencyMembers('customer'),
    ...moneyMembers('customer', LINE),
    vatRate: percent('VAT in percent, as it is for this customer.'),
    discountRate: Type.Integer({
      minimum: 0,
      maximum: 100,
      examples: [0],
      description: 'The discount of the line itself, in percent.',
    }),
    ...moneyMembers('', { discountAmount: "Or as an amount, in the brand's currency" }),
  },
  { description: 'What it costs, in both currencies.' },
)

const item = Type.Object({
  productVariantUuid: uuid('What is sold.'),
  productVariantName: Type.String({
    examples: ['Beeswax pillar / ochre'],
    description: 'What it was called when the order was written last.',
  }),
  quantity: Type.Integer({ examples: [2], description: 'How many packs.' }),
  multipliedQuantity: Type.Integer({
    examples: [12],
    description: 'How many pieces: packs times pieces in a pack.',
  }),
  minimumRemainingShelfLife: orNull(Type.Integer({ examples: [90] }), {
    description: 'For how many days it has to keep; null when nothing was said.',
  }),
  amounts: itemAmounts,
})

const itemOf = (row: OrderPayOrder, item: OrderPayItem, i: number) => {
  const amounts = row.amounts.items[i] as OrderPayOrder['amounts']['items'][number]
  return {
    productVariantUuid: item.variant_id,
    productVariantName: item.variant_name,
    quantity: item.quantity,
    multipliedQuantity: item.quantity * item.unit_multiplier,
    minimumRemainingShelfLife: item.minimum_remaining_shelf_life,
    amounts: {
      ...currenciesOf(row),
      ...money('brand', LINE, amounts.brand, row.brand_currency),
      ...money('customer', LINE, amounts.customer, row.customer_currency),
      vatRate: item.vat_rate,
      discountRate: item.discount_rate,
      ...money('', { discountAmount: '' }, { discountAmount: item.discount_minor }, row.brand_currency),
    },
  }
}

const CUSTOM = taxed('What is charged')

const customItem = Type.Object({
  type: Type.Enum(['shippingFees', 'exciseDuties', 'ecoTax'], { description: 'What for.' }),
  vatRate: percent('VAT in percent: the highest of the lines.'),
  ...moneyMembers('', CUSTOM),
})

const customItemsOf = (row: OrderPayOrder) =>
  row.amounts.customItems.map(({ type, vatRate, ...amounts }) => ({
    type,
    vatRate,
    ...money('', CUSTOM, amounts, row.customer_currency),
  }))

const amounts = Type.Object({
  ...currencyMembers('brand'),
  ...moneyMembers('brandTotal', TOTALS),
  ...currencyMembers('customer'),
  ...moneyMembers('customerTotal', TOTALS),
  ...moneyMembers('shippingFees', FEES),
  ...moneyMembers('customerGrandTotal', GRAND_TOTAL),
})

const NOTHING: TaxedAmounts = { amount: 0, amountVat: 0, amountWithVat: 0 }

const amountsOf = (row: OrderPayOrder) => ({
  ...currenciesOf(row),
  ...money('brandTotal', TOTALS, row.amounts.brand, row.brand_currency),
  ...money('customerTotal', TOTALS, row.amounts.customer, row.customer_currency),
  ...money(
    'shippingFees',
    FEES,
    row.amounts.customItems.find(({ type }) => type === 'shippingFees') ?? NOTHING,
    row.customer_currency,
  ),
  ...money('customerGrandTotal', GRAND_TOTAL, row.amounts.grandTotal, row.customer_currency),
})

const shipping = Type.Object({
  shippingMethod: Type.Enum(['custom', 'fulfillment'], {
    description: '`custom`: the brand ships it; `fulfillment`: the warehouse.',
  }),
  shippingAddress: Type.Object(
    {
      countryCode: Type.String({ examples: ['ES'], description: 'Code of ISO 3166-1.' }),
      postalCode: Type.String({ examples: ['08001'], description: 'Postal code.' }),
      city: Type.String({ examples: ['Barcelona'], description: 'Town.' }),
      street: Type.String({ examples: ['Carrer Nou 8'], description: 'Street and number.' }),
      addressLine: orNull(Type.String(), { description: 'A further line; null, as customers have none.' }),
    },
    { description: 'Where it goes: that of the customer when the order was written last.' },
  ),
  contactPerson: Type.Object(
    {
      email: Type.String({ examples: ['orders@copperkettle.test'], description: 'Where mails go.' }),
      firstName: Type.String({ examples: ['Mira'], description: 'First name.' }),
      lastName: Type.String({ examples: ['Solé'], description: 'Last name.' }),
      company: orNull(Type.String({ examples: ['Copper Kettle Deli'] }), { description: 'The store.' }),
      phoneNumber: orNull(Type.String({ examples: ['+34600000000'] }), { description: 'Phone number.' }),
    },
    { description: 'Who is there.' },
  ),
})

const shippingOf = ({ shipping_method, shipping_address, contact_person }: OrderPayOrder) => ({
  shippingMethod: shipping_method,
  shippingAddress: {
    countryCode: shipping_address.countryCode,
    postalCode: shipping_address.postalCode,
    city: shipping_address.city,
    street: shipping_address.street,
    addressLine: null,
  },
  contactPerson: contact_person,
})

const link = orNull(Type.String({ examples: ['https://track.example.test/SW0099123'] }), {
  description: 'Where the parcel can be followed; null when nobody knows.',
})

const tracking = Type.Object({
  trackingNumber: Type.String({ examples: ['SW0099123'], description: 'The number of the carrier.' }),
  trackingLink: link,
  trackingUrl: link,
  status: Type.Enum(['TRANSIT', 'DELIVERED'], { description: 'Where the parcel is.' }),
  isDelivered: Type.Boolean({ examples: [false], description: 'Whether it has arrived.' }),
})

function trackingOf({ tracking_number, tracking_link, status }: OrderPayOrder) {
  if (tracking_number === null) return null
  const isDelivered = status !== 'shipped'
  return {
    trackingNumber: tracking_number,
    trackingLink: tracking_link,
    trackingUrl: tracking_link,
    status: isDelivered ? 'DELIVERED' : 'TRANSIT',
    isDelivered,
  }
}

const wish = (description: string) => ({ description: `${description}; null when nothing was said.` })

const deliverySchedule = Type.Object({
  timeSlots: orNull(
    Type.Array(
      Type.Object({
        startTime: Type.String({ examples: ['09:00'], description: 'From when.' }),
        endTime: Type.String({ examples: ['12:30'], description: 'Until when.' }),
      }),
    ),
    { description: 'When somebody is there; null for any time.' },
  ),
  openDays: Type.Array(Type.Integer({ examples: [1] }), { description: 'On which days; 1 is Monday.' }),
})

const inWords = orNull(Type.String({ examples: ['Ring twice.'] }), { description: 'In words.' })

export const order = resource<OrderPayOrder>()({
  name: 'orderPayOrder',
  type: 'order-pay-orders',
  accepts: ['order-pay-order'],
  description: 'An order that a brand made for a customer of its own.',
  attributes: {
    createdAt: createdAt(instantMicros),
    customerUuid: idAttribute('customer_id', 'Whom it is for.'),
    discountRate: attribute(Type.Integer({ minimum: 0, maximum: 100, examples: [0] }), 'discount_rate', {
      description: 'Percent off the whole order.',
    }),
    status: attribute(Type.Enum([...STATUSES]), 'status', { description: 'Where the order is.' }),
    masterOrderReference: attribute(nullable(Type.String()), () => null, {
      description: 'Reference of a master order; null, as orders of this group have none.',
    }),
    customReference: textOrNullAttribute('CK-17', 'custom_reference', "The brand's own number."),
    cancelReason: textOrNullAttribute(
      'The customer has changed their mind.',
      'cancel_reason',
      'Why it was cancelled; null when it was not, or when nothing was said.',
    ),
    items: attribute(Type.Array(item), (row) => row.items.map((one, i) => itemOf(row, one, i)), {
      description: 'What is sold.',
    }),
    customItems: attribute(Type.Array(customItem), customItemsOf, {
      description: "What is charged beside the goods, in the customer's currency.",
    }),
    amounts: attribute(amounts, amountsOf, { description: 'The sums, in both currencies.' }),
    shipping: attribute(shipping, shippingOf, { description: 'How and where it goes.' }),
    deliverySchedule: attribute(
      nullable(deliverySchedule),
      'delivery_schedule',
      wish('When it can be delivered'),
    ),
    packingInstruction: attribute(
      nullable(
        Type.Object({
          services: Type.Array(Type.String({ examples: ['PALLETISE'] }), {
            description: 'How it is packed.',
          }),
          instruction: inWords,
        }),
      ),
      'packing_instruction',
      wish('How it is to be packed'),
    ),
    deliveryAppointment: attribute(
      nullable(
        Type.Object({
          requested: Type.Boolean({
            examples: [true],
            description: 'Whether the carrier has to call before.',
          }),
          instruction: inWords,
        }),
      ),
      'delivery_appointment',
      wish('Whether the delivery is announced'),
    ),
    tracking: attribute(nullable(tracking), trackingOf, {
      description: 'Where the parcel is; null until it has left with a number.',
    }),
  },
  relationships: { payment: toOne('orderPayPayment', 'payment_id', { linkage: 'always' }) },
})

/** The order as the brand sees it, with the id of its brand. */
export const operatorOrder = resource<OrderPayOrder>()({
  name: 'operatorOrderPayOrder',
  type: order.type,
  description: order.description ?? '',
  attributes: {
    brandId: idAttribute('brand_id', 'Id of the brand.'),
    ...order.attributes,
  },
})
