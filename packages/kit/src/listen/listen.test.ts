import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../server/test/folders.ts'
import { onlyInFull } from '../../../../server/test/full.ts'
import { freePort } from '../../../../server/test/ports.ts'
import { runProgram, runScript } from '../../../../server/test/programs.ts'
import { type Received, startReceiver } from '../../../../server/test/receiver.ts'
import { serveMarket } from '../../../../server/test/served-market.ts'
import { until } from '../../../../server/test/time.ts'
import { runTool } from '../../../../server/test/tools.ts'
import { type ListenOptions, listen as listenHere } from './listen.ts'

const RECEIVER = fileURLToPath(new URL('../../../../docs/examples/webhook-receiver.mjs', import.meta.url))
const shop = await serveMarket({ cleanUp: afterAll })

/** An order arrives, and those who listen are told. */
async function order(): Promise<string> {
  const answer = await shop.send('POST', '/api/testing/orders/create', { body: {} })
  await shop.runJobs()
  return answer.body.data.id
}

const reject = async (id: string) => {
  const attributes = { rejectType: 'PRODUCT_OUT_OF_STOCK' }
  const body = { data: { type: 'brand-rejects', attributes } }
  await shop.send('POST', `/api/v1/orders/${id}/-actions/transition`, { body })
  await shop.runJobs()
}

async function listen(...args: string[]) {
  const program = runProgram(['listen', '--json', ...args], shop.environment)
  await program.says('"listening"')
  const { signingSecret } = JSON.parse(program.lines()[0] ?? '')
  const heard = () =>
    program
      .lines()
      .slice(1)
      .map((line) => JSON.parse(line))
  return { program, signingSecret: signingSecret as string, heard }
}

const ordersIn = (received: readonly Received[]) => received.map(({ body }) => body.data.id)

test('deliveries reach a local address, signed as a subscription would sign them', async () => {
  const receiver = await startReceiver()
  const { signingSecret, heard } = await listen('--forward', receiver.url)
  const id = await order()
  await until(
    () => heard().length === 1,
    () => JSON.stringify(heard()),
  )
  const [{ headers, text, body } = {} as Received] = receiver.received
  expect(body).toMatchObject({
    meta: { event: { type: 'order.brand_created', applicationId: shop.credentials.applicationId } },
    data: { type: 'orders', id },
  })
  const signature = createHmac('sha256', signingSecret).update(text).digest('hex')
  expect([headers.signature, headers['x-marketplace-hmac-sha256']]).toEqual([signature, signature])
  expect(new Webhook(signingSecret).verify(text, headers)).toEqual(body)
  expect(headers['webhook-id']).toBe(body.meta.event.id)
  expect(heard()).toEqual([
    {
      at: expect.any(String),
      event: 'order.brand_created',
      orderId: id,
      eventId: body.meta.event.id,
      occurredAt: expect.any(String),
      status: 200,
      ms: expect.any(Number),
    },
  ])
})

test('what happens while the connection is lost comes after it, in order and once', async () => {
  const receiver = await startReceiver()
  const { program } = await listen('--forward', receiver.url)
  const before = await order()
  await until(() => receiver.received.length === 1)
  await shop.cut()
  await program.says('Retrying')
  const meanwhile = [await order(), await order()]
  await shop.restore()
  await program.says('Reconnected')
  const after = await order()
  await until(() => receiver.received.length >= 4, program.output)
  expect(ordersIn(receiver.received)).toEqual([before, ...meanwhile, after])
})

test('the secret stays, and only the named events come', async () => {
  const one = await listen('--events', 'order.brand_rejected, order.cancelled')
  const other = await listen()
  expect(one.signingSecret).toBe(other.signingSecret)
  const id = await order()
  await reject(id)
  await until(() => one.heard().length > 0 && other.heard().length > 1)
  expect(one.heard()).toMatchObject([{ event: 'order.brand_rejected', orderId: id }])
  expect(other.heard().map(({ event }) => event)).toEqual(['order.brand_created', 'order.brand_rejected'])
  expect(one.heard()[0]).not.toHaveProperty('status')
  // The marketplace approves after a while: here, and not while the next test listens.
  await shop.advance(60)
  await shop.runJobs()
  await until(() => one.heard().length > 1 && other.heard().length > 2)
  expect(one.heard()[1]).toMatchObject({ event: 'order.cancelled', orderId: id })
})

test('a receiver that fails is told of and does not stop the rest', async () => {
  const receiver = await startReceiver([500, 302, 200])
  const { heard } = await listen('--forward', receiver.url)
  for (let n = 0; n < 3; n++) await order()
  await until(() => heard().length === 3)
  expect(heard().map(({ status }) => status)).toEqual([500, 302, 200])
  const nobody = await listen('--forward', 'http://127.0.0.1:9/hook')
  await order()
  await until(() => nobody.heard().length === 1)
  expect(nobody.heard()[0]).toMatchObject({ failure: expect.stringMatching(/./), ms: expect.any(Number) })
})

test('a line for people has time, event, order, status and milliseconds, and no colours when piped', async () => {
  const receiver = await startReceiver()
  const program = runProgram(['listen', '--forward', receiver.url], shop.environment)
  await program.says('Forwarding to')
  const id = await order()
  await program.says(id)
  expect(program.lines().at(-1)).toMatch(
    new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}order\\.brand_created {2}${id} {2}200 {2}\\d+ ms$`),
  )
})

test('a reset of the sandbox does not leave a listener behind', async () => {
  const own = await serveMarket()
  const program = runProgram(['listen', '--json'], own.environment)
  await program.says('"listening"')
  const create = async () => {
    const answer = await own.send('POST', '/api/testing/orders/create', { body: {} })
    await own.runJobs()
    return answer.body.data.id as string
  }
  await program.says((await create()).slice(0, 36))
  await create()
  await own.send('POST', '/api/testing/reset', { as: 'operator' })
  const id = await create()
  await program.says(id)
})

test('the secret alone can be asked for', async () => {
  const { signingSecret } = await listen()
  const program = runProgram(['listen', '--print-secret'], shop.environment)
  expect(await program.exitCode()).toBe(0)
  expect(program.output()).toBe(`${signingSecret}\n`)
})

test(
  'from nothing to a signed webhook on a local port, as the tour says',
  onlyInFull('the commands of the tour, and the tests above'),
  async () => {
    const folder = temporaryFolder('listen')
    const here = { TRADEHALL_DATA_DIR: join(folder, 'data'), TRADEHALL_PORT: '0' }
    await runProgram(['start'], here).says("Accept: text/plain'")
    const asked = runProgram(['listen', '--print-secret'], here)
    expect(await asked.exitCode()).toBe(0)
    const port = String(await freePort())
    const environment = { SECRET: asked.output().trim(), PORT: port }
    const receiver = runScript(RECEIVER, [], environment)
    await receiver.says('waiting')
    await runProgram(['listen', '--forward', `http://localhost:${port}/hook`], here).says('Forwarding')
    const made = runProgram(['trigger', 'order.cancelled', '--json'], here)
    expect(await made.exitCode(), made.errors()).toBe(0)
    const { orderId } = JSON.parse(made.lines().at(-1) ?? '')
    await receiver.says(`genuine order.cancelled ${orderId}`)
    expect(receiver.lines()).toEqual([
      'waiting',
      ...['brand_created', 'brand_rejected', 'cancelled'].map((name) => `genuine order.${name} ${orderId}`),
    ])
    const forged = await fetch(`http://localhost:${port}/hook`, { method: 'POST', body: '{}' })
    expect(forged.status).toBe(401)
  },
)

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it cleanly', async (signal) => {
  const { program } = await listen()
  program.process.kill(signal)
  expect(await program.exitCode()).toBe(0)
  expect(program.errors()).toBe('')
})

test.each<[ListenOptions, Record<string, string>, string]>([
  [{ forward: 'localhost:3000' }, {}, '--forward must be an address that begins with http: or https:'],
  [{ url: 'sandbox' }, {}, '--url must be an address that begins with http: or https:'],
  [{ events: 'order.shiped' }, {}, 'rejected the request: Expected'],
  [
    {},
    { TRADEHALL_CLIENT_SECRET: 'wrong' },
    'gives no token to demo-alder-wick: The client id or the client secret',
  ],
  [
    {},
    { TRADEHALL_CLIENT_SECRET: '' },
    'Set TRADEHALL_CLIENT_SECRET to the client secret of demo-alder-wick.',
  ],
  [
    {},
    { TRADEHALL_CLIENT_ID: '', TRADEHALL_DATA_DIR: '/nowhere' },
    'There is no sandbox here (/nowhere/sandbox.json)',
  ],
])('%j with %j stops with one sentence', async (options, environment, sentence) => {
  const { exitCode, errors } = await runTool((stop) =>
    listenHere(options, { ...shop.environment, ...environment }, stop),
  )
  expect(exitCode).toBe(1)
  expect(errors).toContain(sentence)
  expect(errors.trim().split('\n')).toHaveLength(1)
})
