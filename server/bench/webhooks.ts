/**
 * `npm run bench:webhooks`: measures the delivery of webhooks.
 *
 * - Deliveries per second of one worker to a receiver that responds immediately, with bodies of 4 KB, compared with a bare
 *   loop that posts the same signed bodies over as many keep-alive connections. Rounds are interleaved.
 * - The latency from the commit of an event to its receipt on an idle system.
 * - The same rate with a log of many finished deliveries, to detect a slowdown with age.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { Command } from 'commander'
import { modulesFor } from '../src/composition.ts'
import { readConfig } from '../src/config.ts'
import { backgroundWork } from '../src/module.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { orderEvents } from '../src/modules/ordering/index.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { deliverDue, startDelivering } from '../src/modules/webhooks/delivery/delivery.ts'
import { MAX_SENDER_REQUESTS } from '../src/modules/webhooks/delivery/sender.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { recordEvents } from '../src/platform/events/outbox.ts'
import { publishedEvents } from '../src/platform/events/published-events.ts'
import { relayOnce, startRelay } from '../src/platform/events/relay.ts'
import { closePlatform, createPlatform, type Platform } from '../src/platform/index.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { type Child, startChild } from './child.ts'

const { deliveries: DELIVERIES } = new Command('npm run bench:webhooks --')
  .option('--deliveries <n>', 'deliveries of each round', Number, 10_000)
  .parse(process.argv)
  .opts<{ deliveries: number }>()
const ROUNDS = 3
const IDLE_EVENTS = 100
const OLD_DELIVERIES = 300_000
const BODY_BYTES = 4096
/** The minimum share of the bare loop's rate, and the maximum of the median latency. */
const FLOOR = 0.5
const MOST_MS = 100

const modules = modulesFor('sandbox')
const published = publishedEvents(modules)
const secret = randomBytes(30).toString('base64')

const dataDir = await mkdtemp(join(tmpdir(), 'tradehall-bench-'))
const embedded = await startEmbeddedDatabase({ dataDir, log: { info: () => {} } })
const stop = new AbortController()
const receiver = await startChild({ script: './webhook-receiver.ts', stop: stop.signal })
const secretKey = randomBytes(32).toString('base64')
await migrateDatabase(embedded.url)
await seedDemo(embedded.url, modules)
const config = readConfig({ TRADEHALL_DATABASE_URL: embedded.url, TRADEHALL_SECRET_KEY: secretKey })
const platform = createPlatform(config, {
  name: 'bench',
  databaseUrl: embedded.url,
  secretKey,
  log: createLog('warn'),
})
await platform.signals.start()
let missed = false
try {
  await platform.db`
    insert into webhooks.subscriptions
      (brand_id, id, application_id, url, events, secret_encrypted, created_at, updated_at)
    values (${DEMO.brandId}, gen_random_uuid(), ${DEMO.applicationId}, ${receiver.address}, ${['order.shipped']},
      ${platform.secrets.encrypt(secret)}, now(), now())`
  const young = await compare('empty log')
  await fillLog(platform)
  const old = await compare(`${OLD_DELIVERIES} finished deliveries`)
  const p50 = await idleLatency(platform)
  missed = young < FLOOR || old < FLOOR || p50 > MOST_MS
} finally {
  await closePlatform(platform)
  await receiver.end()
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(missed ? 1 : 0)

async function compare(what: string): Promise<number> {
  await round()
  const shares: number[] = []
  for (let i = 1; i <= ROUNDS; i++) {
    const { bare, worker } = await round()
    shares.push(worker / bare)
    say(
      `${what}, round ${i}: worker ${worker.toFixed(0)}/s, bare loop ${bare.toFixed(0)}/s, share ${(worker / bare).toFixed(2)}`,
    )
  }
  const median = shares.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  say(`${what}: median share ${median.toFixed(2)} (at least ${FLOOR})`)
  return median
}

async function round(): Promise<{ bare: number; worker: number }> {
  await fillQueue(platform)
  const bare = await timed(bareLoop)
  const before = await countOf(receiver)
  const worker = await timed(() => deliverDue(platform, published))
  if ((await countOf(receiver)) - before !== DELIVERIES) throw new Error('Not everything arrived.')
  return { bare, worker }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return DELIVERIES / ((performance.now() - startedAt) / 1000)
}

async function countOf(child: Child): Promise<number> {
  return ((await child.ask({})) as { count: number }).count
}

/** Inserts events with a resource of 4 KB and a delivery each, as the fan-out writes them, with time-ordered ids. */
async function fillQueue({ db }: Platform): Promise<void> {
  const resource = JSON.stringify({ type: 'orders', id: DEMO.brandId, attributes: { text: noise() } })
  await db`
    with event as (
      insert into webhooks.events (brand_id, id, type, subject_id, is_test, resource, occurred_at, created_at)
      select ${DEMO.brandId}, uuidv7(), 'order.shipped', uuidv7(), false, ${resource}, now(), now()
      from generate_series(1, ${DELIVERIES})
      returning id, subject_id
    )
    insert into webhooks.deliveries
      (brand_id, id, subscription_id, application_id, event_id, event_type, subject_id, state, due_at, created_at)
    select ${DEMO.brandId}, uuidv7(), (select id from webhooks.subscriptions), ${DEMO.applicationId}, event.id,
      'order.shipped', subject_id, 'waiting', now() - interval '1 second', now()
    from event`
  await db`analyze webhooks.deliveries`
}

function noise(): string {
  return randomBytes(BODY_BYTES)
    .toString('base64')
    .slice(0, BODY_BYTES - 300)
}

async function fillLog({ db }: Platform): Promise<void> {
  await db`
    insert into webhooks.deliveries
      (brand_id, id, subscription_id, application_id, event_id, event_type, subject_id, state, attempts, tries, due_at,
        created_at, finished_at)
    select ${DEMO.brandId}, uuidv7(interval '-1 day'), subscription_id, ${DEMO.applicationId}, event.id, type, subject_id,
      'delivered', 1, 1, now(), now() - interval '1 day', now() - interval '1 day'
    from (select id, type, subject_id from webhooks.events limit ${OLD_DELIVERIES / 100}) as event
    cross join (select gen_random_uuid() as subscription_id from generate_series(1, 100)) as subscription`
  await db`vacuum analyze webhooks.deliveries`
}

async function bareLoop(): Promise<void> {
  const body = JSON.stringify({ data: noise() }).padEnd(BODY_BYTES, ' ')
  let left = DELIVERIES
  const post = async () => {
    while (left-- > 0) {
      const headers = signatureHeaders({ eventId: DEMO.brandId, body, at: new Date(), secrets: [secret] })
      await platform.outbound.post({
        url: receiver.address,
        body,
        timeoutMs: 15_000,
        headers: { 'content-type': 'application/vnd.api+json', ...headers },
      })
    }
  }
  await Promise.all(Array.from({ length: MAX_SENDER_REQUESTS }, post))
}

/** End-to-end latency: recorded with a change, published by the relay, delivered by the dispatcher. */
async function idleLatency(platform: Platform): Promise<number> {
  const { consumers } = backgroundWork(modules)
  await relayOnce(platform, consumers)
  const relay = await startRelay(platform, consumers)
  const dispatcher = await startDelivering(platform, published, { only: true })
  const [order] = await platform.db<{ id: string }[]>`
    select id from ordering.orders where brand_id = ${DEMO.brandId} limit 1`
  const took: number[] = []
  for (let i = 0; i < IDLE_EVENTS; i++) {
    const before = await countOf(receiver)
    await recordEvents(platform, [
      { type: orderEvents.shipped, brandId: DEMO.brandId, subjectId: order?.id ?? '' },
    ])
    const committedAt = performance.now()
    while ((await countOf(receiver)) === before) {
      if (performance.now() - committedAt > 10_000) throw new Error('An event did not arrive.')
    }
    took.push(performance.now() - committedAt)
    await new Promise((resume) => setTimeout(resume, 30))
  }
  await Promise.all([relay.stop(), dispatcher.stop()])
  took.sort((a, b) => a - b)
  const [p50, p99] = [took[IDLE_EVENTS / 2] ?? 0, took[Math.floor(IDLE_EVENTS * 0.99)] ?? 0]
  say(
    `from commit to receipt when idle: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (p50 at most ${MOST_MS})`,
  )
  return p50
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
