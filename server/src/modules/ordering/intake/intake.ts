/** Order intake: prices the lines, calculates VAT and fees, reserves stock and stores the order, or reports every problem. */

import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { createOnce, findOwn, ownedBy } from '../../../domain/create-once.ts'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import { conflict, pointTo, unprocessable } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId, RetailerId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { HasOwned } from '../../../platform/owned.ts'
import type { Work } from '../../../platform/work.ts'
import { orderablePrices } from '../../catalog/index.ts'
import { latestEuroRate } from '../../general/index.ts'
import { type BrandRow, findBrand, findRetailer, type RetailerRow } from '../../identity/index.ts'
import { type OrderMovement, reserve } from '../../stock/index.ts'
import { countryExcluded, duplicateLine, lineAmountTooLarge, lineOutOfStock, notForSale } from '../errors.ts'
import { historyRow, type Mover, recordMoveEvent } from '../life/history-writer.ts'
import { type Move, moveOf } from '../life/move-table.ts'
import { stockMovement } from '../life/order-stock.ts'
import { type AddressWork, decideRoute, type ShippingRoute, withMethods } from '../life/shipping-methods.ts'
import { lineAmounts, netAmount, totals } from '../money/amounts.ts'
import { type Fee, type FeeTerms, fees, shippingFee } from '../money/fees.ts'
import type { OrderLine, OrderWithLines } from '../reading/order-lines.ts'
import {
  type BillingItemRow,
  findOrder,
  type ItemRow,
  type OrderRow,
  ownersOfOrder,
  writtenColumns,
} from '../reading/orders.ts'
import type { OrderOfAnyBrand } from '../reading/orders-of-all-brands.ts'
import { readFlatFee } from './flat-shipping-fees.ts'
import { expectedShippingDates } from './shipping-dates.ts'

export interface NewOrder {
  /** An id that the client chose; submitting a known id again returns the stored order. */
  id?: string | undefined
  brandId: BrandId
  retailerId: RetailerId
  lines: readonly NewOrderLine[]
  /** Both addresses default to the retailer's. */
  billingAddress?: Address | undefined
  shippingAddress?: Address | undefined
  /** When the retailer started the order, if known; otherwise the time of submission. */
  begunAt?: Date
}

export interface NewOrderLine {
  productVariantId: string
  /** Packs. */
  quantity: number
}

/** JSON pointers to the members of a request body, for the problems that intake reports. */
export interface OrderPointers {
  id?: string
  brandId?: string
  retailerId?: string
  shippingAddress?: string
  lines?: readonly OrderLinePointers[]
}

interface OrderLinePointers {
  productVariantId: string
  quantity: string
}

interface PricedLine {
  id: string
  variantId: VariantId
  quantity: number
  unitMultiplier: number
  unitPriceMinor: number
  vatRate: number
  amountMinor: number
  vatMinor: number
}

/** The maximum number of lines with this amount and VAT has a sum that a double represents exactly. */
const MAX_LINE_MINOR = 10_000_000_000_000

/**
 * Stores an order and reserves its stock atomically. Idempotent by id; only a created order is returned with its lines and
 * with the names of both accounts.
 */
export async function submitOrder(
  work: AddressWork,
  wanted: NewOrder,
  by: Mover,
  at: OrderPointers = {},
): Promise<{ order: OrderOfAnyBrand; created: true } | { order: OrderRow; created: false }> {
  const { brandId } = wanted
  const given = ownedBy(brandId, {
    what: 'order',
    id: wanted.id,
    find: findOrderOfAnyBrand,
    ...pointTo(at.id),
  })
  const known = await findOwn(work.db, given)
  if (known) return { order: known, created: false }
  const { brand, retailer } = await readParties(work.db, brandId, wanted.retailerId, at)
  const addresses = addressesOf(wanted, retailer, at)
  const { countryCode } = addresses.shipping
  const [lines, currencyRate, flatFeeOf, isCustomer] = await Promise.all([
    priceLines(work, brand, retailer, wanted.lines, at),
    readRate(work.db, brand.currency, at),
    readFlatFee(work, brand, countryCode),
    hasCustomer(work.db, brandId, retailer.id),
  ])
  const shippingFeeMinor = flatFeeOf(totals(lines).totalMinor)
  const id = given.id ?? work.ids.next()
  const { row, created } = await createOnce(work, given, async (work) => {
    const [route, isFirst] = await Promise.all([
      decideRoute(work, brandId, countryCode),
      // A customer row is never deleted, so only a retailer that was none before the transaction needs one.
      !isCustomer && openCustomer(work, { brandId, retailerId: retailer.id, orderId: id }),
    ])
    if (!route.departure.isAllowed) throw countryExcluded(at.shippingAddress, countryCode)
    const terms = {
      platformFeePercent: brand.platform_fee_percent,
      newCustomerFeePercent: isFirst ? brand.new_customer_fee_percent : 0,
      feeVatPercent: brand.fee_vat_percent,
    }
    const prepared = { id, brand, retailer, lines, terms, shippingFeeMinor, currencyRate, route }
    const [order] = await Promise.all([
      insertOrder(work, { ...prepared, ...addresses, begunAt: wanted.begunAt }, by),
      reserveLines(work, brandId, wanted.lines, stockMovement(id, 1, 'submitted'), at),
    ])
    return order
  })
  if (!created) return { order: row, created }
  return { order: { ...row, brand_name: brand.name, store_name: retailer.store_name }, created }
}

async function findOrderOfAnyBrand(db: Queryable, id: string): Promise<OrderRow | undefined> {
  const owners = await ownersOfOrder(db, id)
  return owners && (await findOrder(db, owners.brandId, id))
}

async function readParties(
  db: Queryable,
  brandId: BrandId,
  retailerId: RetailerId,
  at: OrderPointers,
): Promise<{ brand: BrandRow; retailer: RetailerRow }> {
  const [brand, retailer] = await Promise.all([findBrand(db, brandId), findRetailer(db, retailerId)])
  const problems = [
    ...(brand ? [] : [unprocessable(`There is no brand ${brandId}.`, pointTo(at.brandId))]),
    ...(retailer ? [] : [unprocessable(`There is no retailer ${retailerId}.`, pointTo(at.retailerId))]),
  ]
  if (!brand || !retailer) throw joinProblems(problems)
  if (brand.suspended_at)
    throw conflict(`The brand ${brandId} is suspended, so it takes no new orders.`, pointTo(at.brandId))
  if (retailer.suspended_at)
    throw conflict(
      `The retailer ${retailerId} is suspended, so it places no new orders.`,
      pointTo(at.retailerId),
    )
  return { brand, retailer }
}

function addressesOf(
  wanted: NewOrder,
  retailer: RetailerRow,
  at: OrderPointers,
): { billing: Address; shipping: Address } {
  const own = retailer.address as Address | null
  const shipping = wanted.shippingAddress ?? own
  const billing = wanted.billingAddress ?? own ?? shipping
  if (!shipping || !billing) {
    throw unprocessable(
      `The retailer ${retailer.id} has no address, so the order must bring one.`,
      pointTo(at.shippingAddress),
    )
  }
  const person = [retailer.first_name, retailer.last_name].filter(Boolean).join(' ') || null
  const names = { name: person, organisationName: retailer.store_name }
  // An address without a recipient gets the retailer as its recipient.
  return { billing: wholeAddress(billing, names), shipping: wholeAddress(shipping, names) }
}

async function readRate(db: Queryable, currency: string, at: OrderPointers): Promise<number> {
  const rate = await latestEuroRate(db, currency)
  if (rate !== undefined) return rate
  throw unprocessable(
    `There is no currency rate for ${currency}, the brand's currency, yet.`,
    pointTo(at.brandId),
  )
}

async function priceLines(
  ctx: Work,
  brand: BrandRow,
  { segment }: RetailerRow,
  lines: readonly NewOrderLine[],
  at: OrderPointers,
): Promise<PricedLine[]> {
  const variantIds = lines.map(({ productVariantId }) => productVariantId)
  const prices = await orderablePrices(ctx, brand.id, { segment, variantIds })
  const problems: Problem[] = []
  const priced = variantIds.flatMap((variantId, i) => {
    const price = prices.get(variantId)
    const pointers = at.lines?.[i]
    if (variantIds.indexOf(variantId) < i) problems.push(duplicateLine(pointers?.productVariantId, variantId))
    else if (!price) problems.push(notForSale(pointers?.productVariantId, variantId))
    if (!price) return []
    const line = {
      quantity: lines[i]?.quantity ?? 0,
      unitMultiplier: price.unit_multiplier,
      unitPriceMinor: price.price_minor,
      vatRate: price.vat_rate,
    }
    if (line.unitPriceMinor * line.quantity * line.unitMultiplier > MAX_LINE_MINOR) {
      problems.push(lineAmountTooLarge(pointers?.quantity, MAX_LINE_MINOR))
      return []
    }
    return [{ id: ctx.ids.next(), variantId, ...line, ...lineAmounts(line) }]
  })
  if (problems.length > 0) throw joinProblems(problems)
  return priced
}

const hasCustomer: HasOwned = async (db, brandId, retailerId) => {
  const found = await db`
    select from ordering.customers where brand_id = ${brandId} and retailer_id = ${retailerId}`
  return found.length > 0
}

/** Returns whether this is the retailer's first order with the brand; of concurrent orders, exactly one is the first. */
async function openCustomer(
  { db: tx, clock }: Work,
  { brandId, retailerId, orderId }: { brandId: BrandId; retailerId: RetailerId; orderId: OrderId },
): Promise<boolean> {
  const opened = await tx`
    insert into ordering.customers (brand_id, retailer_id, first_order_id, created_at)
    values (${brandId}, ${retailerId}, ${orderId}, ${clock.now()})
    on conflict on constraint customers_pkey do nothing
    returning 1`
  return opened.length > 0
}

interface PreparedOrder {
  id: string
  brand: BrandRow
  retailer: RetailerRow
  lines: readonly PricedLine[]
  terms: FeeTerms
  shippingFeeMinor: number
  currencyRate: number
  billing: Address
  shipping: Address
  route: ShippingRoute
  begunAt: Date | undefined
}

/** Inserts the order, its items, its billing items and its first history entry in one statement, and records its event. */
async function insertOrder(work: Work, prepared: PreparedOrder, by: Mover): Promise<OrderWithLines> {
  const { db: tx } = work
  const { id, brand, lines, terms } = prepared
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
  // The order is inserted first, for databases that run the parts of the statement one after the other.
  const inserted = tx<OrderRow[]>`
    with new_order as (
      insert into ordering.orders ${tx(order as never)}
      returning ${writtenColumns(tx)}
    ), new_items as (
      insert into ordering.items
      select * from json_populate_recordset(null::ordering.items, ${JSON.stringify(items)}::text::json)
    ), new_billing_items as (
      insert into ordering.billing_items
      select * from json_populate_recordset(null::ordering.billing_items, ${JSON.stringify(billingItems)}::text::json)
    ), entry as (
      insert into ordering.moves ${tx(entry as never)}
    )
    select * from new_order`
  const [[row]] = await Promise.all([inserted, recordMoveEvent(work, entry, move.event)])
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
    unit_multiplier: line.unitMultiplier,
    unit_price_minor: line.unitPriceMinor,
    vat_rate: line.vatRate,
    amount_minor: line.amountMinor,
    vat_minor: line.vatMinor,
  }
}

async function reserveLines(
  work: Work,
  brandId: BrandId,
  lines: readonly NewOrderLine[],
  movement: OrderMovement,
  at: OrderPointers,
): Promise<void> {
  const wanted = lines.map(({ productVariantId, quantity }) => ({ variantId: productVariantId, quantity }))
  const outcome = await reserve(work, brandId, wanted, movement)
  if (outcome.applied) return
  const short = new Map(outcome.short.map((line) => [line.variantId, line]))
  const problems = wanted.flatMap(({ variantId }, i) => {
    const line = short.get(variantId)
    return line ? [lineOutOfStock(at.lines?.[i]?.quantity, line.wanted, line.available)] : []
  })
  invariant(problems.length > 0, 'variants for sale have levels')
  throw joinProblems(problems)
}
