/** How orders arrive: priced, taxed, charged with fees, and backed by reserved stock, or refused line by line. */

import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { createOnce, findOwn } from '../../../domain/create-once.ts'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import { pointTo, unprocessable } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId, RetailerId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { HasOwned } from '../../../platform/owned.ts'
import type { Work } from '../../../platform/work.ts'
import { orderablePrices } from '../../catalog/index.ts'
import { latestEuroRate } from '../../general/index.ts'
import { type BrandRow, findBrand, findRetailer, type RetailerRow } from '../../identity/index.ts'
import { type OrderMovement, reserve } from '../../stock/index.ts'
import { countryExcluded, lineTooDear, lineTwice, notForSale, shortLine } from '../errors.ts'
import { type Move, moveOf } from '../life/move-table.ts'
import { historyRow, type Mover, recordMoveEvent, stockMovement } from '../life/moves.ts'
import { type AddressWork, decideRoute, type ShippingRoute, withMethods } from '../life/shipping-methods.ts'
import { lineAmounts, netAmount, totals } from '../money/amounts.ts'
import { type FeeTerms, fees, shippingFee } from '../money/fees.ts'
import type { OrderLine, OrderWithLines } from '../reading/order-lines.ts'
import { findOrder, type OrderRow, ownersOfOrder, writtenColumns } from '../reading/orders.ts'
import { readFlatFee } from './flat-shipping-fees.ts'
import { expectedShippingDates } from './shipping-dates.ts'

export interface NewOrder {
  /** The client's; known ones answer with the stored order. */
  id?: string | undefined
  brandId: BrandId
  retailerId: RetailerId
  lines: readonly NewLine[]
  /** The retailer's own when left out. */
  billingAddress?: Address | undefined
  shippingAddress?: Address | undefined
  /** When the retailer began it, where that is known. */
  begunAt?: Date
}

export interface NewLine {
  productVariantId: string
  /** Packs. */
  quantity: number
}

/** Where the body of a door says what the intake may refuse. */
export interface OrderPlaces {
  id?: string
  brandId?: BrandId
  retailerId?: RetailerId
  shippingAddress?: string
  lines?: readonly { productVariantId: string; quantity: string }[]
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

/** Two hundred lines of this, with VAT, still add up exactly in a double. */
const MAX_LINE_MINOR = 10_000_000_000_000

/** Takes an order in, all of it or nothing. The same id again changes nothing. A new one comes with its lines. */
export async function submitOrder(
  work: AddressWork,
  wanted: NewOrder,
  by: Mover,
  at: OrderPlaces = {},
): Promise<{ order: OrderWithLines; created: boolean }> {
  const { brandId } = wanted
  const given = {
    what: 'order',
    id: wanted.id,
    find: findOrderOfAnyBrand,
    isOwn: ({ brand_id }: OrderRow) => brand_id === brandId,
    ...pointTo(at.id),
  }
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
      // Whoever is a customer stays one; only a new one has to be opened with the order.
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
  return { order: row, created }
}

async function findOrderOfAnyBrand(db: Queryable, id: string): Promise<OrderRow | undefined> {
  const owners = await ownersOfOrder(db, id)
  return owners && (await findOrder(db, owners.brandId, id))
}

async function readParties(
  db: Queryable,
  brandId: BrandId,
  retailerId: RetailerId,
  at: OrderPlaces,
): Promise<{ brand: BrandRow; retailer: RetailerRow }> {
  const [brand, retailer] = await Promise.all([findBrand(db, brandId), findRetailer(db, retailerId)])
  const problems = [
    ...(brand ? [] : [unprocessable(`There is no brand ${brandId}.`, pointTo(at.brandId))]),
    ...(retailer ? [] : [unprocessable(`There is no retailer ${retailerId}.`, pointTo(at.retailerId))]),
  ]
  if (!brand || !retailer) throw joinProblems(problems)
  return { brand, retailer }
}

function addressesOf(
  wanted: NewOrder,
  retailer: RetailerRow,
  at: OrderPlaces,
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
  // An address says itself whom it is for, or it is the retailer.
  return { billing: wholeAddress(billing, names), shipping: wholeAddress(shipping, names) }
}

async function readRate(db: Queryable, currency: string, at: OrderPlaces): Promise<number> {
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
  lines: readonly NewLine[],
  at: OrderPlaces,
): Promise<PricedLine[]> {
  const variantIds = lines.map(({ productVariantId }) => productVariantId)
  const prices = await orderablePrices(ctx, brand.id, { segment, variantIds })
  const problems: Problem[] = []
  const priced = variantIds.flatMap((variantId, i) => {
    const price = prices.get(variantId)
    const place = at.lines?.[i]
    if (variantIds.indexOf(variantId) < i) problems.push(lineTwice(place?.productVariantId, variantId))
    else if (!price) problems.push(notForSale(place?.productVariantId, variantId))
    if (!price) return []
    const line = {
      quantity: lines[i]?.quantity ?? 0,
      unitMultiplier: price.unit_multiplier,
      unitPriceMinor: price.price_minor,
      vatRate: price.vat_rate,
    }
    if (line.unitPriceMinor * line.quantity * line.unitMultiplier > MAX_LINE_MINOR) {
      problems.push(lineTooDear(place?.quantity, MAX_LINE_MINOR))
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

/** Whether it is the retailer's first order with the brand. Of two at once, one is the first. */
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

/** The order, its items, its fees and the beginning of its history, in one statement, and its event. */
async function insertOrder(
  work: Work,
  {
    id,
    brand,
    retailer,
    lines,
    terms,
    shippingFeeMinor,
    currencyRate,
    billing,
    shipping,
    route,
    begunAt,
  }: PreparedOrder,
  by: Mover,
): Promise<OrderWithLines> {
  const { db: tx } = work
  const now = work.clock.now()
  const since = { created_at: now, updated_at: now }
  const own = { brand_id: brand.id, order_id: id }
  const sums = totals(lines)
  const charged = [...fees(sums.totalMinor, terms), ...shippingFee(shippingFeeMinor, terms.feeVatPercent)]
  const move: Move = moveOf('submit')
  const entry = historyRow(work, { brand_id: brand.id, id, move_count: 0 }, { ...move, by })
  const dates = expectedShippingDates(now, brand.average_lead_time)
  const billingItems = charged.map(({ type, vatRate, amountMinor, vatMinor }, position) => ({
    ...own,
    id: work.ids.next(),
    position,
    type,
    currency: brand.currency,
    vat_rate: vatRate,
    currency_rate: currencyRate,
    amount_minor: amountMinor,
    vat_minor: vatMinor,
    ...since,
  }))
  const order = {
    brand_id: brand.id,
    id,
    retailer_id: retailer.id,
    status: move.to,
    currency: brand.currency,
    total_minor: sums.totalMinor,
    total_vat_minor: sums.totalVatMinor,
    net_minor: netAmount(sums, charged),
    platform_fee_percent: terms.platformFeePercent,
    new_customer_fee_percent: terms.newCustomerFeePercent,
    fee_vat_percent: terms.feeVatPercent,
    currency_rate: currencyRate,
    billing_address: billing,
    shipping_address: shipping,
    shipment: withMethods(null, route.methods),
    expected_earliest_on: dates.earliestOn,
    expected_latest_on: dates.latestOn,
    move_count: entry.number,
    submitted_at: now,
    created_at: begunAt ?? now,
    updated_at: now,
    item_ids: lines.map((line) => line.id),
    variant_ids: lines.map((line) => line.variantId),
    billing_item_ids: billingItems.map((item) => item.id),
  }
  const items = lines.map((line, position) => ({
    ...own,
    ...itemColumns(line),
    position,
    currency: brand.currency,
    ...since,
  }))
  // The order stands first, so that also a database that runs the parts one after the other finds what they refer to.
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
  lines: readonly NewLine[],
  movement: OrderMovement,
  at: OrderPlaces,
): Promise<void> {
  const wanted = lines.map(({ productVariantId, quantity }) => ({ variantId: productVariantId, quantity }))
  const outcome = await reserve(work, brandId, wanted, movement)
  if (outcome.applied) return
  const short = new Map(outcome.short.map((line) => [line.variantId, line]))
  const problems = wanted.flatMap(({ variantId }, i) => {
    const line = short.get(variantId)
    return line ? [shortLine(at.lines?.[i]?.quantity, line.wanted, line.available)] : []
  })
  invariant(problems.length > 0, 'variants for sale have levels')
  throw joinProblems(problems)
}
