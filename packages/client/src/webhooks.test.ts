import { createHmac } from 'node:crypto'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { SignatureError } from './errors.ts'
import { type AnyEvent, isEvent, verifyWebhook, type WebhookEvent } from './webhooks.ts'

const [OLD, NEW] = ['b2xkIHNlY3JldCBvZiBhIHN1YnNjcmlwdGlvbg==', 'bmV3IHNlY3JldCBvZiBhIHN1YnNjcmlwdGlvbg==']
const NOW = new Date('2026-03-02T09:00:00Z')
const SECONDS = NOW.getTime() / 1000
const AT = { now: NOW }
const BODY = JSON.stringify({
  meta: { event: { id: 'e1', applicationId: 'a1', type: 'order.shipped', timestamp: SECONDS } },
  data: { type: 'orders', id: 'o1', attributes: { note: 'Grüße' } },
})

const hex = (secret: string, body = BODY) => createHmac('sha256', secret).update(body).digest('hex')
const standard = (secret: string, seconds = SECONDS, body = BODY) =>
  `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(`e1.${seconds}.${body}`).digest('base64')}`

/** As the server signs: plain headers with the oldest secret, the standard one with each. */
const signed = (secrets: [string, ...string[]], seconds = SECONDS) => ({
  signature: hex(secrets[0]),
  'X-Marketplace-Hmac-SHA256': hex(secrets[0]),
  'webhook-id': 'e1',
  'webhook-timestamp': String(seconds),
  'webhook-signature': secrets.map((secret) => standard(secret, seconds)).join(' '),
})

test.each([
  ['all headers', signed([OLD])],
  [
    'Standard Webhooks alone',
    { ...signed([OLD]), signature: undefined, 'X-Marketplace-Hmac-SHA256': undefined },
  ],
  ['signature alone', { signature: hex(OLD) }],
  ['X-Marketplace-Hmac-SHA256 alone', { 'X-Marketplace-Hmac-SHA256': hex(OLD) }],
  ['names in lower case, values in lists', { signature: [hex(OLD)] }],
  ['digits in upper case', { signature: hex(OLD).toUpperCase() }],
])('is genuine with %s', async (_, headers) => {
  const { event } = await verifyWebhook(headers, BODY, OLD, AT)
  expect(event.meta.event).toMatchObject({ id: 'e1', type: 'order.shipped' })
  await verifyWebhook(
    new Headers(Object.entries(headers).flatMap(([k, v]) => (v ? [[k, String(v)]] : [])) as []),
    BODY,
    OLD,
    AT,
  )
})

test('the body may be bytes', async () => {
  const { event } = await verifyWebhook(signed([OLD]), Buffer.from(BODY), OLD, AT)
  expect(event).toEqual(JSON.parse(BODY))
})

test.each([
  ['the receiver has both secrets', [OLD, NEW]],
  ['the receiver has the old secret only', [OLD]],
  ['the receiver has the new secret already', [NEW]],
])('during a rotation it is genuine when %s', async (_, secrets) => {
  await verifyWebhook(signed([OLD, NEW]), BODY, secrets, AT)
})

test.each([
  ['another secret', signed([NEW]), BODY],
  ['another body', signed([OLD]), BODY.replace('o1', 'o2')],
  ['another id', { ...signed([OLD]), 'webhook-id': 'e2' }, BODY],
  ['another time', { ...signed([OLD]), 'webhook-timestamp': String(SECONDS + 1) }, BODY],
  ['a plain signature beside a wrong standard one', { ...signed([NEW]), signature: hex(OLD) }, BODY],
  [
    'a signature of another version',
    { ...signed([OLD]), 'webhook-signature': standard(OLD).replace('v1', 'v9') },
    BODY,
  ],
  ['a signature that is no base64', { ...signed([OLD]), 'webhook-signature': 'v1,***' }, BODY],
  ['a signature that is no hexadecimal', { signature: 'zz' }, BODY],
  ['an empty signature', { signature: '' }, BODY],
  ['half of a signature', { signature: hex(OLD).slice(0, 32) }, BODY],
])('is not genuine with %s', async (_, headers, body) => {
  const error = await verifyWebhook(headers, body, OLD, AT).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(SignatureError)
  expect(error.message).toContain('check that the secret is that of the subscription')
  expect(error.message).not.toContain(OLD)
})

test('a message without a signature says so', async () => {
  await expect(verifyWebhook({}, BODY, OLD, AT)).rejects.toThrow('has no signature header')
})

test.each([
  [-301, 'signed 301 seconds ago'],
  [7200, 'signed 7200 seconds in the future'],
])('a message that is %i seconds off explains clocks', async (seconds, said) => {
  const call = verifyWebhook(signed([OLD], SECONDS + seconds), BODY, OLD, AT)
  await expect(call).rejects.toThrow(said)
  await expect(call).rejects.toThrow('the clock of this machine is wrong')
})

test.each([-300, 300])('a message that is %i seconds off is in time', async (seconds) => {
  await verifyWebhook(signed([OLD], SECONDS + seconds), BODY, OLD, { now: NOW.getTime() })
})

test('the result says whether the age was checked, and an age that cannot be checked can be refused', async () => {
  const plain = { signature: hex(OLD) }
  expect(await verifyWebhook(plain, BODY, OLD, AT)).toMatchObject({ isAgeChecked: false })
  expect(await verifyWebhook(signed([OLD]), BODY, OLD, AT)).toMatchObject({ isAgeChecked: true })
  const strict = { ...AT, requireTimestamp: true }
  expect(await verifyWebhook(signed([OLD]), BODY, OLD, strict)).toMatchObject({ isAgeChecked: true })
  // As a proxy or an attacker leaves them over.
  const { 'webhook-signature': _, ...rest } = signed([OLD])
  for (const headers of [plain, rest, {}]) {
    const call = verifyWebhook(headers, BODY, OLD, strict)
    await expect(call).rejects.toBeInstanceOf(SignatureError)
    await expect(call).rejects.toThrow('has no header webhook-signature')
  }
})

test('now is the time of the machine by default', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  try {
    await verifyWebhook(signed([OLD]), BODY, OLD)
  } finally {
    vi.useRealTimers()
  }
})

test('every pair of secret and signature is compared, whichever fits', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  try {
    await verifyWebhook(signed([OLD, NEW]), BODY, [OLD, NEW], AT)
    expect(verify).toHaveBeenCalledTimes(4)
  } finally {
    verify.mockRestore()
  }
})

test('a parsed body and missing secrets are mistakes of the caller, with a remedy', async () => {
  await expect(verifyWebhook(signed([OLD]), JSON.parse(BODY), OLD, AT)).rejects.toThrow(
    'before a framework parses it',
  )
  for (const secrets of ['', [], [OLD, '']]) {
    await expect(verifyWebhook(signed([OLD]), BODY, secrets, AT)).rejects.toThrow('not the client secret')
  }
})

test('a signed body that is no event is refused', async () => {
  await expect(verifyWebhook({ signature: hex(OLD, '{}') }, '{}', OLD, AT)).rejects.toThrow('it has no event')
})

test('events are told apart by name, and unknown ones pass', async () => {
  const { event } = await verifyWebhook(signed([OLD]), BODY, OLD, AT)
  expectTypeOf(event).toEqualTypeOf<AnyEvent>()
  expect(isEvent(event, 'order.cancelled')).toBe(false)
  if (!isEvent(event, 'order.shipped')) throw new Error('It is another event.')
  expectTypeOf(event.data.type).toEqualTypeOf<'orders'>()
  const unknown = BODY.replace('order.shipped', 'order.teleported')
  const { event: newer } = await verifyWebhook({ signature: hex(OLD, unknown) }, unknown, OLD, AT)
  expect(isEvent(newer, 'order.teleported')).toBe(true)
  expect(isEvent(newer, 'order.shipped')).toBe(false)
  // It stays what it is, of which nothing is known but the envelope.
  if (isEvent(newer, 'order.teleported')) expectTypeOf(newer.data).toEqualTypeOf<unknown>()
  expectTypeOf<WebhookEvent<'order.cancelled'>['meta']['event']['type']>().toEqualTypeOf<'order.cancelled'>()
})
