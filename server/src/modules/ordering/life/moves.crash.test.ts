/** Kills the real server repeatedly while clients submit and move orders, and retry requests without a response. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { JSON_API } from '@tradehall/jsonapi'
import { afterAll, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { chance } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import { expectSoundOrders } from '../../../../test/order-checks.ts'
import { itemChange } from '../../../../test/order-requests.ts'
import { freePort } from '../../../../test/ports.ts'
import { PROGRAM } from '../../../../test/programs.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { until } from '../../../../test/time.ts'

const ORDERS = 250
const CLIENTS = 8
const KILLS = 3
/** More stock than all orders need together. */
const ON_HAND = 10_000

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
const { brandId } = shop.credentials
const tokens = { brand: await shop.tokenOf('brand'), operator: await shop.tokenOf('operator') }
const port = await freePort()
const base = `http://127.0.0.1:${port}`

let server: ChildProcess | undefined
/** Settles when the restarted server responds. */
let ready: Promise<void> = Promise.resolve()
let interrupted = 0

afterAll(() => {
  if (server?.exitCode === null && server.signalCode === null) killServer()
})

interface Step {
  url: string
  as: keyof typeof tokens
  body?: unknown
  /** The status after the step. */
  to: string
}

const transition = (id: string, to: string, type: string, attributes?: object): Step => ({
  url: `/api/v1/orders/${id}/-actions/transition`,
  as: 'brand',
  body: { data: { type, attributes } },
  to,
})
const byOperator = (id: string, to: string, command: string): Step => ({
  url: `/api/operator/v1/orders/${id}/-actions/${command}`,
  as: 'operator',
  to,
})

/** The steps of an order after its submission; the first item has three packs. */
const STORIES: ((id: string, item: string) => Step[])[] = [
  () => [],
  (id) => [transition(id, 'brand_confirmed', 'brand-validates')],
  (id, item) => [
    transition(id, 'brand_confirmed', 'brand-validates', { orderItems: [itemChange(item, 1)] }),
    byOperator(id, 'ankor_confirmed', 'revert-acceptance'),
  ],
  (id) => [rejection(id), byOperator(id, 'cancelled', 'approve-rejection')],
  (id) => [rejection(id), byOperator(id, 'ankor_confirmed', 'refuse-rejection')],
]
const rejection = (id: string) =>
  transition(id, 'rejected', 'brand-rejects', { rejectType: 'PAYMENT_ISSUES_WITH_RETAILER' })

test('a server that is killed while it works loses nothing and does nothing twice', {
  timeout: 300_000,
}, async () => {
  const variants = await addVariants(5)
  const ids = Array.from({ length: ORDERS }, () => randomUUID())
  const pick = chance()(0)
  const killAt = Array.from({ length: KILLS }, () => 20 + pick(ORDERS - 40)).sort((a, b) => a - b)
  const ends = new Map<string, string>()
  const waiting = ids.map((id, i) => ({ id, i }))
  ready = startServer()

  async function client(): Promise<void> {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { id, i } = next
      const item = await intake(id, [variants[i % 5] ?? '', variants[(i + 2) % 5] ?? ''])
      ends.set(id, 'ankor_confirmed')
      while (ends.size >= (killAt[0] ?? Number.POSITIVE_INFINITY)) {
        killAt.shift()
        await ready
        ready = restartServer()
      }
      for (const step of STORIES[i % STORIES.length]?.(id, item) ?? []) {
        await take(id, step)
        ends.set(id, step.to)
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))

  expect(killAt).toEqual([])
  expect(interrupted, 'each kill found requests in hand').toBeGreaterThanOrEqual(KILLS)
  const orders = await db`
      select distinct orders.id, orders.status
      from ordering.orders
      join ordering.items on items.brand_id = orders.brand_id and items.order_id = orders.id
      where items.variant_id = any(${variants}::uuid[])`
  expect(new Map(orders.map(({ id, status }) => [id, status]))).toEqual(ends)
  expect(orders).toHaveLength(ORDERS)
  await expectSoundOrders(db, ids)
  await expectSoundLedger(db)
  for (const level of await readLevels(db, variants)) {
    expect((level?.available ?? 0) + (level?.reserved ?? 0)).toBe(ON_HAND)
  }
})

/** Returns the id of the order's first item. */
async function intake(id: string, variants: readonly string[]): Promise<string> {
  const lines = variants.map((productVariantId, i) => ({ productVariantId, quantity: 3 - i }))
  const attributes = { brandId, retailerId: shop.credentials.retailer.retailerId, lines }
  const { status, isRetry, body } = await ask('POST', '/api/operator/v1/orders', {
    as: 'operator',
    body: { data: { type: 'orders', id, attributes } },
  })
  expect(isRetry ? [200, 201] : [201], JSON.stringify(body)).toContain(status)
  expect(body.data.id).toBe(id)
  return body.data.attributes.lines[0].id
}

/** No other client moves the order, so a conflict means that an attempt without a response was committed. */
async function take(id: string, { url, as, body, to }: Step): Promise<void> {
  const answer = await ask('POST', url, { as, body })
  expect(answer.isRetry ? [200, 409] : [200], JSON.stringify(answer.body)).toContain(answer.status)
  const read = answer.status === 200 ? answer : await ask('GET', `/api/v1/orders/${id}`, { as: 'brand' })
  expect(read.body.data.attributes.status).toBe(to)
}

/** Retries until there is a response. */
async function ask(method: string, url: string, { as, body }: { as: keyof typeof tokens; body?: unknown }) {
  for (let isRetry = false; ; isRetry = true) {
    await ready
    try {
      const answer = await fetch(base + url, {
        method,
        headers: {
          accept: JSON_API,
          authorization: `Bearer ${tokens[as]}`,
          ...(body !== undefined && { 'content-type': JSON_API }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by looking into the answer.
      return { status: answer.status, isRetry, body: (await answer.json()) as any }
    } catch {
      interrupted += 1
    }
  }
}

/** Runs in its own process group, so that the supervisor and the serving process are killed together. */
async function startServer(): Promise<void> {
  const started = spawn(process.execPath, [PROGRAM, 'api'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TRADEHALL_DATABASE_URL: shop.databaseUrl,
      TRADEHALL_SECRET_KEY: shop.config.secretKey,
      TRADEHALL_PORT: String(port),
      TRADEHALL_RATE_LIMIT: 'off',
      TRADEHALL_LOG_LEVEL: 'warn',
    },
  })
  server = started
  await until(async () => started.exitCode !== null || (await isLive()))
  expect(started.exitCode, 'the server starts').toBe(null)
}

async function restartServer(): Promise<void> {
  const exited = once(server as ChildProcess, 'exit')
  killServer()
  await exited
  await startServer()
}

const killServer = () => process.kill(-(server?.pid ?? 0), 'SIGKILL')

const isLive = () =>
  fetch(`${base}/health/live`).then(
    ({ status }) => status === 200,
    () => false,
  )

async function addVariants(count: number): Promise<string[]> {
  const newProducts = Array.from({ length: count }, () => ({ variants: [{ stock: { onHand: ON_HAND } }] }))
  const products = await addTestProducts(shop.platform, brandId, newProducts)
  return products.map(({ variants: [variant] }) => variant?.id ?? '')
}
