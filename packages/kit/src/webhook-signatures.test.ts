import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSigningSecret, signatureHeaders } from './webhook-signatures.ts'

const body = '{"meta":{"event":{"id":"2b9d7f10-4c3e-4a1b-8d6f-9e0c5b7a1f4b"}},"data":{"name":"Café ☕"}}'
const at = new Date()
const eventId = '2b9d7f10-4c3e-4a1b-8d6f-9e0c5b7a1f4b'

test('a secret has 40 characters of base64, and no two are alike', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9+/]{40}$/)
  expect(new Set(secrets).size).toBe(100)
})

test('both headers of the specification hold the HMAC of the very bytes, in hexadecimal', () => {
  const secret = newSigningSecret()
  const headers = signatureHeaders({ eventId, body, at, secrets: [secret] })
  const expected = createHmac('sha256', secret).update(Buffer.from(body)).digest('hex')
  expect(headers.signature).toBe(expected)
  expect(headers['X-Marketplace-Hmac-SHA256']).toBe(expected)
})

test('a library of Standard Webhooks accepts it, and refuses another body, id or secret', () => {
  const secret = newSigningSecret()
  const headers = signatureHeaders({ eventId, body, at, secrets: [secret] })
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { name: 'Café ☕' } })
  expect(() => new Webhook(secret).verify(body.replace('☕', '!'), headers)).toThrow()
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'other' })).toThrow()
  expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow()
})

test('of two secrets the list has both, and headers with room for one that of the older', () => {
  const [old, recent] = [newSigningSecret(), newSigningSecret()]
  const headers = signatureHeaders({ eventId, body, at, secrets: [old, recent] })
  for (const secret of [old, recent]) expect(new Webhook(secret).verify(body, headers)).toBeDefined()
  expect(headers.signature).toBe(createHmac('sha256', old).update(body).digest('hex'))
})
