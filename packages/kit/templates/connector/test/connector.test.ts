/** Tests the connector against a running sandbox. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { ImportProduct } from '@tradehall/client'
import { importProducts, setStock } from '../src/catalog.ts'
import { type Connector, startConnector } from '../src/connector.ts'
import { shipWithLabels, shipWithOwnCarrier } from '../src/orders.ts'
import { Refusal } from '../src/settings.ts'
import { subscribe } from '../src/subscription.ts'
import { bodyOf, deliver, openSandbox, plainSignature, standardSignature, until } from './sandbox.ts'

const sandbox = await openSandbox()
const { client } = sandbox
const settings = { ...sandbox.settings, port: 0, webhookUrl: undefined, signingSecrets: [] }
const statusOf = async (id: string) => (await client.orders.get(id)).attributes.status

test('an order whose webhook was lost is found by polling', async () => {
  const { id, attributes } = await sandbox.createOrder()
  const lines: string[] = []
  // Without a subscription no webhook comes.
  const connector = await startConnector({ ...settings, signingSecrets: ['unused'] }, (line) =>
    lines.push(line),
  )
  await until('the order is accepted', async () => (await statusOf(id)) === 'brand_confirmed')
  await connector.stop()
  assert.ok(lines.includes(`order ${attributes.reference} is brand_confirmed`))
})

describe('with webhooks', () => {
  const lines: string[] = []
  let connector: Connector
  let signingSecret: string
  before(async () => {
    connector = await startConnector(settings, (line) => lines.push(line))
    signingSecret = await subscribe(client, connector.webhookUrl)
  })
  after(async () => {
    await connector.stop()
    await sandbox.unsubscribe(connector.webhookUrl)
  })

  /** An order that the connector has accepted because of its webhook. */
  async function acceptedOrder(): Promise<string> {
    const { id, attributes } = await sandbox.createOrder()
    const line = `order ${attributes.reference} is brand_confirmed`
    await until(line, () => lines.includes(line))
    return id
  }

  test('an order is announced by a webhook, accepted, and shipped with labels', async () => {
    const id = await acceptedOrder()
    assert.ok(lines.some((line) => line.startsWith('event order.brand_created ')))
    const labels = await shipWithLabels(client, id, { everyMs: 200 })
    assert.equal(Buffer.from(labels.slice(0, 5)).toString(), '%PDF-')
    assert.equal(await statusOf(id), 'shipping_labels_generated')
  })

  test('an order is shipped with a carrier of your own', async () => {
    const id = await acceptedOrder()
    const tracking = { trackingProvider: 'DPD', trackingNumber: '01505012345678' }
    const { attributes } = await shipWithOwnCarrier(client, id, tracking)
    assert.equal(attributes.status, 'shipped')
  })

  test('a webhook that is forged, or whose age is unknown, is refused', async () => {
    const event = { id: randomUUID(), type: 'order.brand_created', data: {} }
    const body = bodyOf(event)
    const forged = [
      {},
      plainSignature(body, signingSecret),
      standardSignature(body, 'another secret', event.id),
      standardSignature(`${body} `, signingSecret, event.id),
      standardSignature(body, signingSecret, 'another id'),
    ].map((headers) => ({ ...headers, ...('webhook-id' in headers && { 'webhook-id': event.id }) }))
    for (const headers of forged) assert.equal(await deliver(connector.webhookUrl, body, headers), 401)
  })

  test('an event that is delivered twice is processed once', async () => {
    const event = {
      id: randomUUID(),
      type: 'order.invented_later',
      data: { type: 'orders', id: randomUUID() },
    }
    const body = bodyOf(event)
    for (let n = 0; n < 2; n++) {
      const headers = standardSignature(body, signingSecret, event.id)
      assert.equal(await deliver(connector.webhookUrl, body, headers), 204)
    }
    const isThis = (line: string) => line === `event ${event.type} ${event.id}`
    await until('the event is processed', () => lines.some(isThis))
    assert.equal(lines.filter(isThis).length, 1)
  })

  test('stock is set', async () => {
    const { id } = await sandbox.createOrder()
    const order = await client.orders.get(id, { include: ['orderItems.productVariant'] })
    const variant = order.related.orderItems[0]?.related.productVariant
    assert.ok(variant?.attributes.sku)
    await setStock(client, variant.attributes.sku, 321)
    assert.equal((await client.variants.get(variant.id)).attributes.stockQuantity, 321)
  })

  test('products are imported', async () => {
    const products = await sandbox.sampleProducts()
    const outcome = await importProducts(client, products as ImportProduct[])
    assert.deepEqual(outcome, { status: 'succeeded', imported: products.length, failures: [] })
  })

  test('a port that is in use is refused with one sentence', async () => {
    const port = Number(new URL(connector.webhookUrl).port)
    await assert.rejects(
      startConnector({ ...settings, port }),
      new Refusal(`Port ${port} is already in use; stop the other program, or set another port.`),
    )
  })
})
