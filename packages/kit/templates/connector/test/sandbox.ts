/** What the tests do in the sandbox as retailer, carrier and marketplace. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, ConnectionError, createClient, type Order } from '@tradehall/client'
import { readSettings, type Settings } from '../src/settings.ts'

export interface Sandbox {
  settings: Settings
  client: Client
  /** A retailer orders two new products, one of each if nothing else is said. */
  createOrder(quantity?: number): Promise<Order>
  /** The products of `products.json`, in the currency of the brand. */
  sampleProducts(): Promise<SampleProduct[]>
  /** Removes the subscription of an address, so that nothing is delivered after the tests. */
  unsubscribe(url: string): Promise<void>
}

export interface SampleProduct {
  id: string
  attributes: { currency: string; wholesale_price: string } & Record<string, unknown>
}

export async function openSandbox(): Promise<Sandbox> {
  const settings = readSettings()
  const { url: baseUrl, clientId, clientSecret } = settings
  const client = createClient({ baseUrl, clientId, clientSecret, maxRetries: 0 })
  try {
    await client.request('GET', '/api/v1/me')
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    console.error(
      `There is no sandbox at ${baseUrl}: start it with \`npx tradehall start\`, then test again.`,
    )
    process.exit(1)
  }
  const createOrder = async (itemQuantity = 1) =>
    (await client.request('POST', '/api/testing/orders/create', { body: { itemQuantity } })).data as Order
  return {
    settings,
    client,
    createOrder,
    async sampleProducts() {
      const { brandCurrency: currency } = (await createOrder()).attributes
      const products = JSON.parse(readFileSync('products.json', 'utf8')) as SampleProduct[]
      return products.map(({ id, attributes }) => ({ id, attributes: { ...attributes, currency } }))
    },
    async unsubscribe(url) {
      for await (const { id, attributes } of client.list('/api/v1/webhook-subscriptions')) {
        if (attributes.url !== url) continue
        const path = { webhookSubscription: id }
        await client.request('DELETE', '/api/v1/webhook-subscriptions/{webhookSubscription}', { path })
      }
    },
  }
}

export interface TestEvent {
  id: string
  type: string
  data: object
}

export const bodyOf = ({ id, type, data }: TestEvent): string =>
  JSON.stringify({ meta: { event: { id, type, timestamp: Math.floor(Date.now() / 1000) } }, data })

/** The header with the signature of the body alone. */
export const plainSignature = (body: string, secret: string): Record<string, string> => ({
  signature: createHmac('sha256', secret).update(body).digest('hex'),
})

/** The headers of Standard Webhooks, whose signature covers the id and the time too. */
export function standardSignature(body: string, secret: string, id: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret, 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** Returns the status of the response. */
export async function deliver(url: string, body: string, signature: Record<string, string>): Promise<number> {
  const headers = { 'content-type': 'application/vnd.api+json', ...signature }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

/** Waits until the condition holds, and fails after half a minute. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 30_000
  while (!(await condition())) {
    if (performance.now() > endsAt) throw new Error(`Waited in vain: ${what}.`)
    await pause(100)
  }
}
