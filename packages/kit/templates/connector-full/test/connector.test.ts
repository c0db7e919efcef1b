/** Tests the connector as a process, against a running sandbox. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { Order } from '@tradehall/client'
import { subscribe } from '../src/subscription.ts'
import { killConnectors, type RunningConnector, refusedConnector, runConnector } from './running-connector.ts'
import {
  bodyOf,
  deliver,
  openSandbox,
  plainSignature,
  standardSignature,
  type TestEvent,
  until,
} from './sandbox.ts'

const sandbox = await openSandbox()
const { client } = sandbox
const folder = mkdtempSync(join(tmpdir(), 'connector-'))
after(() => {
  killConnectors()
  rmSync(folder, { recursive: true })
})

const places = (name: string) => ({
  STORE_FILE: join(folder, `${name}.db`),
  LABELS_FOLDER: join(folder, `${name}-labels`),
})
const PICKUP_ADDRESS = {
  name: 'Alder & Wick',
  contactName: 'Ines Okoye',
  street: 'Waskaarsplein 4',
  postalCode: '2000',
  city: 'Antwerpen',
  countryCode: 'BE',
  phoneNumber: '+32470000012',
}
/** Where no subscription has made one. */
const SIGNING_SECRET = Buffer.from('a secret of this test').toString('base64')
const created = (data: object): TestEvent => ({ id: randomUUID(), type: 'order.brand_created', data })

/** The transitions of an order that were requested, as the sandbox has seen them. */
async function transitionsOf(order: string): Promise<number> {
  const query = { 'filter[method]': 'POST', 'page[limit]': 200 } as const
  const requests = await client.list('/api/testing/requests', { query }).toArray(1000)
  return requests.filter(({ attributes }) => attributes.url.includes(`${order}/-actions/transition`)).length
}

describe('a running connector', () => {
  let connector: RunningConnector
  let signingSecret: string
  let missed: Order
  before(async () => {
    // Nobody is told of this one.
    missed = await sandbox.createOrder()
    connector = await runConnector({
      ...places('running'),
      TRADEHALL_SIGNING_SECRET: '',
      PICKUP_ADDRESS: JSON.stringify(PICKUP_ADDRESS),
    })
    signingSecret = await subscribe(client, connector.webhookUrl)
  })
  after(async () => {
    await sandbox.unsubscribe(connector.webhookUrl)
    assert.equal(await connector.end('SIGTERM'), 0)
    const secrets = [signingSecret, sandbox.settings.clientSecret]
    for (const secret of secrets) assert.ok(!connector.output().includes(secret))
  })

  const bookedOrder = async (id: string) => (await connector.books()).orders.find((order) => order.id === id)
  const untilBooked = (id: string, status: string) =>
    until(`the order ${id} is ${status}`, async () => (await bookedOrder(id))?.status === status)
  const send = async (event: TestEvent) => {
    const body = bodyOf(event)
    return await deliver(connector.webhookUrl, body, standardSignature(body, signingSecret, event.id))
  }
  const untilDone = (id: string) =>
    until(`the task ${id} is done`, async () => Boolean((await connector.task(id))?.doneAt))

  test('finds an order whose webhook was lost', async () => {
    await untilBooked(missed.id, 'brand_confirmed')
  })

  test('accepts an order once, ships it and saves its labels', async () => {
    const { id } = await sandbox.createOrder()
    await untilBooked(id, 'brand_confirmed')
    assert.equal((await connector.request('ship', { order: id })).failure, null)
    await until('the labels are saved', async () => Boolean((await bookedOrder(id))?.labels))
    const labels = readFileSync((await bookedOrder(id))?.labels ?? '')
    assert.equal(labels.subarray(0, 5).toString(), '%PDF-')
    assert.equal(await transitionsOf(id), 1)
    // Requested again, it changes nothing.
    const { result } = await connector.request('ship', { order: id })
    assert.deepEqual(result, { order: id, status: 'shipping_labels_generated' })
  })

  test('has parcels fetched at other hours or on another working day when a pickup is denied', async () => {
    const { id } = await sandbox.createOrder()
    await untilBooked(id, 'brand_confirmed')
    await client.request('POST', '/api/testing/carrier-conduct', { body: { deniedPickups: 3 } })
    assert.equal((await connector.request('ship', { order: id, pickup: true })).failure, null)
    const pickupOf = async () =>
      (await client.orders.get(id)).attributes.shippingOverview.transaction?.pickup ?? null
    await until('a pickup is booked', async () => (await pickupOf()) !== null)
    const day = new Date((await pickupOf())?.pickupDate ?? '').getUTCDay()
    assert.ok(day >= 1 && day <= 5)
    await assert.rejects(connector.request('ship', { order: id, pickup: 'soon' }), /pickup must be true or/)
  })

  test('decides again on an order that still waits after a conflict', async () => {
    const fault = { method: 'POST', path: '/api/v1/orders/*', status: 409, count: 1 } as const
    await client.request('POST', '/api/testing/faults', { body: fault })
    const { id } = await sandbox.createOrder()
    await untilBooked(id, 'brand_confirmed')
    assert.equal(await transitionsOf(id), 2)
  })

  test('ships with a carrier of your own', async () => {
    const { id } = await sandbox.createOrder()
    await untilBooked(id, 'brand_confirmed')
    const tracking = { trackingProvider: 'DPD', trackingNumber: '01505012345678' }
    const { result } = await connector.request('ship', { order: id, tracking })
    assert.equal(result.status, 'shipped')
    await untilBooked(id, 'shipped')
  })

  test('refuses webhooks that are forged, or whose age is unknown', async () => {
    const event = created({})
    const body = bodyOf(event)
    const genuine = standardSignature(body, signingSecret, event.id)
    for (const headers of [
      {},
      plainSignature(body, signingSecret),
      standardSignature(body, 'another secret', event.id),
      standardSignature(`${body} `, signingSecret, event.id),
      { ...genuine, 'webhook-id': randomUUID() },
      { ...genuine, 'webhook-timestamp': '1000000000' },
    ]) {
      assert.equal(await deliver(connector.webhookUrl, body, headers), 401)
    }
    assert.equal(await connector.task(event.id), undefined)
  })

  test('takes events twice, late, and those that it does not know', async () => {
    const order = await sandbox.createOrder()
    await untilBooked(order.id, 'brand_confirmed')
    const late = created({ ...order, invented: [{ later: true }] })
    for (let n = 0; n < 2; n++) assert.equal(await send(late), 204)
    const unknown = { id: randomUUID(), type: 'basket.emptied', data: { type: 'baskets', id: '7' } }
    assert.equal(await send(unknown), 204)
    await untilDone(late.id)
    await untilDone(unknown.id)
    assert.equal((await connector.task(unknown.id))?.failure, null)
    assert.equal((await bookedOrder(order.id))?.status, 'brand_confirmed')
    assert.equal(await transitionsOf(order.id), 1)
  })

  test('reads an order again if an event has not all of it', async () => {
    const order = await sandbox.createOrder()
    await untilBooked(order.id, 'brand_confirmed')
    const event = created({ type: 'orders', id: order.id, attributes: { status: 'a_new_status' } })
    assert.equal(await send(event), 204)
    await untilDone(event.id)
    assert.equal((await bookedOrder(order.id))?.status, 'brand_confirmed')
  })

  test('sets stock', async () => {
    const { id } = await sandbox.createOrder()
    const order = await client.orders.get(id, { include: ['orderItems.productVariant'] })
    const variant = order.related.orderItems[0]?.related.productVariant
    const sku = variant?.attributes.sku
    assert.ok(variant && sku)
    const { result } = await connector.request('set-stock', { sku, quantity: 321 })
    assert.deepEqual([result.sku, result.quantity], [sku, 321])
    assert.equal((await client.variants.get(variant.id)).attributes.stockQuantity, 321)
    const nowhere = await connector.request('set-stock', { sku: 'NOWHERE', quantity: 1 })
    assert.equal(nowhere.failure, 'There is no variant with the SKU NOWHERE.')
    await assert.rejects(
      connector.request('set-stock', { sku, quantity: -1 }),
      /quantity must be a whole number/,
    )
  })

  test('imports products, and tells which ones failed', async () => {
    const [good, other] = await sandbox.sampleProducts()
    assert.ok(other)
    const bad = { ...other, attributes: { ...other.attributes, wholesale_price: '-1' } }
    const { result } = await connector.request('import', { products: [good, bad] })
    assert.equal(result.imported, 1)
    assert.deepEqual(
      result.failures.map(({ product }: { product: string }) => product),
      [bad.id],
    )
  })
})

test('kill -9 between acknowledgement and processing loses nothing and doubles nothing', async () => {
  const environment = { ...places('killed'), TRADEHALL_SIGNING_SECRET: SIGNING_SECRET }
  // Nothing can be processed while the marketplace is away.
  const first = await runConnector({ ...environment, TRADEHALL_URL: 'http://127.0.0.1:9' })
  const [order, withdrawn] = [await sandbox.createOrder(), await sandbox.createOrder()]
  const events = [created(order), created(withdrawn)]
  const deliverTo = async ({ webhookUrl }: RunningConnector) => {
    for (const event of events) {
      const body = bodyOf(event)
      assert.equal(await deliver(webhookUrl, body, standardSignature(body, SIGNING_SECRET, event.id)), 204)
    }
  }
  await deliverTo(first)
  await first.end('SIGKILL')
  // An event may be late: this order is not to be accepted any more.
  await client.orders.reject(withdrawn.id, { rejectType: 'PRODUCT_OUT_OF_STOCK' })

  const second = await runConnector(environment)
  await deliverTo(second)
  for (const { id } of events) {
    await until('the event is processed', async () => Boolean((await second.task(id))?.doneAt))
    assert.equal((await second.task(id))?.failure, null)
  }
  const { orders } = await second.books()
  const isAccepted = (id: string) => orders.flatMap((one) => (one.id === id ? [one.acceptedAt !== null] : []))
  assert.deepEqual([isAccepted(order.id), isAccepted(withdrawn.id)], [[true], [false]])
  assert.equal(await transitionsOf(order.id), 1)
  assert.equal(await second.end('SIGTERM'), 0)
})

test('refused credentials stop the requests, and webhooks are still stored', async () => {
  const connector = await runConnector({
    ...places('refused'),
    TRADEHALL_SIGNING_SECRET: SIGNING_SECRET,
    TRADEHALL_CLIENT_SECRET: 'wrong',
  })
  await until('the connector has halted', async () => (await connector.books()).halted !== null)
  const event = created({ type: 'orders', id: randomUUID() })
  const body = bodyOf(event)
  const signature = standardSignature(body, SIGNING_SECRET, event.id)
  assert.equal(await deliver(connector.webhookUrl, body, signature), 204)
  assert.equal((await connector.task(event.id))?.attempts, 0)
  assert.equal(connector.output().split('refuses the credentials').length, 2)
  assert.equal(await connector.end('SIGTERM'), 0)
})

describe('one sentence tells why it cannot start', () => {
  const environment = { ...places('other'), TRADEHALL_SIGNING_SECRET: 'any' }

  test('a port in use, and a store in use', async () => {
    const running = await runConnector(environment)
    const { port } = new URL(running.webhookUrl)
    assert.deepEqual(await refusedConnector({ ...environment, ...places('third'), PORT: port }), [
      1,
      `Port ${port} is already in use; stop the other program, or set another port.\n`,
    ])
    const [code, sentence] = await refusedConnector(environment)
    assert.equal(code, 1)
    assert.match(sentence, /^The file .+ is used by another connector; stop it, or set STORE_FILE .+\.\n$/)
    await running.end('SIGTERM')
  })

  test('a store of a newer version', async () => {
    const store = new DatabaseSync(environment.STORE_FILE)
    store.exec('pragma user_version = 99')
    store.close()
    const [code, sentence] = await refusedConnector(environment)
    assert.equal(code, 1)
    assert.match(sentence, /^The file .+ was written by a newer version of this connector; [^\n]+\.\n$/)
  })

  test('a setting that is missing', async () => {
    assert.deepEqual(await refusedConnector({ ...environment, TRADEHALL_CLIENT_ID: '' }), [
      1,
      'Set TRADEHALL_CLIENT_ID in .env or in the environment; .env.example explains it.\n',
    ])
  })
})
