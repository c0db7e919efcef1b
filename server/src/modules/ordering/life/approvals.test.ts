/** The automatic approval of rejections. */
import { afterAll, describe, expect, test } from 'vitest'
import { type Market, market } from '../../../../test/market.ts'
import { readOrder, snapshotOfOrder, transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { freezeTime } from '../../../../test/time.ts'
import { modulesFor } from '../../../composition.ts'
import { backgroundWork } from '../../../module.ts'
import { transaction } from '../../../platform/database.ts'
import { relayOnce } from '../../../platform/events/relay.ts'
import type { Command } from '../order/move-table.ts'
import { commandOrder } from './commands.ts'

const open = (env: Record<string, string> = {}) =>
  market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off', ...env } })
const sandbox = await open()

async function placeRejected(shop: Market): Promise<string> {
  const { id } = await placeOrder(shop)
  await reject(shop, id)
  return id
}
const reject = (shop: Market, id: string) =>
  transition(shop, id, { type: 'brand-rejects', attributes: { rejectType: 'OTHER', rejectReason: 'No.' } })
const statusOf = async (shop: Market, id: string) => (await readOrder(shop, id)).body.data.attributes.status
const commandsOf = async (shop: Market, id: string) =>
  (await snapshotOfOrder(shop, id)).moves.map(({ command }) => command)
const move = (shop: Market, orderId: string, command: Command) =>
  commandOrder(
    shop.platform,
    { brandId: shop.credentials.brandId, orderId },
    { command, by: { party: 'marketplace', applicationId: null } },
  )
/** Relays the rejections without running jobs, which could be due before a slow test has moved the order. */
const relay = (shop: Market) => relayOnce(shop.platform, backgroundWork(modulesFor('sandbox')).consumers)
/** An order whose rejection the marketplace decides on before the automatic approval is due. */
async function placeDecided(command: Command): Promise<string> {
  const id = await placeRejected(sandbox)
  await relay(sandbox)
  await move(sandbox, id, command)
  return id
}
/** The delay, in seconds, between the last rejection and the job that approves it. */
async function waitOf({ platform: { db, clock } }: Market, id: string): Promise<number> {
  const [job] = await db<{ run_at: Date }[]>`
    select run_at from graphile_worker._private_jobs where payload ->> 'orderId' = ${id} order by id desc limit 1`
  const [move] = await db<{ created_at: Date }[]>`
    select created_at from ordering.moves where order_id = ${id} and command = 'brand-rejects' order by number desc limit 1`
  return ((job?.run_at.getTime() ?? 0) - clock.toRealTime(move?.created_at as Date).getTime()) / 1000
}
async function wait(shop: Market, seconds: number): Promise<void> {
  await shop.advance(seconds)
  expect((await shop.runJobs()).failed).toBe(0)
}

describe('in the sandbox', () => {
  test('a rejection is approved after ten seconds: the order is cancelled, with an event and without another stock movement', async () => {
    const letTimeGo = freezeTime()
    const id = await placeRejected(sandbox)
    await relay(sandbox)
    expect(await waitOf(sandbox, id)).toBe(10)
    letTimeGo()
    const before = await snapshotOfOrder(sandbox, id)
    await wait(sandbox, 11)
    const { body } = await readOrder(sandbox, id)
    expect(body.data.attributes).toMatchObject({ status: 'cancelled', brandRejectReason: 'No.' })
    const after = await snapshotOfOrder(sandbox, id)
    expect(after.moves.slice(2)).toMatchObject([
      {
        command: 'approve-rejection',
        from_status: 'rejected',
        to_status: 'cancelled',
        moved_by: 'marketplace',
        application_id: null,
        event_type: 'order.cancelled',
        details: { automatic: true },
      },
    ])
    for (const table of ['movements', 'postings', 'levels', 'items', 'billingItems'] as const) {
      expect(after[table]).toEqual(before[table])
    }
    await expectSoundLedger(sandbox.platform.db)
  })

  test('the event of the cancellation is recorded with the move', async () => {
    // The operator approves; no relay runs here that would enqueue an approval.
    const id = await placeDecided('approve-rejection')
    const { moves, events } = await snapshotOfOrder(sandbox, id)
    expect(events).toMatchObject([{ id: moves[2]?.event_id, type: 'order.cancelled', subject_id: id }])
  })

  test('the ten seconds count from the rejection, however late the event is relayed', async () => {
    const id = await placeRejected(sandbox)
    await wait(sandbox, 11)
    expect(await statusOf(sandbox, id)).toBe('cancelled')
  })

  test('a cancelled order stays cancelled', async () => {
    const id = await placeRejected(sandbox)
    await wait(sandbox, 11)
    await wait(sandbox, 600)
    expect(await commandsOf(sandbox, id)).toEqual(['submit', 'brand-rejects', 'approve-rejection'])
  })

  test('a rejection that the marketplace has approved meanwhile is not approved again', async () => {
    const id = await placeDecided('approve-rejection')
    await wait(sandbox, 11)
    expect(await commandsOf(sandbox, id)).toEqual(['submit', 'brand-rejects', 'approve-rejection'])
  })

  test('a rejection that was refused meanwhile is not approved', async () => {
    const id = await placeDecided('refuse-rejection')
    await wait(sandbox, 600)
    const { body } = await readOrder(sandbox, id)
    expect(body.data.attributes).toMatchObject({ status: 'ankor_confirmed', brandRejectReason: null })
    await expectSoundLedger(sandbox.platform.db)
  })

  test('a second rejection has its own delay', async () => {
    const shop = await open({ TRADEHALL_REJECTION_APPROVAL_SECONDS: '7200' })
    const id = await placeRejected(shop)
    await relay(shop)
    await shop.advance(3600)
    await move(shop, id, 'refuse-rejection')
    await reject(shop, id)
    await relay(shop)
    await wait(shop, 5400)
    expect(await statusOf(shop, id)).toBe('rejected')
    await wait(shop, 1801)
    expect(await statusOf(shop, id)).toBe('cancelled')
    expect(await commandsOf(shop, id)).toEqual([
      'submit',
      'brand-rejects',
      'refuse-rejection',
      'brand-rejects',
      'approve-rejection',
    ])
  })
})

test('the setting is the delay in seconds', async () => {
  const shop = await open({ TRADEHALL_REJECTION_APPROVAL_SECONDS: '7200' })
  const letTimeGo = freezeTime()
  const id = await placeRejected(shop)
  await relay(shop)
  expect(await waitOf(shop, id)).toBe(7200)
  letTimeGo()
  await wait(shop, 3600)
  expect(await statusOf(shop, id)).toBe('rejected')
  await wait(shop, 3601)
  expect(await statusOf(shop, id)).toBe('cancelled')
})

test('with `off` a rejection waits for the marketplace', async () => {
  const shop = await open({ TRADEHALL_REJECTION_APPROVAL_SECONDS: 'off' })
  const id = await placeRejected(shop)
  await wait(shop, 3000)
  expect(await statusOf(shop, id)).toBe('rejected')
  await move(shop, id, 'approve-rejection')
  expect(await statusOf(shop, id)).toBe('cancelled')
})

test('in production a rejection waits for the marketplace unless the setting has a delay', async () => {
  const { platform, credentials } = sandbox
  const { id } = await placeOrder(sandbox)
  const event = {
    id,
    type: 'order.brand_rejected',
    brandId: credentials.brandId,
    subjectId: id,
    payload: {},
    occurredAt: platform.clock.now(),
    requestId: null,
  }
  const jobsWith = async (config: Partial<Market['config']>) =>
    await transaction(platform.db, async (tx) => {
      const jobs = () => tx`select id from graphile_worker.jobs where task_identifier = 'approve-rejection'`
      const before = await jobs()
      const other = { ...platform, config: { ...platform.config, ...config } }
      const { consumers } = backgroundWork(modulesFor(other.config.mode))
      for (const consume of consumers[event.type] ?? []) await consume(tx, other, [event])
      return (await jobs()).length - before.length
    })
  expect(await jobsWith({ mode: 'production' })).toBe(0)
  expect(await jobsWith({ mode: 'production', rejectionApprovalSeconds: 60 })).toBe(1)
  expect(await jobsWith({ mode: 'sandbox' })).toBe(1)
})
