/** Order intake: prices the lines and calculates VAT, has stock reserved and the order stored, or reports every problem. */

import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { findOwn, notedFor } from '../../../domain/create-once.ts'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import { conflict, pointTo, unprocessable } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, RetailerId } from '../../../platform/ids.ts'
import type { HasOwned } from '../../../platform/queries/owned.ts'
import type { Work } from '../../../platform/work.ts'
import { orderablePrices } from '../../catalog/index.ts'
import { latestEuroRate } from '../../general/index.ts'
import { type BrandRow, findBrand, findRetailer, type RetailerRow } from '../../identity/index.ts'
import { duplicateLine, lineAmountTooLarge, notForSale } from '../errors.ts'
import type { Mover } from '../life/history-writer.ts'
import type { AddressWork } from '../life/shipping-methods.ts'
import { lineAmounts, totals } from '../money/amounts.ts'
import type { OrderOfAnyBrand } from '../operator/orders-of-all-brands.ts'
import { findOrder, type OrderRow } from '../order/order-row.ts'
import { readFlatFee } from './flat-shipping-fees.ts'
import { type PricedLine, storeOrder } from './order-storage.ts'

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
  const given = notedFor<OrderRow>(brandId, {
    what: 'order',
    id: wanted.id,
    find: findOrder,
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
  const stored = await storeOrder({
    work,
    given,
    id: given.id ?? work.ids.next(),
    brand,
    retailer,
    isCustomer,
    lines,
    begunAt: wanted.begunAt,
    shippingFeeMinor: flatFeeOf(totals(lines).totalMinor),
    currencyRate,
    ...addresses,
    by,
    at,
  })
  if (!stored.created) return { order: stored.row, created: false }
  return { order: { ...stored.row, brand_name: brand.name, store_name: retailer.store_name }, created: true }
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
