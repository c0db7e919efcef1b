/** The HTTP server that webhooks are delivered to. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnyEvent, SignatureError, verifyWebhook } from '@tradehall/client'
import { Refusal } from './settings.ts'

export interface ReceiverOptions {
  port: number
  /** Known a moment after the start, if the connector has to subscribe first. */
  signingSecrets: Promise<readonly string[]>
  /** Takes a genuine event, and returns without processing it. If this fails, the marketplace delivers the event again. */
  take: (event: AnyEvent) => void
}

const MAX_BYTES = 1_000_000

export async function startReceiver({ port, signingSecrets, take }: ReceiverOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    try {
      response.statusCode = await receive(request, await signingSecrets, take)
    } catch (error) {
      console.error(`A delivery could not be taken: ${(error as Error).message}`)
      response.statusCode = 500
    }
    response.end()
  })
  // Slow senders give way, and no delivery takes this long.
  server.requestTimeout = 15_000
  return await listen(server, port)
}

async function receive(
  request: IncomingMessage,
  signingSecrets: readonly string[],
  take: ReceiverOptions['take'],
): Promise<number> {
  if (request.url?.split('?')[0] !== '/hook') return 404
  if (request.method !== 'POST') return 405
  // The signature covers the bytes as they came, so nothing is parsed before.
  const body = await readBody(request)
  if (!body) return 413
  try {
    // Without the time nobody could tell an old message from a new one.
    const options = { requireTimestamp: true }
    const { event } = await verifyWebhook(request.headers, body, signingSecrets, options)
    take(event)
    return 204
  } catch (error) {
    if (error instanceof SignatureError) return 401
    throw error
  }
}

/** Undefined if the body is too large. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The connector is not reachable from other machines by itself: put a proxy with TLS in front of it. */
export async function listen(server: Server, port: number): Promise<Server> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Refusal(`Port ${port} is already in use; stop the other program, or set another port.`)
  }
  return server
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port
