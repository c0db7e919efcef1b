import { expect, onTestFinished, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { placeOrder } from '../../../test/orders.ts'
import { startStopwatch } from '../../../test/time.ts'
import { connect, transaction } from '../../platform/database.ts'
import { changeSandbox } from './changes.ts'

const ADVANCE = '/api/testing/clock/-actions/advance'

/** Two API processes on one database. */
async function twoServers() {
  // Resets are slow on a busy machine. The test is about deadlocks, not about this time limit.
  const answerWithinMs = 60_000
  const first = await market({ answerWithinMs })
  const second = await market({ answerWithinMs, databaseUrl: first.databaseUrl })
  // The start of the second one has renewed the secrets.
  const token = await second.tokenOf('brand')
  const send = (i: number, method: string, url: string, body?: unknown) =>
    (i % 2 ? first : second).send(method, url, { token, body })
  return { shop: second, send }
}

/** Counts the connections to a database until `most` is called, which returns the maximum. */
function countConnections(databaseUrl: string): { most(): Promise<number> } {
  const db = connect(databaseUrl, { pool: 1, name: 'watcher' })
  let isOver = false
  let most = 0
  const watch = async () => {
    while (!isOver) {
      const [row] = await db<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity where datname = current_database()`
      most = Math.max(most, row?.count ?? 0)
    }
    await db.end()
  }
  const watching = watch()
  return {
    async most() {
      isOver = true
      await watching
      return most
    },
  }
}

const statusesOf = (answers: readonly { status: number }[]) => new Set(answers.map(({ status }) => status))

test('each of 50 concurrent clock changes is applied, by two processes', async () => {
  const { shop, send } = await twoServers()
  const offset = async () => (await shop.send('GET', '/api/testing/clock')).body.data.attributes.offsetSeconds
  const before = await offset()
  const connections = countConnections(shop.databaseUrl)
  const tookMs = startStopwatch()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => send(i, 'POST', ADVANCE, { seconds: 1 })),
  )
  // Fewer than the pools of two processes for requests, background work and runs of jobs.
  expect(await connections.most()).toBeLessThan(80)
  expect(tookMs()).toBeLessThan(15_000)
  expect([...statusesOf(answers)].filter((status) => ![200, 409].includes(status))).toEqual([])
  const applied = answers.filter(({ status }) => status === 200).length
  expect(applied).toBeGreaterThan(0)
  await shop.platform.signals.refresh()
  expect((await offset()) - before).toBe(applied)
})

test('concurrent resets, clock changes, runs of jobs, reads and writes do not fail', async () => {
  const { shop, send } = await twoServers()
  await placeOrder(shop)
  const kinds = [
    ...Array.from({ length: 3 }, () => ['POST', '/api/testing/reset']),
    ...Array.from({ length: 10 }, () => ['POST', ADVANCE, { seconds: 60 }]),
    ...Array.from({ length: 3 }, () => ['POST', '/api/testing/clock/-actions/reset']),
    ...Array.from({ length: 3 }, () => ['POST', '/api/testing/clock/-actions/run-jobs']),
    ...Array.from({ length: 3 }, () => ['POST', '/api/testing/faults', { status: 500, path: '/nowhere' }]),
    ...Array.from({ length: 3 }, () => ['POST', '/api/testing/autopilot', { enabled: true }]),
    ...Array.from({ length: 3 }, () => ['POST', '/api/testing/orders/create', {}]),
    ...Array.from({ length: 10 }, () => ['GET', '/api/v1/master-orders']),
    ...Array.from({ length: 10 }, () => ['GET', '/api/v1/me']),
  ] as [string, string, unknown?][]
  const tookMs = startStopwatch()
  const answers = await Promise.all(
    kinds.flatMap((kind, i) =>
      [send(i, ...kind), send(i + 1, ...kind)].map(async (answer) => ({
        what: kind[1],
        status: (await answer).status,
        text: (await answer).text,
      })),
    ),
  )
  expect(tookMs()).toBeLessThan(30_000)
  expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
  const changes = answers.filter(({ what }) => what === '/api/testing/reset' || what === ADVANCE)
  expect([...statusesOf(changes)]).toContain(200)
  expect((await send(0, 'POST', '/api/testing/reset')).status).toBe(200)
  expect((await send(0, 'POST', ADVANCE, { seconds: 1 })).status).toBe(200)
})

test('a change that waits too long returns 409, and holds no connection while it waits', async () => {
  const shop = await market()
  const { db } = shop.platform
  const held = Promise.withResolvers<void>()
  const other = connect(shop.databaseUrl, { pool: 1, name: 'another process' })
  onTestFinished(async () => {
    held.resolve()
    await other.end()
  })
  const started = Promise.withResolvers<void>()
  const holding = changeSandbox(other, async () => {
    started.resolve()
    await held.promise
  })
  await started.promise
  const waiting = Promise.all(
    Array.from({ length: 20 }, () => shop.send('POST', ADVANCE, { body: { seconds: 1 } })),
  )
  let isOver = false
  void waiting.then(() => {
    isOver = true
  })
  // Works only if the waiting changes leave connections in the pool.
  while (!isOver) await transaction(db, async (tx) => await tx`select 1`)
  expect([...statusesOf(await waiting)]).toEqual([409])
  const [refused] = await waiting
  expect(refused?.body.errors[0].detail).toMatch(/clock change or reset is in progress/)
  expect(refused?.headers['retry-after']).toBe('1')
  held.resolve()
  await holding
  expect((await shop.send('POST', ADVANCE, { body: { seconds: 1 } })).status).toBe(200)
})
