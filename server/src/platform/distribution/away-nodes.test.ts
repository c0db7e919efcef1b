import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { describe, expect, test, vi } from 'vitest'
import { distributeOnStandIn } from '../../../test/citus-stand-in.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { runDueJobs } from '../../../test/due-jobs.ts'
import { market } from '../../../test/market.ts'
import { createTestPlatform } from '../../../test/platform.ts'
import { pretendNodes } from '../../../test/pretended-nodes.ts'
import { soon } from '../../../test/time.ts'
import { connect } from '../database.ts'
import { type Consumer, eventType, recordEvents } from '../events/outbox.ts'
import { relayOnce } from '../events/relay.ts'
import { outboxCounts } from '../events/waiting-events.ts'
import { enqueue, job } from '../jobs/jobs.ts'

const AWAY = Object.assign(new Error('the connection was lost'), { code: '08006' })
const happens = eventType('thing.made', { meaning: 'It happened.' })

async function setUp({ isDistributed = false } = {}) {
  const url = await createTestDatabase()
  if (isDistributed) {
    const db = connect(url, { pool: 1, name: 'tests' })
    await distributeOnStandIn(db)
    await db.end()
  }
  const platform = await createTestPlatform(url)
  const [here, there] = [randomUUID(), randomUUID()]
  const nodes = await pretendNodes(platform.db, { [here]: 1, [there]: 2 })
  const record = (brandId: string | null, count: number) =>
    recordEvents(
      platform,
      Array.from({ length: count }, () => ({ type: happens, brandId, subjectId: randomUUID() })),
    )
  const batches: (string | null)[][] = []
  const consumer: Consumer = async (_tx, _platform, batch) => {
    const brandIds = batch.map(({ brandId }) => brandId)
    batches.push(brandIds)
    for (const brandId of new Set(brandIds)) if (brandId) await nodes.reach(brandId)
  }
  const relay = () => relayOnce(platform, { 'thing.made': [consumer] })
  return { platform, url, nodes, here, there, record, batches, relay }
}

test('while a node is away, the events of its brands wait, and all others are relayed in batches', async () => {
  const { platform, nodes, here, there, record, batches, relay } = await setUp()
  await nodes.lose(2)
  await record(there, 2)
  await record(here, 3)
  await record(null, 1)
  expect(await relay()).toBe(4)
  // The node is found to be away once, and not asked for each event.
  expect(batches).toEqual([
    [there, there, here, here, here, null],
    [here, here, here, null],
  ])
  await record(there, 1)
  await record(here, 1)
  expect(await relay()).toBe(1)
  expect(batches).toHaveLength(3)
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 3, parked: 0 })

  await nodes.restore(2)
  await vi.waitFor(async () => expect(await relay()).toBe(3), soon)
  const [kept] = await platform.db`select count(*) as count from platform.outbox`
  expect(kept).toEqual({ count: 0 })
})

test('an error of another kind, or with all nodes there, sets no node aside', async () => {
  const { platform, nodes, here, there } = await setUp()
  expect(await platform.awayNodes.findLost(AWAY, [here, there])).toBe(false)
  await nodes.lose(2)
  expect(await platform.awayNodes.findLost(new Error('refused'), [here, there])).toBe(false)
  expect(await platform.awayNodes.findLost(AWAY, [here])).toBe(false)
  expect(await platform.awayNodes.findLost(AWAY, [here, there])).toBe(true)
})

test('requests of its brands are refused at once while a node is away, and those of others are not', async () => {
  const shop = await market()
  const { brandId, otherBrand } = shop.credentials
  const { awayNodes, db } = shop.platform
  const nodes = await pretendNodes(db, { [brandId]: 1, [otherBrand.brandId]: 2 })
  const read = (as: 'brand' | 'otherBrand') => shop.send('GET', '/api/v1/orders?page[limit]=1', { as })
  expect((await read('otherBrand')).status).toBe(200)
  await nodes.lose(2)
  await awayNodes.findLost(AWAY, [otherBrand.brandId])
  await vi.waitFor(async () => expect((await read('otherBrand')).status).toBe(503), soon)
  const refused = await read('otherBrand')
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect((await read('brand')).status).toBe(200)
  await nodes.restore(2)
  await vi.waitFor(async () => expect((await read('otherBrand')).status).toBe(200), soon)
})

describe('a request of a distributed database', () => {
  const setUpRequests = async () => {
    const { platform, nodes, here, there } = await setUp({ isDistributed: true })
    const { db, awayNodes } = platform
    /** As one request of the brand, whose statement asks its node. */
    const ask = async (brandId: string) => {
      const wait = db.limit.newWait()
      await awayNodes.enter(brandId, wait)
      return await db.limit.run(wait, () => db`select platform.ask_node_of(${brandId})`.execute())
    }
    await Promise.all([ask(here), ask(there)])
    return { db, awayNodes, nodes, here, there, ask }
  }

  test('that waits for a node which does not answer fails soon, and later ones at once', async () => {
    const { nodes, here, there, ask } = await setUpRequests()
    const hear = await nodes.silence(2)
    await expect(ask(there)).rejects.toThrow('The node of the brand does not answer.')
    await expect(ask(there)).rejects.toThrow('The node of the brand does not answer.')
    await ask(here)
    await hear()
    await vi.waitFor(() => ask(there), soon)
  })

  test('fails soon also if the brand by which its node was asked before has moved', async () => {
    const { db, nodes, here, ask } = await setUpRequests()
    const other = randomUUID()
    await db`insert into public.nodes (brand, node) values (${other}, 1)`
    await db`update public.nodes set node = 2 where brand = ${here}`
    const hear = await nodes.silence(1)
    await expect(ask(other)).rejects.toThrow('The node of the brand does not answer.')
    await hear()
    await vi.waitFor(() => ask(other), soon)
  })

  test('waits for no connection that those of one node use', async () => {
    const { db, nodes, here, there, ask } = await setUpRequests()
    const hear = await nodes.silence(2)
    // Of a node that is not asked why it is slow, so that they wait until the end.
    const slow = Array.from({ length: 50 }, () =>
      db.limit.run({ ...db.limit.newWait(), home: { node: 3, brandId: there } }, () =>
        db`select platform.ask_node_of(${there})`.execute(),
      ),
    )
    await vi.waitFor(() => expect(db.nodesInUseFor(0)).toContain(3), soon)
    await ask(here)
    await hear()
    await Promise.all(slow)
  })

  test('that asks all nodes fails at once while one of them is away, and one for a brand does not', async () => {
    const { db, nodes, here, there } = await setUpRequests()
    await db.unsafe(`
      create table public.things (brand_id uuid);
      create function public.ask_nodes() returns void language sql volatile as
        'select platform.ask_node_of(brand) from public.nodes'`)
    const asRequest = <T>(work: () => T): T => db.limit.run(db.limit.newWait(), work)
    const askAll = () => asRequest(() => db`select public.ask_nodes()`.execute())
    const askOne = (brandId: string) =>
      asRequest(() =>
        db`select platform.ask_node_of(${brandId}) from (select 1) as one where not exists (
          select from public.things where brand_id = ${brandId}
        )`.execute(),
      )
    await nodes.lose(2)
    await expect(askAll()).rejects.toMatchObject({ code: '08006' })
    await expect(askOne(there)).rejects.toMatchObject({ code: '08006' })
    db.setNode(2, true)
    await expect(askAll()).rejects.toMatchObject({ code: 'DATABASE_AWAY' })
    await askOne(here)
    // Work without a request leaves out what is away.
    await expect(db`select public.ask_nodes()`).rejects.toMatchObject({ code: '08006' })
    await nodes.restore(2)
    db.setNode(2, false)
    await askAll()
  })
})

test('in a database that is not distributed no node is away', async () => {
  const { awayNodes, db } = await createTestPlatform(await createTestDatabase())
  expect(await awayNodes.findLost(AWAY, [randomUUID()])).toBe(false)
  expect(await db`select ${awayNodes.isPresent(db, db`null::uuid`)} as present`).toEqual([{ present: true }])
})

test('what fails because the process stops opens no connection any more', async () => {
  const { awayNodes, db } = await createTestPlatform(await createTestDatabase())
  await awayNodes.stop()
  expect(await awayNodes.findLost(AWAY, [randomUUID()])).toBe(false)
  const [opened] = await db`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name like '%nodes'`
  expect(opened).toEqual({ count: 0 })
})

test('a job whose node is away is tried again soon, and its attempts are not counted', async () => {
  const { platform, url, nodes, here, there } = await setUp()
  await nodes.lose(2)
  const done: string[] = []
  const kind = job('reach', {
    payload: Type.Object({ brandId: Type.String() }),
    maxAttempts: 1,
    async run(_platform, { brandId }) {
      await nodes.reach(brandId)
      done.push(brandId)
    },
  })
  await enqueue(platform, kind, [{ brandId: there }, { brandId: here }])
  expect(await runDueJobs(platform, url, [kind])).toEqual({ ran: 2, failed: 1 })
  expect(done).toEqual([here])
  const [waiting] = await platform.db`
    select attempts, run_at < now() + interval '6 seconds' as is_soon from graphile_worker.jobs`
  expect(waiting).toEqual({ attempts: 0, is_soon: true })
  await nodes.restore(2)
  await platform.db`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`
  await runDueJobs(platform, url, [kind])
  expect(done).toEqual([here, there])
})
