import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sessionsWaiting, whileUnwritable } from '../../../../test/locks.ts'
import { lossyDatabase } from '../../../../test/lossy-database.ts'
import { market } from '../../../../test/market.ts'
import { standStill, until } from '../../../../test/time.ts'
import { subscribe } from '../../../../test/webhooks.ts'
import { closePlatform, createPlatform, type Platform } from '../../../platform/index.ts'
import { createLog } from '../../../platform/log.ts'
import { countAttempts } from '../subscriptions/receiver-hours.ts'
import type { Attempt } from './attempts.ts'
import { OutcomeWriter } from './outcome-writer.ts'
import { type ClaimedDelivery, claim, insertDeliveries, insertEvents, listDueSubscriptions } from './queue.ts'
import { LEASE_MS, Sender } from './sender.ts'

const lines: Record<string, unknown>[] = []
const shop = await market({
  cleanUp: afterAll,
  log: createLog('error', { write: (line) => void lines.push(JSON.parse(line)) }),
})
const { db, clock, ids } = shop.platform
const { brandId, applicationId } = shop.credentials

beforeEach(async () => {
  await db`delete from webhooks.deliveries`
  await db`delete from webhooks.attempts`
  await db`delete from webhooks.tallies`
  await db`delete from webhooks.receiver_hours`
  await db`delete from webhooks.subscriptions`
  lines.length = 0
})

/** A sender with deliveries that are due. */
async function senderWith(deliveries: number): Promise<Sender> {
  const { id: subscriptionId } = await subscribe(shop, { url: 'http://127.0.0.1:39981/' })
  const now = clock.now()
  const events = Array.from({ length: deliveries }, () => ({
    ...{ brand_id: brandId, id: ids.next(), type: 'order.shipped', subject_id: ids.next(), is_test: false },
    ...{ resource: '{}', included: null, request_id: null, occurred_at: now, created_at: now },
  }))
  await insertEvents(db, brandId, events)
  await insertDeliveries(
    db,
    brandId,
    events.map(({ id, subject_id }) => ({
      ...{
        brand_id: brandId,
        id: ids.next(),
        subscription_id: subscriptionId,
        application_id: applicationId,
      },
      ...{
        event_id: id,
        event_type: 'order.shipped',
        subject_id,
        request_id: null,
        due_at: now,
        created_at: now,
      },
    })),
  )
  const [row] = await listDueSubscriptions(db, [brandId], now)
  if (!row) throw new Error('Nothing is due.')
  return new Sender(row, { url: row.url, secrets: ['secret'] })
}

const claimAll = ({ row }: Sender) => claim(db, row, { now: clock.now(), limit: 16, leaseMs: LEASE_MS })

/** The attempt that follows from the status of a response; null stands for no response. */
function outcomeOf({ id, leases }: ClaimedDelivery, status: number | null): Attempt {
  const isDelivered = status === 200
  return {
    ...{ id, leases, status, detail: null, excerpt: null, headers: null, duration_ms: 7, isSent: true },
    outcome: isDelivered ? 'delivered' : status === null ? 'timeout' : 'refused_by_receiver',
    verdict: isDelivered ? { state: 'delivered' } : { state: 'waiting', dueAt: clock.now() },
    hasResponse: status !== null,
    isGone: false,
    started_at: clock.now(),
    endedAt: clock.now(),
  }
}

function startWriter(platform: Platform = shop.platform) {
  const writer = new OutcomeWriter(platform, { onWritten: async () => {}, onIdle: () => {} })
  onTestFinished(() => writer.stop())
  return { writer, written: () => until(() => !writer.isWriting) }
}

const endLeases = () => db`update webhooks.deliveries set leased_until = now() where leased_until is not null`

/** Everything that is recorded of attempts. */
async function records() {
  const [row] = await db<{ deliveries: object; attempts: object; tallies: object; hours: object }[]>`
    select
      (select json_agg(json_build_object('state', state, 'attempts', attempts, 'tries', tries) order by number)
        from webhooks.deliveries) as deliveries,
      (select json_agg(outcome order by started_at, outcome) from webhooks.attempts) as attempts,
      (select json_object_agg(outcome, count)
        from (select outcome, sum(count) as count from webhooks.tallies group by outcome) as tally) as tallies,
      (select json_build_object('delivered', sum(delivered), 'failed', sum(failed)) from webhooks.receiver_hours) as hours`
  return row
}

const DELIVERED = { state: 'delivered', attempts: 1, tries: 1 }
const RETRIED = { state: 'waiting', attempts: 1, tries: 1 }

test('outcomes are recorded once if their write is cancelled at a lock and a delivery is sent again', async () => {
  const sender = await senderWith(2)
  const [first, second] = (await claimAll(sender)) as [ClaimedDelivery, ClaimedDelivery]
  const { writer, written } = startWriter()
  await whileUnwritable(shop.databaseUrl, 'webhooks.attempts', async () => {
    writer.add({ sender, attempt: outcomeOf(first, 500) })
    await until(async () => (await sessionsWaiting(db)) === 1)
    writer.add({ sender, attempt: outcomeOf(second, 200) })
    await db`update webhooks.deliveries set leased_until = now() where id = ${second.id}`
    const [again] = (await claimAll(sender)) as [ClaimedDelivery]
    writer.add({ sender, attempt: outcomeOf(again, 200) })
    await db`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await sessionsWaiting(db)) === 0)
    // All three are written together now.
    await until(async () => (await sessionsWaiting(db)) === 1)
    expect(writer.waitedMs()).toBeGreaterThan(0)
  })
  await written()
  expect([writer.waitedMs(), writer.refused]).toEqual([0, 0])
  expect(await records()).toEqual({
    deliveries: [RETRIED, DELIVERED],
    attempts: ['delivered', 'refused_by_receiver'],
    tallies: { delivered: 1, refused_by_receiver: 1 },
    hours: { delivered: 1, failed: 1 },
  })
})

test('outcomes are counted once when the response to their commit is lost', async () => {
  const sender = await senderWith(1)
  const [delivery] = (await claimAll(sender)) as [ClaimedDelivery]
  const { url, loseNextCommit } = await lossyDatabase(shop.databaseUrl, onTestFinished)
  const platform = createPlatform(shop.config, {
    ...{ name: 'other', databaseUrl: url, secretKey: shop.config.secretKey ?? '', ticks: standStill },
    log: createLog('silent'),
  })
  onTestFinished(() => closePlatform(platform))
  const { writer, written } = startWriter(platform)
  loseNextCommit()
  writer.add({ sender, attempt: outcomeOf(delivery, null) })
  await written()
  expect(await records()).toEqual({
    deliveries: [RETRIED],
    attempts: ['timeout'],
    tallies: { timeout: 1 },
    hours: { delivered: 0, failed: 1 },
  })
  expect(await db`select failures, silences from webhooks.subscriptions`).toEqual([
    { failures: 1, silences: 1 },
  ])
})

test('the delivery of an outcome that cannot be written stays leased, and the rest of the batch is recorded', async () => {
  const sender = await senderWith(6)
  const deliveries = await claimAll(sender)
  await db`alter table webhooks.attempts add constraint no_teapots check (status <> 418) not valid`
  onTestFinished(async () => void (await db`alter table webhooks.attempts drop constraint no_teapots`))
  const { writer, written } = startWriter()
  for (const [i, delivery] of deliveries.entries())
    writer.add({ sender, attempt: outcomeOf(delivery, i === 2 ? 418 : 200) })
  await written()
  expect(await records()).toEqual({
    deliveries: deliveries.map((_, i) => (i === 2 ? { state: 'waiting', attempts: 0, tries: 0 } : DELIVERED)),
    attempts: Array(5).fill('delivered'),
    tallies: { delivered: 5 },
    hours: { delivered: 5, failed: 0 },
  })
  expect([writer.waitedMs(), writer.refused]).toEqual([0, 1])
  expect(lines).toMatchObject([{ delivery_id: deliveries[2]?.id, causes: [{ constraint: 'no_teapots' }] }])
  await endLeases()
  expect(await claimAll(sender)).toMatchObject([{ id: deliveries[2]?.id }])
})

test('an attempt without a request neither fails a receiver nor disables it', async () => {
  const sender = await senderWith(2)
  const [ended, sent] = (await claimAll(sender)) as [ClaimedDelivery, ClaimedDelivery]
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  await db`update webhooks.subscriptions set failing_since = ${daysAgo(6)}, failures = 3`
  await countAttempts(
    db,
    brandId,
    [6, 5, 4].map((days) => ({
      subscriptionId: sender.row.id,
      startedAt: daysAgo(days),
      durationMs: 7,
      isDelivered: false,
    })),
  )
  const { writer, written } = startWriter()
  const state = () => db`select failures, disabled_at is not null as is_disabled from webhooks.subscriptions`
  const failed = { verdict: { state: 'failed' as const } }
  writer.add({ sender, attempt: { ...outcomeOf(ended, null), ...failed, isSent: false } })
  await written()
  expect(await state()).toEqual([{ failures: 3, is_disabled: false }])
  writer.add({ sender, attempt: { ...outcomeOf(sent, 500), ...failed } })
  await written()
  expect(await state()).toEqual([{ failures: 4, is_disabled: true }])
})

test('an attempt is ignored if its lease belongs to another attempt, or if it was recorded before', async () => {
  const sender = await senderWith(2)
  const before = (await claimAll(sender)) as [ClaimedDelivery, ClaimedDelivery]
  const { writer, written } = startWriter()
  writer.add({ sender, attempt: outcomeOf(before[0], 500) })
  await written()
  await endLeases()
  await db`update webhooks.deliveries set due_at = due_at + interval '1 hour' where id = ${before[0].id}`
  const [again] = (await claimAll(sender)) as [ClaimedDelivery]
  writer.add({ sender, attempt: outcomeOf(before[0], 500) })
  writer.add({ sender, attempt: outcomeOf(before[1], 200) })
  await written()
  const recorded = {
    attempts: ['refused_by_receiver'],
    tallies: { refused_by_receiver: 1 },
    hours: { delivered: 0, failed: 1 },
  }
  expect(await records()).toEqual({
    deliveries: [RETRIED, { state: 'waiting', attempts: 0, tries: 0 }],
    ...recorded,
  })
  expect(await db`select failures from webhooks.subscriptions`).toEqual([{ failures: 1 }])
  writer.add({ sender, attempt: outcomeOf(again, 200) })
  await written()
  expect(await records()).toMatchObject({ deliveries: [RETRIED, DELIVERED] })
})
