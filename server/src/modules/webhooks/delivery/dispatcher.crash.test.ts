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

const WORKER = fileURLToPath(new URL('../../../../test/worker-process.ts', import.meta.url))
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

test('another worker sends the deliveries of a killed worker, and only those without a response arrive twice', async () => {
  // The clock must tick here as well: the worker process has a ticking clock, and schedules deliveries by it.
  const shop = await market({ isTicking: true })
  const held: ServerResponse[] = []
  // Responds to the first ten requests only.
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
  // Requests of the killed worker may still be in flight.
  await until(async () => (await receiver.connections()) === 0)
  const unanswered = receiver.received.length - 10

  // Ends the leases, which are real time, as if half a minute had passed.
  await shop.platform.db`update webhooks.deliveries set leased_until = now() where leased_until is not null`
  receiver.answers = 200
  await shop.runJobs()
  expect(await noted()).toBe(EVENTS)
  const times = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'])
  expect(times.size).toBe(EVENTS)
  expect(receiver.received).toHaveLength(EVENTS + unanswered)
  expect([...times.values()].filter((each) => each.length > 1)).toHaveLength(unanswered)
})
