/** How a receiver knows that a message is ours: the specification's headers, and those of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'

/** 40 characters of base64: the text is the key of the one signature, the bytes it stands for that of the other. */
export const newSigningSecret = (): string => randomBytes(30).toString('base64')

export interface Signed {
  eventId: string
  body: string
  /** Of real time: receivers compare it with their own clock. */
  at: Date
  /** Those that are good now, the oldest first. */
  secrets: readonly [string, ...string[]]
}

/**
 * Headers with room for one signature get that of the oldest secret: whoever rotates has until its end to teach the
 * receiver the new one. The header with room for several has one of each.
 */
export function signatureHeaders({ eventId, body, at, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secrets[0]).update(body).digest('hex')
  const content = `${eventId}.${timestamp}.${body}`
  const standard = secrets.map(
    (secret) => `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(content).digest('base64')}`,
  )
  return {
    signature,
    'X-Marketplace-Hmac-SHA256': signature,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}
