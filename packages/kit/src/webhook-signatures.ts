/** Signature headers of deliveries: those of the specification, and those of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'

/** 40 characters of base64. The text is the HMAC key of the specified headers, the decoded bytes that of Standard Webhooks. */
export const newSigningSecret = (): string => randomBytes(30).toString('base64')

export interface SigningInput {
  eventId: string
  body: string
  /** Real time, not the sandbox clock: receivers compare it with their own clock. */
  at: Date
  /** The secrets that are valid now, the oldest first. */
  secrets: readonly [string, ...string[]]
}

/**
 * Headers with a single signature use the oldest secret, so that during a rotation the receiver can be switched to the new
 * secret at any time before the old one expires. The Standard Webhooks header has a signature of each secret.
 */
export function signatureHeaders({ eventId, body, at, secrets }: SigningInput): Record<string, string> {
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
