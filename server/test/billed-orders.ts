/** Inserts past orders with items and fees directly into the tables. */
import { randomUUID } from 'node:crypto'
import { DEMO } from '../src/modules/identity/index.ts'
import type { Queryable } from '../src/platform/database.ts'

export interface OrderOverrides {
  id?: string
  brandId?: string
  retailerId?: string
  status?: string
  submittedAt?: string
  currency?: string
  /** The recipient of the invoice. */
  organisationName?: string | null
  items?: readonly ItemOverrides[]
  fees?: readonly Fee[]
  invoicedAt?: string
}

export interface ItemOverrides {
  variantId?: string
  quantity?: number
  unitMultiplier?: number
  unitPriceMinor?: number
  vatMinor?: number
}

export interface Fee {
  type: string
  amountMinor: number
  vatMinor?: number
}

/** Inserts any number of orders in four statements and returns their rows. */
export async function addBilledOrders(
  db: Queryable,
  orders: readonly OrderOverrides[],
): Promise<BuiltOrder[]> {
  const built = orders.map(buildOrder)
  const insert = async (table: string, rows: readonly object[]) => {
    if (rows.length === 0) return
    const columns = db.unsafe(Object.keys(rows[0] ?? {}).join(', '))
    await db`
      insert into ordering.${db(table)} (${columns})
      select ${columns}
      from json_populate_recordset(null::ordering.${db(table)}, ${JSON.stringify(rows)}::text::json)`
  }
  await insert(
    'orders',
    built.map(({ order }) => order),
  )
  await insert(
    'items',
    built.flatMap(({ items }) => items),
  )
  await insert(
    'billing_items',
    built.flatMap(({ fees }) => fees),
  )
  await insert(
    'moves',
    built.flatMap(({ moves }) => moves),
  )
  return built
}

/** Replaces all orders by these. */
export async function replaceOrders(db: Queryable, orders: readonly OrderOverrides[]): Promise<BuiltOrder[]> {
  await db`truncate ordering.orders cascade`
  return await addBilledOrders(db, orders)
}

type BuiltOrder = ReturnType<typeof buildOrder>

function buildOrder({
  id = randomUUID(),
  brandId: brand_id = DEMO.brandId,
  retailerId: retailer_id = DEMO.retailerId,
  status = 'brand_confirmed',
  submittedAt = '2026-02-10T10:00:00Z',
  currency = 'EUR',
  organisationName = 'Harbour Lane SRL',
  items: itemWishes = [{}],
  fees: feeWishes = [],
  invoicedAt,
}: OrderOverrides) {
  const since = { created_at: submittedAt, updated_at: submittedAt }
  const own = { brand_id, order_id: id }
  const items = itemWishes.map(
    (
      { variantId = randomUUID(), quantity = 2, unitMultiplier = 6, unitPriceMinor = 750, vatMinor = 1980 },
      i,
    ) => ({
      ...own,
      id: randomUUID(),
      position: i + 1,
      variant_id: variantId,
      quantity,
      unit_multiplier: unitMultiplier,
      currency,
      unit_price_minor: unitPriceMinor,
      vat_rate: 22,
      amount_minor: quantity * unitMultiplier * unitPriceMinor,
      vat_minor: vatMinor,
      ...since,
    }),
  )
  const fees = feeWishes.map(({ type, amountMinor, vatMinor = 0 }, i) => ({
    ...own,
    id: randomUUID(),
    position: i + 1,
    type,
    currency,
    vat_rate: 20,
    currency_rate: 1,
    amount_minor: amountMinor,
    vat_minor: vatMinor,
    ...since,
  }))
  const moves = invoicedAt
    ? [
        {
          ...own,
          id: randomUUID(),
          number: 1,
          command: 'issue-invoice',
          from_status: 'received',
          to_status: 'invoiced',
          moved_by: 'marketplace',
          details: {},
          created_at: invoicedAt,
        },
      ]
    : []
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const total_minor = sum(items.map(({ amount_minor }) => amount_minor))
  const total_vat_minor = sum(items.map(({ vat_minor }) => vat_minor))
  const effects = fees.map(
    ({ type, amount_minor, vat_minor }) =>
      (type === 'brand_shipping_fees' ? -1 : 1) * (amount_minor + vat_minor),
  )
  const address = {
    name: 'Jo Verlinden',
    organisationName,
    street: 'Kaai 12',
    postalCode: '9000',
    city: 'Gent',
    countryCode: 'BE',
  }
  const order = {
    brand_id,
    id,
    reference: nextReference(),
    retailer_id,
    status,
    currency,
    total_minor,
    total_vat_minor,
    net_minor: total_minor + total_vat_minor + sum(effects),
    platform_fee_percent: 10,
    new_customer_fee_percent: 0,
    fee_vat_percent: 20,
    currency_rate: 1,
    billing_address: address,
    shipping_address: address,
    expected_earliest_on: submittedAt.slice(0, 10),
    expected_latest_on: submittedAt.slice(0, 10),
    move_count: moves.length,
    submitted_at: submittedAt,
    brand_paid_at: status === 'brand_paid' ? '2026-02-28T12:00:00Z' : null,
    ...since,
  }
  return { order, items, fees, moves }
}

/** Starts above the references of the demo data. */
let lastReference = 3_000_000
const nextReference = () => ++lastReference
