/**
 * Decides on orders as they arrive.
 *
 * webhook ──▶ acknowledged ──▶ queue ──▶ decide on the order
 * every few minutes ──▶ orders that wait ──▶ decide on them
 */
import { type AnyEvent, createClient, isEvent } from '@tradehall/client'
import { decideOn } from './decisions.ts'
import { portOf, startReceiver } from './receiver.ts'
import type { Settings } from './settings.ts'
import { subscribe } from './subscription.ts'

export interface Connector {
  webhookUrl: string
  /** Stops after the current work. */
  stop(): Promise<void>
}

/** Events that are remembered, to process each only once. */
const MAX_REMEMBERED = 10_000

export async function startConnector(
  settings: Settings,
  log: (line: string) => void = console.log,
): Promise<Connector> {
  const { url: baseUrl, clientId, clientSecret, userAgent, port, pollSeconds } = settings
  // One client for everything: it keeps the token, waits for rate limits and retries.
  const client = createClient({ baseUrl, clientId, clientSecret, userAgent, cache: true })
  const seen = new Set<string>()
  let work: Promise<void> = Promise.resolve()
  const queue = (what: string, job: () => Promise<void>) => {
    // If this fails, the next poll finds the order again.
    work = work.then(job).catch((error: Error) => log(`${what} failed: ${error.message}`))
  }

  const decide = async (id: string) => {
    const { attributes } = await decideOn(client, id)
    log(`order ${attributes.reference} is ${attributes.status}`)
  }
  const take = (event: AnyEvent) => {
    const { id, type } = event.meta.event
    if (seen.has(id)) return
    seen.add(id)
    const [oldest = id] = seen
    if (seen.size > MAX_REMEMBERED) seen.delete(oldest)
    queue(type, async () => {
      log(`event ${type} ${id}`)
      // Events that are unknown to this connector are no error.
      if (isEvent(event, 'order.brand_created')) await decide(event.data.id)
    })
  }
  const poll = () =>
    queue('polling', async () => {
      for await (const { id } of client.orders.list({ status: 'ankor_confirmed' })) await decide(id)
    })

  const secrets = Promise.withResolvers<readonly string[]>()
  const server = await startReceiver({ port, signingSecrets: secrets.promise, take })
  const webhookUrl = settings.webhookUrl ?? `http://localhost:${portOf(server)}/hook`
  const stop = async () => {
    clearInterval(polling)
    await new Promise((done) => server.close(done))
    await work
  }
  let polling: NodeJS.Timeout | undefined
  try {
    const known = settings.signingSecrets.length > 0
    secrets.resolve(known ? settings.signingSecrets : [await subscribe(client, webhookUrl)])
  } catch (error) {
    secrets.resolve([])
    await stop()
    throw error
  }
  poll()
  polling = setInterval(poll, pollSeconds * 1000)
  log(`waiting for webhooks at ${webhookUrl}`)
  return { webhookUrl, stop }
}
