/** A real worker, killed in the middle of its deliveries. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type Market, market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { until } from '../../../../test/time.ts'
import { deliveriesOf, subscribe } from '../../../../test/webhooks.ts'

const WORKER = fileURLToPath(new URL('../../../../soak/worker.ts', import.meta.url))
const EVENTS = 40

async function startWorker({ databaseUrl, config }: Market): Promise<ChildProcess> {
  const worker = fork(WORKER, {
    env: {
      ...process.env,
      TRADEHALL_DATABASE_URL: databaseUrl,
      TRADEHALL_SECRET_KEY: config.secretKey,
      TRADEHALL_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  await once(worker, 'message')
  return worker
}

test('what a killed worker had in hand arrives by another one, and only what was not answered arrives twice', async () => {
  // The worker process has a clock that ticks, and plans deliveries by it.
  const shop = await market({ isTicking: true })
  const held: ServerResponse[] = []
  // Answers the first ten, and keeps the rest waiting.
  const receiver = await startReceiver((_received, response) => {
    if (receiver.received.length <= 10) response.end()
    else held.push(response)
  })
  const subscribed = await subscribe(shop, { url: receiver.url })
  for (let i = 0; i < EVENTS; i++) await placeOrder(shop)
  const worker = await startWorker(shop)
  const noted = async () =>
    (await deliveriesOf(shop, subscribed, 'filter[state]=delivered&page[limit]=100')).length
  await until(async () => held.length > 0 && (await noted()) === 10)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  // What it had sent may still be on its way.
  await until(async () => (await receiver.connections()) === 0)
  const unanswered = receiver.received.length - 10

  // As if half a minute had passed: leases are real time.
  await shop.platform.db`update webhooks.deliveries set leased_until = now() where leased_until is not null`
  receiver.answers = 200
  await shop.runJobs()
  expect(await noted()).toBe(EVENTS)
  const times = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'])
  expect(times.size).toBe(EVENTS)
  expect(receiver.received).toHaveLength(EVENTS + unanswered)
  expect([...times.values()].filter((each) => each.length > 1)).toHaveLength(unanswered)
})
