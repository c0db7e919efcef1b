/** The requests of one brand that are counted, in an order in which each is possible. */
import { randomUUID } from 'node:crypto'
import type { Answer, Request } from '../load/client.ts'
import type { Brand, Work } from '../load/work.ts'

/** The most statements that may be sent to nodes, whatever their number. */
export const MOST_STATEMENTS: Readonly<Record<string, number>> = {
  'stock of one variant': 4,
  'order of four lines': 12,
  acceptance: 8,
}

export type Send = (operation: string, request: Request) => Promise<Answer>

const LINES = 4
const PARCEL = { length: 40, width: 30, height: 20, kg: 5.2 }
const SINCE = '2026-01-01T00:00:00Z'

export async function playOperations(send: Send, work: Work, brand: Brand): Promise<void> {
  const as = brand.account
  const read = (operation: string, path: string) => send(operation, { as, method: 'GET', path })
  const write = (operation: string, method: 'POST' | 'PATCH', path: string, body: object) =>
    send(operation, { as, method, path, body })
  const [counted = ''] = brand.goods.counted

  await read('list of products', '/api/v1/products?include=productVariants&page[limit]=5')
  await read(
    'list of changed variants',
    `/api/v1/product-variants?filter[updatedAfter]=${SINCE}&page[limit]=15`,
  )
  await read('one variant', `/api/v1/product-variants/${counted}`)
  await write('stock of one variant', 'PATCH', `/api/v1/product-variants/${counted}/stock`, {
    data: {
      type: 'product-variants',
      id: counted,
      attributes: { stockQuantity: 1 + Math.floor(Math.random() * 1000) },
    },
  })
  await read('movements of a variant', `/api/v1/product-variants/${counted}/stock-movements`)

  const id = randomUUID()
  const lines = brand.goods.ordered
    .slice(0, LINES)
    .map((productVariantId) => ({ productVariantId, quantity: 1 }))
  await send('order of four lines', {
    as: 'operator',
    method: 'POST',
    path: '/api/operator/v1/orders',
    body: {
      data: { type: 'orders', id, attributes: { brandId: brand.id, retailerId: work.ownRetailerId, lines } },
    },
  })
  await read('list of orders', '/api/v1/orders?include=retailer&page[limit]=15')
  await read('one order', `/api/v1/orders/${id}?include=orderItems.productVariant.product`)
  await write('acceptance', 'POST', `/api/v1/orders/${id}/-actions/transition`, {
    data: { type: 'brand-validates', attributes: {} },
  })
  const quoted = await write('quotes', 'POST', `/api/v1/orders/${id}/shipping-quotes`, { parcels: [PARCEL] })
  const quotes: { quoteUuid: string; carrierCode: string }[] = quoted.body?.data ?? []
  const quote = quotes.find(({ carrierCode }) => carrierCode === 'marketplace') ?? quotes[0]
  await write('confirmation of a quote', 'POST', `/api/v1/shipping-quotes/${quote?.quoteUuid}/confirm`, {})
  await read('list of labels', '/api/v1/shipping-labels?page[limit]=15')
  await read('home page', '/api/v1/brand-overview')
  await read('deliveries of webhooks', '/api/v1/webhook-deliveries?page[limit]=15')
  await playImport(write, read, brand)
}

const OPERATIONS = '/api/v1/catalog/integrations/operations'

async function playImport(
  write: (operation: string, method: 'POST' | 'PATCH', path: string, body: object) => Promise<Answer>,
  read: (operation: string, path: string) => Promise<Answer>,
  { currency }: Brand,
): Promise<void> {
  const id = randomUUID()
  const type = 'catalog-integration-operation'
  const attributes = { source: 'other', operationType: 'import' }
  await write('import: opened', 'POST', OPERATIONS, { data: { type, id, attributes } })
  const external = `COUNT-${id.slice(0, 8)}`
  const product = {
    ...{
      external_id: external,
      name: 'Oak bowl',
      description: 'Turned by hand in a small workshop.',
      currency,
    },
    ...{
      vat_rate: 20,
      wholesale_price: 6.5,
      retail_price: 13,
      variants: [{ sku: external, stock_quantity: 5 }],
    },
  }
  const products = [{ id: external, type: 'catalog-integration-product', attributes: product }]
  await write('import: products added', 'POST', `${OPERATIONS}/${id}/products`, { products })
  const started = { data: { id, type, attributes: { status: 'started' } } }
  await write('import: started', 'PATCH', `${OPERATIONS}/${id}`, started)
  await read('import: looked at', `${OPERATIONS}/${id}`)
}
