/** The measured endpoints. To measure another one, add an entry to `cases`. */
import { JSON_API } from '@tradehall/jsonapi'
import { readConfig } from '../src/config.ts'
import { listProducts } from '../src/modules/catalog/products.ts'
import {
  findVariant,
  listVariants,
  loadVariantsOfProducts,
  loadVariantsWithProducts,
  variantProjection,
} from '../src/modules/catalog/variants.ts'
import { loadRetailers } from '../src/modules/identity/accounts/retailers.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { findUser } from '../src/modules/identity/queries.ts'
import { submitOrder } from '../src/modules/ordering/index.ts'
import { acceptOrder } from '../src/modules/ordering/life/transitions.ts'
import { loadBillingItems, loadItems } from '../src/modules/ordering/order/items.ts'
import { findOrder, type OrderRow } from '../src/modules/ordering/order/order-row.ts'
import { listOrders } from '../src/modules/ordering/reading/orders.ts'
import { type StockChange, setStock } from '../src/modules/stock/index.ts'
import { walkStates } from '../src/modules/stock/reading/states.ts'
import type { Database } from '../src/platform/database.ts'
import { demoId } from '../src/platform/demo-id.ts'
import { type Ceiling, ceilings } from './ceilings.ts'
import { at, batches, type Facts, linesOf, quantityOf, twice } from './facts.ts'
import { revertAcceptances } from './orders.ts'
import { pictureCases } from './picture-cases.ts'
import { ports } from './real-clock.ts'
import { resetShipments, shippingCases } from './shipping.ts'

export interface BenchCase {
  name: string
  /** The requests, sent repeatedly; each connection cycles through a part of the list. */
  requests: (tokens: BenchTokens, facts: Facts) => BenchRequest[]
  /** Whether it needs orders that wait to be accepted, which take long to insert. */
  usesWaitingOrders?: boolean
  /** Runs before each run, for cases that consume rows. */
  prepare?: (db: Database, facts: Facts) => Promise<void>
  /** The leanest statements that could answer the same request. */
  ceiling?: Ceiling
  /** For reads: a minimal handler answers the same requests with the rows of `ceiling`; see `minimal.ts`. */
  hasMinimal?: boolean
  /** The statements of the endpoint without HTTP; `turn` increments with each call. */
  bare?: (db: Database, facts: Facts, turn: number) => Promise<unknown>
  /** The minimum share of the rate of the minimal handler that a read must reach; for writes, of that of `ceiling`. */
  floor?: number
  /** Another way to the same data, compared with the case of this name in the same round. */
  variantOf?: { name: string; leastRate: number; mostBytes?: number }
}

export interface BenchTokens {
  brand: string
  operator: string
}

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

/** The maximum rate of the framework on this machine. It has a server of its own and is part of every run. */
export const emptyHandler: BenchCase = {
  name: 'empty handler',
  requests: () => [{ method: 'GET', path: '/', headers: {} }],
}

export const cases: readonly BenchCase[] = [
  {
    name: 'GET /api/v1/me/config',
    requests: ({ brand }) => [get(brand, '/api/v1/me/config')],
    ceiling: ceilings.config,
    hasMinimal: true,
    bare: (db) => findUser(db, demoId('user/alder-wick')),
  },
  {
    name: 'single variant',
    requests: ({ brand }, { variantIds }) =>
      variantIds.map((id) => get(brand, `/api/v1/product-variants/${id}`)),
    ceiling: ceilings.variant,
    hasMinimal: true,
    bare: (db, { brandId, variantIds }, turn) => findVariant(db, brandId, at(variantIds, turn)),
    floor: 0.7,
  },
  {
    name: 'page of 50 products',
    requests: ({ brand }) => [get(brand, '/api/v1/products?page[limit]=50')],
    ceiling: ceilings.products,
    hasMinimal: true,
    bare: (db, { brandId }) => listProducts(db, brandId, {}, firstPage(50)),
    floor: 0.6,
  },
  {
    name: 'page of 15 products with variants',
    requests: ({ brand }) => [get(brand, '/api/v1/products?include=productVariant')],
    ceiling: ceilings.productsWithVariants,
    hasMinimal: true,
    bare: async (db, { brandId }) => {
      const products = await listProducts(db, brandId, {}, firstPage(15))
      return await loadVariantsOfProducts(
        db,
        brandId,
        products.slice(0, 15).map(({ id }) => id),
      )
    },
    floor: 0.6,
  },
  {
    name: 'variants by sku',
    requests: ({ brand }, { skus }) =>
      skus.map((sku) => get(brand, `/api/v1/product-variants?filter[sku]=${encodeURIComponent(sku)}`)),
    ceiling: ceilings.variantsBySku,
    hasMinimal: true,
    bare: (db, { brandId, skus }, turn) =>
      listVariants(db, brandId, { sku: [at(skus, turn)] }, firstPage(15)),
  },
  {
    name: 'stock of one variant',
    requests: ({ brand }, { variantIds }) =>
      twice(variantIds).map((id, i) =>
        send('PATCH', brand, `/api/v1/product-variants/${id}/stock`, { data: stockOf(id, i) }),
      ),
    ceiling: ceilings.stock,
    bare: (db, { brandId, variantIds }, turn) => writeStock(db, brandId, [at(variantIds, turn)], turn),
    floor: 0.5,
  },
  {
    name: 'stock of 50 variants',
    requests: ({ brand }, { variantIds }) =>
      twice(batches(variantIds)).map((ids, i) =>
        send('POST', brand, '/api/v1/operations', {
          'atomic:operations': ids.map((id) => ({ op: 'update', data: stockOf(id, i) })),
        }),
      ),
    ceiling: ceilings.stockOfMany,
    bare: (db, { brandId, variantIds }, turn) => writeStock(db, brandId, at(batches(variantIds), turn), turn),
    floor: 0.85,
  },
  {
    name: 'page of stock states',
    requests: ({ brand }) => [get(brand, '/api/stock/v1/stock/state')],
    ceiling: ceilings.stockStates,
    hasMinimal: true,
    bare: (db, { brandId }) => walkStates(db, brandId, {}, firstPage(10)),
  },
  {
    name: 'page of 50 orders',
    prepare: resetShipments,
    requests: ({ brand }) => [get(brand, '/api/v1/orders?page[limit]=50')],
    ceiling: ceilings.orders,
    hasMinimal: true,
    bare: (db, { brandId }) => listOrders(db, brandId, {}, firstPage(50)),
    floor: 0.65,
  },
  {
    name: 'page of 50 orders, another each time',
    prepare: resetShipments,
    requests: ({ brand }, { orderIds }) =>
      orderIds.map((id) => get(brand, `/api/v1/orders?page[limit]=50&page[after]=${id}`)),
    ceiling: ceilings.ordersAfter,
    hasMinimal: true,
    bare: (db, { brandId, orderIds }, turn) =>
      listOrders(db, brandId, {}, { ...firstPage(50), cursor: at(orderIds, turn) }),
  },
  {
    name: 'page of 50 orders, compressed',
    prepare: resetShipments,
    requests: ({ brand }) => [get(brand, '/api/v1/orders?page[limit]=50', { 'accept-encoding': 'zstd' })],
    variantOf: { name: 'page of 50 orders', leastRate: 0.6, mostBytes: 0.2 },
  },
  {
    name: 'page of 50 orders, unchanged',
    prepare: resetShipments,
    requests: ({ brand }) => [get(brand, '/api/v1/orders?page[limit]=50', { 'if-none-match': '*' })],
    variantOf: { name: 'page of 50 orders', leastRate: 1, mostBytes: 0 },
  },
  {
    name: 'page of 50 orders, changed since',
    prepare: resetShipments,
    requests: ({ brand }) => [
      get(brand, `/api/v1/orders?page[limit]=50&filter[updatedAfter]=${encodeURIComponent(NOTHING_SINCE)}`),
    ],
    variantOf: { name: 'page of 50 orders, another each time', leastRate: 1 },
  },
  {
    name: 'order with all includes',
    prepare: resetShipments,
    requests: ({ brand }, { orderIds }) => orderIds.map((id) => get(brand, wholeOrder(id))),
    ceiling: ceilings.wholeOrder,
    hasMinimal: true,
    bare: (db, { brandId, orderIds }, turn) => readWholeOrder(db, brandId, at(orderIds, turn)),
    floor: 0.6,
  },
  {
    name: 'accept an order',
    usesWaitingOrders: true,
    prepare: revertAcceptances,
    requests: ({ brand }, { acceptIds }) =>
      acceptIds.map((id) =>
        send('POST', brand, `/api/v1/orders/${id}/-actions/transition`, {
          data: { type: 'brand-validates' },
        }),
      ),
    ceiling: ceilings.accept,
    bare: (db, { brandId, bareAcceptIds }, turn) =>
      acceptOrder({ db, ...ports }, { brandId, orderId: at(bareAcceptIds, turn) }, BRAND),
    floor: 0.45,
  },
  {
    name: 'take in an order of four lines',
    requests: ({ operator }, facts) =>
      facts.orderableIds.map((_, i) =>
        send('POST', operator, '/api/operator/v1/orders', {
          data: { type: 'orders', attributes: orderOf(facts, i) },
        }),
      ),
    ceiling: ceilings.intake,
    bare: (db, facts, turn) => submitOrder({ db, config, ...ports }, orderOf(facts, turn), STOREFRONT),
    floor: 0.5,
  },
  ...pictureCases,
  ...shippingCases(get, send, (id) => wholeOrder(id)),
]

/** A poll that finds nothing, as most polls do. */
const NOTHING_SINCE = '2100-01-01T00:00:00Z'
const ALL_INCLUDES = 'retailer,billingItems,orderItems.productVariant.product'
const wholeOrder = (id: string) => `/api/v1/orders/${id}?include=${ALL_INCLUDES}`
const config = readConfig({})
const BRAND = { party: 'brand', applicationId: null } as const
const STOREFRONT = { party: 'retailer', applicationId: null } as const

/** Queries in as many steps as the server does. */
async function readWholeOrder(db: Database, brandId: string, id: string): Promise<unknown> {
  const order = (await findOrder(db, brandId, id)) as OrderRow
  return await Promise.all([
    loadItems(db, brandId, order.item_ids),
    loadBillingItems(db, brandId, order.billing_item_ids),
    loadRetailers(db, [order.retailer_id]),
    loadVariantsWithProducts(db, brandId, order.variant_ids ?? []),
  ])
}

const orderOf = (facts: Facts, turn: number) => ({
  brandId: facts.brandId,
  retailerId: DEMO.retailerId,
  lines: linesOf(facts, turn),
})

export function get(token: string, path: string, headers: Record<string, string> = {}): BenchRequest {
  return { method: 'GET', path, headers: { accept: JSON_API, authorization: `Bearer ${token}`, ...headers } }
}

function send(method: BenchRequest['method'], token: string, path: string, document: object): BenchRequest {
  const { headers } = get(token, path)
  return { method, path, headers: { ...headers, 'content-type': JSON_API }, body: JSON.stringify(document) }
}

function stockOf(id: string, turn: number) {
  return { type: 'product-variants', id, attributes: { stockQuantity: quantityOf(turn) } }
}

function writeStock(
  db: Database,
  brandId: string,
  variantIds: readonly string[],
  turn: number,
): Promise<unknown> {
  const changes: StockChange[] = variantIds.map((variantId) => ({
    variantId,
    to: { onHand: quantityOf(turn) },
  }))
  return setStock({ ...ports, db }, brandId, changes, { projection: variantProjection })
}

/** One row more than the page, as the server requests. */
const firstPage = (limit: number) => ({ cursor: undefined, backwards: false, limit: limit + 1 })
