/**
 * Stores new orders and reserves their stock. Orders of the same variants wait for one another, because each may take the last
 * piece, so orders that arrive meanwhile are stored together in one transaction (`platform/jobs/overlapping-jobs.ts`).
 */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { type IdempotentCreation, lockIds } from '../../../domain/create-once.ts'
import type { Address } from '../../../domain/postal-address.ts'
import { type Database, onNodeOf, type Transaction, transaction } from '../../../platform/database.ts'
import type { BrandId, OrderId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { groupOverlapping } from '../../../platform/jobs/overlapping-jobs.ts'
import { noteIds } from '../../../platform/owned-ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { BrandRow, RetailerRow } from '../../identity/index.ts'
import { lockedLevels, reserve } from '../../stock/index.ts'
import { countryExcluded, lineOutOfStock } from '../errors.ts'
import { historyRow, type Mover, recordMoveEvent } from '../life/history-writer.ts'
import { stockMovement } from '../life/order-stock.ts'
import { type AddressWork, decideRoute, type ShippingRoute, withMethods } from '../life/shipping-methods.ts'
import { netAmount, totals } from '../money/amounts.ts'
import { type Fee, type FeeTerms, fees, shippingFee } from '../money/fees.ts'
import type { BillingItemRow, ItemRow } from '../order/items.ts'
import { type Move, moveOf } from '../order/move-table.ts'
import type { OrderLine, OrderWithLines } from '../order/order-lines.ts'
import { type OrderRow, writtenColumns } from '../order/order-row.ts'
import { expectedShippingDates } from './shipping-dates.ts'

export interface PricedLine {
  id: string
  variantId: VariantId
  quantity: number
  unitMultiplier: number
  unitPriceMinor: number
  vatRate: number
  amountMinor: number
  vatMinor: number
}

/** An order with everything that is known before its transaction. */
export interface PricedOrder {
  /** The work of the request that submits the order. */
  work: AddressWork
  given: IdempotentCreation<OrderRow>
  id: OrderId
  brand: BrandRow
  retailer: RetailerRow
  /** Whether the retailer was a customer before the transaction. Then it has a customer row, which is never deleted. */
  isCustomer: boolean
  lines: readonly PricedLine[]
  shippingFeeMinor: number
  currencyRate: number
  billing: Address
  shipping: Address
  begunAt: Date | undefined
  by: Mover
  /** JSON pointers for problems. */
  at: { shippingAddress?: string; lines?: readonly { quantity: string }[] }
}

export type StoredOrder = { row: OrderWithLines; created: true } | { row: OrderRow; created: false }

/** Large enough to amortise the commit, small enough that other orders wait for the stock for a fraction of a second. */
const MOST_TOGETHER = 50

interface StoreJob {
  order: PricedOrder
  keys: readonly string[]
  name: string | undefined
}
const groups = new WeakMap<Database, (job: StoreJob) => Promise<StoredOrder>>()

/** Stores the order and reserves its stock, or does neither. Idempotent by id. */
export async function storeOrder(order: PricedOrder): Promise<StoredOrder> {
  const { brand, given, lines, work } = order
  if (!('begin' in work.db)) return await storeAlone(work.db, order)
  const keys = lines.map(({ variantId }) => `${brand.id} ${variantId}`)
  return await groupsOf(work.db)({ order, keys, name: given.id })
}

function groupsOf(db: Database): (job: StoreJob) => Promise<StoredOrder> {
  const known = groups.get(db)
  if (known) return known
  const created = groupOverlapping<StoreJob, StoredOrder>({
    run: (jobs) => transaction(db, (tx) => runJobs(tx, jobs)),
    most: MOST_TOGETHER,
    checkWait: () => db.limit.check(),
  })
  groups.set(db, created)
  return created
}

async function runJobs(tx: Transaction, jobs: readonly StoreJob[]): Promise<(StoredOrder | Problem)[]> {
  const [first, ...others] = jobs.map(({ order }) => order)
  invariant(first, 'a group has jobs')
  return others.length > 0 ? await storeOrders(tx, [first, ...others]) : [await storeAlone(tx, first)]
}

/** Throws the problem of the order: the transaction has nothing else to keep, and a rollback is cheaper than a commit. */
async function storeAlone(tx: Transaction, order: PricedOrder): Promise<StoredOrder> {
  const [stored] = await storeOrders(tx, [order])
  if (!stored || stored instanceof Error) throw stored
  return stored
}

/** Stores orders of one brand. An order that is short of stock does not affect the others; any other problem is thrown. */
async function storeOrders(
  tx: Transaction,
  orders: readonly PricedOrder[],
): Promise<(StoredOrder | Problem)[]> {
  const givens = orders.map(({ given }) => given)
  const known = await lockIds(tx, givens)
  const wanted = orders.filter((_order, i) => !known[i])
  const { routes, shortages } = await reserveStock(tx, wanted)
  const reserved = wanted.filter((order) => !shortages.has(order))
  const firstOrders = await openCustomers(tx, reserved)
  const created = new Map<PricedOrder, OrderWithLines>()
  await Promise.all([
    noteOrders(tx, reserved),
    ...reserved.map(async (order) => {
      const { brand, shipping } = order
      const route = routes.get(shipping.countryCode)
      invariant(route, 'the route of every order is decided')
      const terms = {
        platformFeePercent: brand.platform_fee_percent,
        newCustomerFeePercent: firstOrders.has(order.id) ? brand.new_customer_fee_percent : 0,
        feeVatPercent: brand.fee_vat_percent,
      }
      created.set(order, await insertOrder(tx, { ...order, terms, route }))
    }),
  ])
  return orders.map((order, i) => {
    const [row, stored] = [created.get(order), known[i]]
    if (row) return { row, created: true }
    if (stored) return { row: stored, created: false }
    const shortage = shortages.get(order)
    invariant(shortage, 'an order is stored, known or refused')
    return shortage
  })
}

async function noteOrders(tx: Transaction, orders: readonly PricedOrder[]): Promise<void> {
  const [first] = orders
  if (first)
    await noteIds(
      tx,
      'order',
      first.brand.id,
      orders.map(({ id }) => id),
    )
}

interface Reservation {
  /** By country. */
  routes: ReadonlyMap<string, ShippingRoute>
  shortages: ReadonlyMap<PricedOrder, Problem>
}

/**
 * Reserves in one round trip. The address that the brand ships from is locked first, then all levels in the order of their
 * ids; then the orders reserve in the order of their arrival.
 */
async function reserveStock(tx: Transaction, orders: readonly PricedOrder[]): Promise<Reservation> {
  const routes = new Map<string, ShippingRoute>()
  const shortages = new Map<PricedOrder, Problem>()
  const [first] = orders
  if (!first) return { routes, shortages }
  const { work, brand } = first
  const countries = [...new Set(orders.map(({ shipping }) => shipping.countryCode))]
  await Promise.all([
    ...countries.map(async (country) => {
      routes.set(country, await decideRoute({ ...work, db: tx }, brand.id, country))
    }),
    orders.length > 1 && lockLevels(tx, brand.id, orders),
    ...orders.map(async (order) => {
      const shortage = await reserveLines(tx, order)
      if (shortage) shortages.set(order, shortage)
    }),
  ])
  for (const { shipping, at } of orders) {
    const { countryCode } = shipping
    if (!routes.get(countryCode)?.origin.isAllowed) throw countryExcluded(at.shippingAddress, countryCode)
  }
  return { routes, shortages }
}

async function lockLevels(tx: Transaction, brandId: BrandId, orders: readonly PricedOrder[]): Promise<void> {
  const ids = new Set(orders.flatMap(({ lines }) => lines.map(({ variantId }) => variantId)))
  await tx`${lockedLevels(tx, brandId, [...ids])}`
}

/** Returns the problem of an order that is short of stock; then nothing was reserved for it. */
async function reserveLines(
  tx: Transaction,
  { work, id, brand, lines, at }: PricedOrder,
): Promise<Problem | undefined> {
  const outcome = await reserve({ ...work, db: tx }, brand.id, lines, stockMovement(id, 1, 'submitted'))
  if (outcome.applied) return undefined
  const short = new Map(outcome.short.map((line) => [line.variantId, line]))
  const problems = lines.flatMap(({ variantId }, i) => {
    const line = short.get(variantId)
    return line ? [lineOutOfStock(at.lines?.[i]?.quantity, line.wanted, line.available)] : []
  })
  invariant(problems.length > 0, 'variants for sale have levels')
  return joinProblems(problems)
}

/** Returns which orders are the first of their retailers with the brand; of concurrent orders, exactly one is. */
async function openCustomers(tx: Transaction, orders: readonly PricedOrder[]): Promise<ReadonlySet<OrderId>> {
  const ofNew = orders.filter(({ isCustomer }) => !isCustomer)
  const [first] = ofNew
  if (!first) return new Set()
  // Sorted by retailer, which prevents deadlocks between two groups.
  const opened = await onNodeOf(
    first.brand.id,
    tx<{ first_order_id: OrderId }[]>`
    insert into ordering.customers (brand_id, retailer_id, first_order_id, created_at)
    select ${first.brand.id}, retailer_id, order_id, ${first.work.clock.now()}
    from unnest(
      ${ofNew.map(({ retailer }) => retailer.id)}::uuid[], ${ofNew.map(({ id }) => id)}::uuid[]
    ) with ordinality as new (retailer_id, order_id, place)
    order by retailer_id, place
    on conflict (brand_id, retailer_id) do nothing
    returning first_order_id`,
  )
  return new Set(opened.map(({ first_order_id }) => first_order_id))
}

interface PreparedOrder extends PricedOrder {
  terms: FeeTerms
  route: ShippingRoute
}

/** Inserts the order, then its items, its billing items and its first history entry, and records its event. */
async function insertOrder(tx: Transaction, prepared: PreparedOrder): Promise<OrderWithLines> {
  const work = { ...prepared.work, db: tx }
  const { id, brand, lines, terms, by } = prepared
  const now = work.clock.now()
  const sums = totals(lines)
  const charged = [
    ...fees(sums.totalMinor, terms),
    ...shippingFee(prepared.shippingFeeMinor, terms.feeVatPercent),
  ]
  const move: Move = moveOf('submit')
  const entry = { ...historyRow(work, { brand_id: brand.id, id }, { ...move, by }), number: 1 }
  const billingItems = charged.map((fee, position) => billingItemRow(work, prepared, fee, position, now))
  const order = {
    ...orderColumns(prepared, now),
    status: move.to,
    move_count: entry.number,
    total_minor: sums.totalMinor,
    total_vat_minor: sums.totalVatMinor,
    net_minor: netAmount(sums, charged),
    billing_item_ids: billingItems.map((item) => item.id),
  }
  const items = lines.map((line, position) => itemRow(prepared, line, position, now))
  // A statement of its own, because a node has no sequence for the number of the order.
  const inserted = tx<OrderRow[]>`
    insert into ordering.orders ${tx(order as never)} returning ${writtenColumns(tx)}`
  const partsInserted = onNodeOf(
    brand.id,
    tx`
    with new_items as (
      insert into ordering.items
      select * from json_populate_recordset(null::ordering.items, ${JSON.stringify(items)}::text::json)
    ), new_billing_items as (
      insert into ordering.billing_items
      select * from json_populate_recordset(null::ordering.billing_items, ${JSON.stringify(billingItems)}::text::json)
    )
    insert into ordering.moves ${tx(entry as never)}`,
  )
  const [[row]] = await Promise.all([inserted, partsInserted, recordMoveEvent(work, entry, move.event)])
  invariant(row, 'an insert returns its row')
  return { ...row, lines: lines.map(itemColumns) }
}

/** The columns that follow from the request and the two accounts; the caller adds the sums and the status. */
function orderColumns(prepared: PreparedOrder, now: Date) {
  const { id, brand, retailer, lines, terms, currencyRate, billing, shipping, route, begunAt } = prepared
  const dates = expectedShippingDates(now, brand.average_lead_time)
  return {
    brand_id: brand.id,
    id,
    retailer_id: retailer.id,
    currency: brand.currency,
    platform_fee_percent: terms.platformFeePercent,
    new_customer_fee_percent: terms.newCustomerFeePercent,
    fee_vat_percent: terms.feeVatPercent,
    currency_rate: currencyRate,
    billing_address: billing,
    shipping_address: shipping,
    shipment: withMethods(null, route.methods),
    expected_earliest_on: dates.earliestOn,
    expected_latest_on: dates.latestOn,
    submitted_at: now,
    status_since: now,
    created_at: begunAt ?? now,
    updated_at: now,
    item_ids: lines.map((line) => line.id),
    variant_ids: lines.map((line) => line.variantId),
  }
}

function billingItemRow(
  { ids }: Work,
  { id, brand, currencyRate }: PreparedOrder,
  { type, vatRate, amountMinor, vatMinor }: Fee,
  position: number,
  now: Date,
): BillingItemRow {
  return {
    brand_id: brand.id,
    order_id: id,
    id: ids.next(),
    position,
    type,
    currency: brand.currency,
    vat_rate: vatRate,
    currency_rate: currencyRate,
    amount_minor: amountMinor,
    vat_minor: vatMinor,
    created_at: now,
    updated_at: now,
  }
}

const itemRow = ({ id, brand }: PreparedOrder, line: PricedLine, position: number, now: Date): ItemRow => ({
  brand_id: brand.id,
  order_id: id,
  ...itemColumns(line),
  position,
  currency: brand.currency,
  created_at: now,
  updated_at: now,
})

function itemColumns(line: PricedLine): OrderLine {
  return {
    id: line.id,
    variant_id: line.variantId,
    quantity: line.quantity,
    ordered_quantity: line.quantity,
    unit_multiplier: line.unitMultiplier,
    unit_price_minor: line.unitPriceMinor,
    vat_rate: line.vatRate,
    amount_minor: line.amountMinor,
    vat_minor: line.vatMinor,
  }
}
