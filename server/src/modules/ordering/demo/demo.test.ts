import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { START } from '../../../../test/time.ts'
import type { Fragment } from '../../../platform/database.ts'
import type { OrderingMovesRow, OrderingOrdersRow } from '../../../platform/rows.ts'
import { DEMO } from '../../identity/index.ts'
import { netAmount } from '../money/amounts.ts'
import type { BillingItemRow, ItemRow } from '../order/items.ts'
import { HOLDING_STOCK, MOVES, type Move, type Status } from '../order/move-table.ts'
import { ALDER_WICK_ORDERS, NORTHLIGHT_ORDERS } from './demo-orders.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

type Row = Omit<OrderingOrdersRow, 'status'> & { status: Status }
const all = await db<Row[]>`select * from ordering.orders order by reference`
const orders = all.filter(({ brand_id }) => brand_id === DEMO.brandId)
const items = await db<ItemRow[]>`select * from ordering.items order by position`
const billingItems = await db<BillingItemRow[]>`select * from ordering.billing_items order by position`
const moves = await db<OrderingMovesRow[]>`select * from ordering.moves order by number`

const itemsOf = (order: Row) => items.filter(({ order_id }) => order_id === order.id)
const movesOf = (order: Row) => moves.filter(({ order_id }) => order_id === order.id)
const inStatus = (...statuses: Status[]) => all.filter(({ status }) => statuses.includes(status))

test('forty orders of the main brand cover every status, and the other brand has three', () => {
  // The demo warehouse may have shipped orders that were handed over to it.
  const isSentByWarehouse = (order: Row) => {
    const last = movesOf(order).at(-1)
    return last?.command === 'fulfil' && 'fulfillmentOrderId' in (last.details as object)
  }
  const byStatus = Map.groupBy(orders, (order) =>
    isSentByWarehouse(order) ? 'fulfillment_requested' : order.status,
  )
  const counts = Object.fromEntries([...byStatus].map(([status, rows]) => [status, rows.length]))
  expect(counts).toEqual({
    ankor_confirmed: 6,
    rejected: 2,
    brand_confirmed: 5,
    shipping_labels_generated: 3,
    fulfillment_requested: 2,
    shipped: 5,
    received: 4,
    reception_refused: 2,
    invoiced: 3,
    brand_paid: 6,
    cancelled: 2,
  })
  const others = all.filter(({ brand_id }) => brand_id === DEMO.otherBrandId)
  expect(others.map(({ status, currency }) => [status, currency])).toEqual([
    ['brand_paid', 'GBP'],
    ['shipped', 'GBP'],
    ['ankor_confirmed', 'GBP'],
  ])
  expect(all).toHaveLength(43)
})

test('every retailer ordered, from eight countries, one line or up to six', () => {
  expect(new Set(orders.map(({ retailer_id }) => retailer_id)).size).toBe(8)
  const countries = orders.map(
    ({ shipping_address }) => (shipping_address as { countryCode: string }).countryCode,
  )
  expect([...new Set(countries)].sort()).toEqual(['BE', 'DE', 'ES', 'FR', 'GB', 'IT', 'NL', 'SE'])
  const sizes = orders.map((order) => itemsOf(order).length)
  expect([...new Set(sizes)].sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test('baskets share no variant, so that their concurrent steps have the same result in every sandbox', () => {
  const baskets = new Set([...ALDER_WICK_ORDERS, ...NORTHLIGHT_ORDERS].map(({ basket }) => basket))
  const skus = [...baskets].flatMap((basket) => Object.keys(basket))
  expect(new Set(skus).size).toBe(skus.length)
})

test('references count up from a million by submission time, and paid orders are older than waiting ones', () => {
  expect(all.map(({ reference }) => reference)).toEqual(all.map((_, i) => 1_000_000 + i))
  const ages = all.map(({ submitted_at }) => submitted_at.getTime())
  expect(ages).toEqual(ages.toSorted((a, b) => a - b))
  const youngestPaid = Math.max(...inStatus('brand_paid').map(({ reference }) => reference))
  const waiting = inStatus('ankor_confirmed', 'brand_confirmed', 'rejected')
  expect(youngestPaid).toBeLessThan(Math.min(...waiting.map(({ reference }) => reference)))
})

test('each order was started less than an hour before it was submitted', async () => {
  const url = '/api/v1/orders?page[limit]=50'
  for (const as of ['brand', 'otherBrand'] as const) {
    const { data } = (await shop.send('GET', url, { as })).body
    expect(data.length).toBeGreaterThan(0)
    for (const { attributes } of data) {
      const basketMs = Date.parse(attributes.submittedAt) - Date.parse(attributes.createdAt)
      expect(basketMs).toBeGreaterThan(0)
      expect(basketMs).toBeLessThan(3_600_000)
    }
  }
})

test('the sums of each order are those of its rows', () => {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  for (const order of all) {
    const own = itemsOf(order)
    const totals = {
      totalMinor: sum(own.map(({ amount_minor }) => amount_minor)),
      totalVatMinor: sum(own.map(({ vat_minor }) => vat_minor)),
    }
    expect([order.total_minor, order.total_vat_minor]).toEqual([totals.totalMinor, totals.totalVatMinor])
    const charged = billingItems
      .filter(({ order_id }) => order_id === order.id)
      .map(({ type, amount_minor, vat_minor }) => ({ type, amountMinor: amount_minor, vatMinor: vat_minor }))
    expect(charged.map(({ type }) => type)).toContain('brand_platform_fees')
    expect(order.net_minor).toBe(netAmount(totals, charged))
  }
})

test('the ledger is consistent, reserves the lines of open orders, and no longer has those of shipped orders', async () => {
  await expectSoundLedger(db)
  const packs = (chosen: Row[]) => {
    const byVariant = Map.groupBy(chosen.flatMap(itemsOf), ({ variant_id }) => variant_id)
    return new Map(
      [...byVariant].map(([id, lines]) => [id, lines.reduce((sum, { quantity }) => sum + quantity, 0)]),
    )
  }
  const ledger = async (which: Fragment) => {
    const rows = await db<{ variant_id: string; quantity: number }[]>`
      select variant_id, quantity from (${which}) as moved where quantity <> 0`
    return new Map(rows.map(({ variant_id, quantity }) => [variant_id, quantity]))
  }
  // At every location, but only the transactions of these orders.
  const ofOrders = db`
    stock.postings
    join stock.transactions on transactions.brand_id = postings.brand_id and transactions.id = transaction_id
    join ordering.orders on orders.brand_id = postings.brand_id and orders.id::text = metadata->>'masterOrderUuid'`
  const reserved = await ledger(db`
    select variant_id, sum(quantity) as quantity
    from ${ofOrders}
    where postings.status = 'reserved'
    group by variant_id`)
  expect(reserved).toEqual(packs(all.filter(({ status }) => HOLDING_STOCK.has(status))))
  expect(reserved.size).toBeGreaterThan(20)
  const shipped = await ledger(db`
    select variant_id, sum(quantity) as quantity
    from ${ofOrders}
    where postings.movement_type = 'order_shipped' and postings.status = 'void'
    group by variant_id`)
  expect(shipped).toEqual(packs(all.filter(({ shipped_at }) => shipped_at)))
  expect(shipped.size).toBeGreaterThan(20)
})

test('each history begins with the submission, follows the table and ends in the status of its order', () => {
  const table: readonly Move[] = MOVES
  for (const order of all) {
    const history = movesOf(order)
    expect(history[0]).toMatchObject({ command: 'submit', created_at: order.submitted_at })
    expect(history.at(-1)?.to_status).toBe(order.status)
    expect(history.map(({ number }) => number)).toEqual(history.map((_, i) => i + 1))
    expect(order.move_count).toBe(history.length)
    history.forEach((entry, i) => {
      const before = history[i - 1]
      const move = table.find(({ command }) => command === entry.command)
      expect(move).toMatchObject({ from: entry.from_status, to: entry.to_status })
      expect(move?.by).toContain(entry.moved_by)
      expect(entry.event_type).toBe(move?.event?.name ?? null)
      expect(entry.from_status).toBe(before?.to_status ?? null)
      if (before) expect(entry.created_at.getTime()).toBeGreaterThan(before.created_at.getTime())
    })
  }
  const events = moves.flatMap(({ event_id }) => event_id ?? [])
  expect(new Set(events).size).toBe(events.length)
  // The demo has no order that is taken back from the warehouse, settled by its brand or cancelled by request.
  const unused: readonly string[] = ['take-back-fulfillment', 'brand-settles-refusal', 'approve-cancellation']
  const made = table.map(({ command }) => command).filter((command) => !unused.includes(command))
  expect(new Set(moves.map(({ command }) => command))).toEqual(new Set(made))
})

test('timestamps and shipping methods match the moves', () => {
  const SHIPS: readonly string[] = ['confirm-carrier-quote', 'scan-parcel', 'fulfil']
  for (const order of all) {
    const history = movesOf(order)
    const when = (commands: readonly string[]) =>
      history.findLast(({ command }) => commands.includes(command))?.created_at ?? null
    expect(order.shipped_at).toEqual(when(SHIPS))
    expect(order.brand_paid_at).toEqual(when(['pay-brand']))
  }
  const methods = (...statuses: Status[]) =>
    new Set(inStatus(...statuses).map(({ shipping_method }) => shipping_method))
  expect(methods('shipping_labels_generated')).toEqual(new Set(['marketplace']))
  expect(methods('fulfillment_requested')).toEqual(new Set(['fulfillment']))
  expect(methods('shipped')).toEqual(new Set(['marketplace', 'custom', 'fulfillment']))
  expect(methods('ankor_confirmed', 'brand_confirmed')).toEqual(new Set([null]))
})

test('rejections and refusals have reasons, some acceptances lowered quantities, and some orders have another day', () => {
  expect(inStatus('rejected').every(({ brand_reject_type }) => brand_reject_type)).toBe(true)
  expect(inStatus('reception_refused').every(({ retailer_reject_reason }) => retailer_reject_reason)).toBe(
    true,
  )
  const cut = moves.filter(
    ({ command, details }) => command === 'brand-validates' && 'items' in (details as object),
  )
  expect(cut.length).toBeGreaterThanOrEqual(4)
  const promised = orders.filter(({ updated_latest_on }) => updated_latest_on)
  const late = promised.filter(
    ({ updated_latest_on, expected_latest_on }) => updated_latest_on! > expected_latest_on,
  )
  expect([promised.length, late.length]).toEqual([8, 6])
})

test('the brand reads its orders, newest first', async () => {
  const { body } = await shop.send('GET', '/api/v1/orders?page[limit]=50')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(orders.map(({ id }) => id).reverse())
})

const TABLES = ['orders', 'items', 'billing_items', 'moves', 'customers'].map((name) => `ordering.${name}`)
const LEDGER = ['levels', 'locations', 'transactions', 'postings'].map((name) => `stock.${name}`)

/** Omits the real time at which the database recorded a change, which is backdated only when a sandbox is created. */
async function readEverything(): Promise<string[]> {
  const rows = await Promise.all(
    [...TABLES, ...LEDGER].map(
      (table) => db<{ row: string }[]>`
          select (to_jsonb(it) - 'changed_at' - 'recorded_at')::text as row from ${db(table)} as it`,
    ),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .sort()
}

test('a reset restores the same rows, none later than the clock of the tests, and records no event', async () => {
  const before = await readEverything()
  const instants = before.flatMap((row) => row.match(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g) ?? [])
  expect(instants.length).toBeGreaterThan(1000)
  expect(instants.filter((instant) => new Date(instant) > START)).toEqual([])
  expect(await db`select * from platform.outbox`).toHaveLength(0)
  const isRecent = db`bool_and(changed_at > ${START})`
  expect(await db`select not ${isRecent} as old from ordering.orders`).toEqual([{ old: true }])
  await shop.send('POST', '/api/testing/reset')
  expect(await readEverything()).toEqual(before)
  expect(await db`select * from platform.outbox`).toHaveLength(0)
  // Pollers find what a reset has restored.
  expect(await db`select ${isRecent} as recent from ordering.orders`).toEqual([{ recent: true }])
})
