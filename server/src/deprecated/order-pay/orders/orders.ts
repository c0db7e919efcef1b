/** Creates and changes orders while they are drafts. */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { createOnce, ownedBy } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { forbidden, pointTo } from '../../../domain/problems.ts'
import { foreignVariants, orderablePrices, variantNames } from '../../../modules/catalog/index.ts'
import { latestEuroRate } from '../../../modules/general/index.ts'
import { findBrand } from '../../../modules/identity/index.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findEnrolment } from '../../fulfillment/index.ts'
import { type CustomerRow, findCustomer, findCustomerOfAnyBrand } from '../customers/queries.ts'
import {
  conflictingDiscountRates,
  conflictingDiscounts,
  discountTooLarge,
  lineAmountTooLarge,
  noExchangeRate,
  notDraft,
  notForSale,
  notFulfilled,
  otherCustomer,
  unknownCustomer,
} from '../errors.ts'
import type { OrderChanges, RequestedItem, RequestedOrder } from './bodies.ts'
import { type Currency, convert } from './currency.ts'
import { customItemsOf } from './custom-items.ts'
import { lockOrder } from './moves.ts'
import {
  findOrder,
  findOrderOfAnyBrand,
  insertOrder,
  type OrderHead,
  type OrderPayItem,
  type OrderPayOrder,
  type OrderPayOrderKey,
  rewriteOrder,
  withAmounts,
} from './queries.ts'
import { type VatSale, vatRate } from './vat-rules.ts'

/** 200 lines of this amount, with VAT, still add up exactly in a double. */
const MAX_LINE_MINOR = 10_000_000_000_000

/** `at` is the pointer of the resource in the request body, here and below. */
export async function createOrder(
  work: Work,
  brandId: BrandId,
  { id, ...wanted }: RequestedOrder & { id: string | undefined },
  at?: string,
): Promise<{ row: OrderPayOrder; created: boolean }> {
  const given = ownedBy(brandId, { what: 'order', id, find: findOrderOfAnyBrand, ...pointTo(at, 'id') })
  const pointer = at && `${at}.attributes`
  return await createOnce(work, given, async (work) => {
    const { db, clock, ids } = work
    const { shippingMethod = 'custom' } = wanted
    if (shippingMethod === 'fulfillment' && !(await findEnrolment(db, brandId))) {
      throw notFulfilled(pointer && `${pointer}.shippingMethod`)
    }
    const [customer, brand] = await Promise.all([
      customerOf(db, brandId, wanted.customerUuid, pointer && `${pointer}.customerUuid`),
      findBrand(db, brandId),
    ])
    invariant(brand, 'a token belongs to a brand that exists')
    const atCustomer = pointer && `${pointer}.customerUuid`
    const currencies = {
      brand: await currencyAt(db, brand.currency, atCustomer),
      customer: await currencyAt(db, customer.currency, atCustomer),
    }
    const parties = { country: brand.country, customer, currencies }
    const order = {
      brand_id: brandId,
      id: id ?? ids.next(),
      customer_id: customer.id,
      status: 'created',
      move_count: 0,
      custom_reference: wanted.customReference ?? null,
      discount_rate: wanted.discountRate ?? 0,
      shipping_method: shippingMethod,
      brand_currency: currencies.brand.code,
      brand_currency_rate: currencies.brand.rate,
      customer_currency: currencies.customer.code,
      customer_currency_rate: currencies.customer.rate,
      ...recipientColumns(customer),
      delivery_schedule: scheduleOf(wanted.deliverySchedule ?? null),
      packing_instruction: packingOf(wanted.packingInstruction ?? null),
      delivery_appointment: appointmentOf(wanted.deliveryAppointment ?? null),
      payment_id: null,
      tracking_number: null,
      tracking_link: null,
      cancel_reason: null,
      created_at: clock.now(),
      updated_at: clock.now(),
      items: await itemsOf(work, brandId, wanted.items, parties, pointer),
      custom_items: customItemsOf(wanted, [], pointer),
    } as const
    await insertOrder(db, order)
    return withAmounts(order)
  })
}

/** Replaces the lines and every other given attribute. The customer is read again; currencies and exchange rates stay. */
export async function changeOrder(
  work: Work,
  { brandId, orderId }: OrderPayOrderKey,
  wanted: OrderChanges,
  at?: string,
): Promise<OrderPayOrder> {
  const pointer = at && `${at}.attributes`
  return await inTransaction(work, async (work) => {
    const { db, clock } = work
    const known = await lockOrder(db, { brandId, orderId })
    if (known.status !== 'created') throw notDraft(known)
    if (wanted.customerUuid !== known.customer_id) {
      throw otherCustomer(known.customer_id, pointer && `${pointer}.customerUuid`)
    }
    const [customer, brand] = await Promise.all([
      customerOf(db, brandId, known.customer_id, undefined),
      findBrand(db, brandId),
    ])
    invariant(brand, 'a token belongs to a brand that exists')
    const currencies = {
      brand: { code: known.brand_currency, rate: known.brand_currency_rate },
      customer: { code: known.customer_currency, rate: known.customer_currency_rate },
    }
    const parties = { country: brand.country, customer, currencies }
    const kept = <T>(given: T | undefined, stored: T): T => (given === undefined ? stored : given)
    const { amounts: _derived, ...stored } = known
    const order = {
      ...stored,
      custom_reference: kept(wanted.customReference, known.custom_reference),
      discount_rate: kept(wanted.discountRate, known.discount_rate),
      ...recipientColumns(customer),
      delivery_schedule: kept(
        wanted.deliverySchedule && scheduleOf(wanted.deliverySchedule),
        known.delivery_schedule,
      ),
      packing_instruction: kept(
        wanted.packingInstruction && packingOf(wanted.packingInstruction),
        known.packing_instruction,
      ),
      delivery_appointment: kept(
        wanted.deliveryAppointment && appointmentOf(wanted.deliveryAppointment),
        known.delivery_appointment,
      ),
      updated_at: clock.now(),
      items: await itemsOf(work, brandId, wanted.items, parties, pointer),
      custom_items: customItemsOf(wanted, known.custom_items, pointer),
    }
    await rewriteOrder(db, order)
    return withAmounts(order)
  })
}

export async function readOrder(db: Queryable, brandId: BrandId, id: string): Promise<OrderPayOrder> {
  const order = await findOrder(db, brandId, id)
  if (order) return order
  throw missing('order', id, { exists: (await findOrderOfAnyBrand(db, id)) !== undefined })
}

async function customerOf(
  db: Queryable,
  brandId: BrandId,
  id: string,
  at: string | undefined,
): Promise<CustomerRow> {
  const customer = await findCustomer(db, brandId, id)
  if (customer) return customer
  const isForeign = (await findCustomerOfAnyBrand(db, id)) !== undefined
  throw isForeign ? missing('customer', id, { exists: true, ...pointTo(at) }) : unknownCustomer(id, at)
}

async function currencyAt(db: Queryable, code: string, at: string | undefined): Promise<Currency> {
  const rate = await latestEuroRate(db, code)
  if (rate === undefined) throw noExchangeRate(code, at)
  return { code, rate }
}

function recipientColumns(customer: CustomerRow): Pick<OrderHead, 'shipping_address' | 'contact_person'> {
  return {
    shipping_address: customer.shipping_address,
    contact_person: {
      email: customer.email,
      firstName: customer.first_name,
      lastName: customer.last_name,
      company: customer.store_name,
      phoneNumber: customer.phone_number,
    },
  }
}

interface Parties {
  /** Country of the brand. */
  country: string
  customer: CustomerRow
  currencies: { brand: Currency; customer: Currency }
}

async function itemsOf(
  work: Work,
  brandId: BrandId,
  given: readonly RequestedItem[],
  { country, customer, currencies }: Parties,
  pointer: string | undefined,
): Promise<OrderPayItem[]> {
  const variantIds = [...new Set(given.map(({ productVariantUuid }) => productVariantUuid))]
  // The catalog decides only whether a variant is for sale and how it is taxed; the price comes from the request.
  const [sold, names] = await Promise.all([
    orderablePrices(work, brandId, { segment: null, variantIds }),
    variantNames(work.db, brandId, variantIds),
  ])
  const unsold = variantIds.filter((id) => !sold.has(id))
  const foreign = unsold.length > 0 ? await foreignVariants(work.db, brandId, unsold) : new Set()
  const problems: Problem[] = []
  const refusals: Problem[] = []
  const sale: VatSale = {
    brandCountry: country,
    shippingCountry: customer.shipping_address.countryCode,
    vatExemption: customer.vat_exemption,
  }
  const items = given.flatMap((item, i) => {
    const at = pointer && `${pointer}.items.${i}`
    const id = item.productVariantUuid
    const product = sold.get(id)
    const atVariant = at && `${at}.productVariantUuid`
    if (foreign.has(id)) {
      refusals.push(forbidden(`The variant ${id} belongs to another account.`, pointTo(atVariant)))
    } else if (!product) problems.push(notForSale(id, atVariant))
    problems.push(...priceProblems(item, currencies, at))
    if (!product) return []
    return [
      {
        variant_id: id,
        variant_name: names.get(id)?.name ?? '',
        quantity: item.quantity,
        unit_multiplier: product.unit_multiplier,
        unit_price_minor: item.amounts.brandUnitPrice,
        discount_rate: rateOf(item),
        discount_minor: item.amounts.discountAmount ?? 0,
        vat_rate: vatRate(sale, product.vat_rate),
        minimum_remaining_shelf_life: item.minimumRemainingShelfLife ?? null,
      },
    ]
  })
  // Ownership is checked before anything else, as in all routes.
  const [refusal] = refusals
  if (refusal) throw joinProblems(refusals)
  if (problems.length > 0) throw joinProblems(problems)
  return items
}

/** Connectors send the rate in either of two attributes; 0 means that it is absent. */
const rateOf = ({ amounts, discountRate }: RequestedItem) => amounts.discountRate || discountRate || 0

function priceProblems(
  item: RequestedItem,
  { brand, customer }: Parties['currencies'],
  at: string | undefined,
): Problem[] {
  const { brandUnitPrice, discountRate, discountAmount = 0 } = item.amounts
  const lineMinor = brandUnitPrice * item.quantity
  if (Math.max(lineMinor, roughly(lineMinor, brand, customer)) > MAX_LINE_MINOR) {
    return [lineAmountTooLarge(MAX_LINE_MINOR, at && `${at}.amounts.brandUnitPrice`)]
  }
  const isTwice = discountRate && item.discountRate && discountRate !== item.discountRate
  if (isTwice) return [conflictingDiscountRates(at && `${at}.discountRate`)]
  const atAmount = at && `${at}.amounts.discountAmount`
  if (discountAmount > 0 && rateOf(item) > 0) return [conflictingDiscounts(atAmount)]
  return discountAmount > lineMinor ? [discountTooLarge(lineMinor, atAmount)] : []
}

/** Approximate conversion in doubles, since the exact one throws on numbers that are out of range. */
const roughly = (amountMinor: number, from: Currency, to: Currency) =>
  amountMinor * (convert(1_000_000, from, to) / 1_000_000)

const scheduleOf = (given: RequestedOrder['deliverySchedule']): OrderHead['delivery_schedule'] =>
  given ? { timeSlots: given.timeSlots ?? null, openDays: given.openDays } : null

const packingOf = (given: RequestedOrder['packingInstruction']): OrderHead['packing_instruction'] =>
  given ? { services: given.services, instruction: given.instruction ?? null } : null

const appointmentOf = (given: RequestedOrder['deliveryAppointment']): OrderHead['delivery_appointment'] =>
  given ? { requested: given.requested, instruction: given.instruction ?? null } : null
