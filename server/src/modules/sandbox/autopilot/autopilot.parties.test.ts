import { describe, expect, test } from 'vitest'
import { DAY, HOUR, pass, send, shown, switchOn } from '../../../../test/autopilot.ts'
import { type Market, type MarketOptions, market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { moveOrder, type OrderRow, type Status } from '../../ordering/index.ts'

const movesOf = async ({ platform: { db } }: Market, orderId: string) =>
  await db<{ command: string; moved_by: string; event_type: string | null; created_at: Date }[]>`
    select command, moved_by, event_type, created_at from ordering.moves where order_id = ${orderId} order by number`

async function statusOf({ platform: { db } }: Market, { id }: { id: string }): Promise<Status | undefined> {
  const [row] = await db<{ status: Status }[]>`select status from ordering.orders where id = ${id}`
  return row?.status
}

const place = ({ brand_id, id }: OrderRow) => ({ brandId: brand_id, orderId: id })

/** The brand accepts an order, and its labels are generated. */
async function acceptWithLabels(shop: Market, order: OrderRow): Promise<void> {
  await transition(shop, order, { type: 'brand-validates', attributes: { orderItems: [] } })
  const by = { party: 'marketplace', applicationId: null } as const
  await moveOrder(shop.platform, place(order), { command: 'generate-labels', by })
}

async function transition(shop: Market, { id }: OrderRow, data: object): Promise<void> {
  const answer = await send(shop, 'POST', `/api/v1/orders/${id}/-actions/transition`, { data })
  expect(answer.status, answer.text).toBe(200)
}

const rejection = { type: 'brand-rejects', attributes: { rejectType: 'PRODUCT_OUT_OF_STOCK' } }

describe('the other parties', () => {
  test('move accepted orders up to the payout, and make no decision of the brand', async () => {
    const shop = await market()
    const accepted = await placeOrder(shop)
    const untouched = await placeOrder(shop)
    await acceptWithLabels(shop, accepted)
    await switchOn(shop, { ordersPerDay: 0, probabilities: { refuseReception: 0 } })
    await pass(shop, 20 * DAY)
    const moves = await movesOf(shop, accepted.id)
    expect(moves.map(({ command, moved_by }) => [command, moved_by])).toEqual([
      ['submit', 'retailer'],
      ['brand-validates', 'brand'],
      ['generate-labels', 'marketplace'],
      ['scan-parcel', 'carrier'],
      ['acknowledge-reception', 'retailer'],
      ['issue-invoice', 'marketplace'],
      ['pay-brand', 'marketplace'],
    ])
    const read = await send(shop, 'GET', `/api/v1/orders/${accepted.id}`)
    expect(read.body.data.attributes).toMatchObject({ status: 'brand_paid', brandPaidAt: expect.any(String) })
    // The moves have the times of their steps, not the time of the run.
    const days = (i: number) =>
      ((moves[i]?.created_at.getTime() ?? 0) - (moves[2]?.created_at.getTime() ?? 0)) / DAY / 1000
    expect(days(3)).toBeLessThan(1.1)
    expect(days(6)).toBeLessThan(11)
    expect(await statusOf(shop, untouched)).toBe('ankor_confirmed')
    await expectSoundLedger(shop.platform.db)
  })

  test('submit orders of available stock, priced and reserved like all others', async () => {
    const shop = await market()
    const { db } = shop.platform
    const [before] = await db`select count(*) as orders from ordering.orders`
    await switchOn(shop, { ordersPerDay: 24 })
    await pass(shop, DAY)
    const orders = await db<{ brand_id: string; status: string; submitted_at: Date }[]>`
      select brand_id, status, submitted_at from ordering.orders order by created_at offset ${before?.orders}`
    // One each hour.
    expect(orders).toHaveLength(24)
    for (const { brand_id, status, submitted_at } of orders) {
      expect(brand_id).toBe(shop.credentials.brandId)
      expect(status).toBe('ankor_confirmed')
      expect(submitted_at.getTime() % (HOUR * 1000)).toBe(0)
    }
    const [oversold] = await db`
      select count(*) as levels from stock.levels
      where available < 0 and inventory_policy = 'deny' and not is_always_in_stock`
    expect(oversold?.levels).toBe(0)
    await expectSoundLedger(db)
  })

  test('submit no orders without products, and continue with the existing ones', async () => {
    const shop = await market()
    await shop.platform.db`update catalog.products set active = false`
    await switchOn(shop, { ordersPerDay: 24 })
    await pass(shop, 2 * DAY)
    const { done } = await shown(shop)
    expect(done).toMatchObject({ submit: 0, refused: 48 })
    expect(done['issue-invoice']).toBeGreaterThan(0)
  })

  test('continue when an order is refused, which leaves no traces', async () => {
    const shop = await market()
    await switchOn(shop, { ordersPerDay: 24 })
    // No retailer is in the allowed country, which is checked after the stock was reserved.
    await shop.platform.db`
      insert into brands.shipping_settings (brand_id, eori_number, lucid_number, whitelist_countries, created_at, updated_at)
      values (${shop.credentials.brandId}, '', '', '{IS}', now(), now())
      on conflict on constraint shipping_settings_pkey do update set whitelist_countries = excluded.whitelist_countries`
    const [before] = await shop.platform.db`select count(*) as orders from ordering.orders`
    await pass(shop, 2 * DAY)
    const { done } = await shown(shop)
    expect(done).toMatchObject({ submit: 0, refused: 48 })
    expect(done['issue-invoice']).toBeGreaterThan(0)
    const [after] = await shop.platform.db`select count(*) as orders from ordering.orders`
    expect(after).toEqual(before)
    await expectSoundLedger(shop.platform.db)
  })

  test.each([
    [1, 'cancelled', ['refuse-reception', 'approve-refusal']],
    [0, 'brand_paid', ['refuse-reception', 'settle-refusal', 'issue-invoice', 'pay-brand']],
  ])(
    'refuse parcels, and with approveRefusal %i the order ends in %s',
    async (approveRefusal, end, commands) => {
      const shop = await market()
      const order = await placeOrder(shop)
      await acceptWithLabels(shop, order)
      await switchOn(shop, { ordersPerDay: 0, probabilities: { refuseReception: 1, approveRefusal } })
      await pass(shop, 20 * DAY)
      expect(await statusOf(shop, order)).toBe(end)
      const moves = await movesOf(shop, order.id)
      expect(moves.slice(4).map(({ command }) => command)).toEqual(commands)
      const [row] = await shop.platform.db`
      select retailer_reject_reason as reason from ordering.orders where id = ${order.id}`
      expect(row?.reason).toEqual(expect.any(String))
    },
  )
})

describe('a rejection', () => {
  async function reject(on: object | null, options: MarketOptions = {}) {
    const shop = await market(options)
    const order = await placeOrder(shop)
    // The jobs that are due at the start take time, and a rejection is approved after ten seconds.
    await shop.runJobs()
    if (on) await switchOn(shop, { ordersPerDay: 0, ...on })
    await transition(shop, order, rejection)
    return { shop, order }
  }

  test('is approved after ten seconds while the autopilot is off', async () => {
    const { shop, order } = await reject(null)
    await pass(shop, 0)
    expect(await statusOf(shop, order)).toBe('rejected')
    await pass(shop, 10)
    expect(await statusOf(shop, order)).toBe('cancelled')
  })

  test.each([
    [1, 'cancelled', 'approve-rejection'],
    [0, 'ankor_confirmed', 'refuse-rejection'],
  ])(
    'is decided by the autopilot: with approveRejection %i the order becomes %s',
    async (share, end, command) => {
      const { shop, order } = await reject({ probabilities: { approveRejection: share } })
      await pass(shop, HOUR)
      expect(await statusOf(shop, order)).toBe('rejected')
      await pass(shop, DAY)
      expect(await statusOf(shop, order)).toBe(end)
      expect((await movesOf(shop, order.id)).at(-1)).toMatchObject({ command, moved_by: 'marketplace' })
      await expectSoundLedger(shop.platform.db)
    },
  )

  test('from before the start is approved as without the autopilot', async () => {
    const { shop, order } = await reject(null)
    await shop.advance(1)
    await switchOn(shop, { ordersPerDay: 0, probabilities: { approveRejection: 0 } })
    await pass(shop, 2 * DAY)
    expect(await statusOf(shop, order)).toBe('cancelled')
  })

  test('is approved by the server if it has a configured time', async () => {
    const env = { TRADEHALL_REJECTION_APPROVAL_SECONDS: String(5 * DAY) }
    const { shop, order } = await reject({ probabilities: { approveRejection: 0 } }, { env })
    await pass(shop, 4 * DAY)
    expect(await statusOf(shop, order)).toBe('rejected')
    await pass(shop, DAY)
    expect(await statusOf(shop, order)).toBe('cancelled')
  })

  test('is decided by the autopilot if automatic approval is off', async () => {
    const env = { TRADEHALL_REJECTION_APPROVAL_SECONDS: 'off' }
    const { shop, order } = await reject(null, { env })
    await pass(shop, DAY)
    expect(await statusOf(shop, order)).toBe('rejected')
    await switchOn(shop, { ordersPerDay: 0, probabilities: { approveRejection: 1 } })
    await pass(shop, 2 * DAY)
    expect(await statusOf(shop, order)).toBe('cancelled')
  })
})
