import { signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { expect, test } from 'vitest'
import { spoilSignatures, WRONG_SIGNATURES } from './wrong-signatures.ts'

const RIGHT = signatureHeaders({
  eventId: 'event-1',
  body: '{}',
  at: new Date(0),
  secrets: ['b2xk', 'bmV3'],
})
const signaturesIn = ({ signature = '', ...others }: Record<string, string>) => [
  signature,
  others['X-Marketplace-Hmac-SHA256'] ?? '',
  ...(others['webhook-signature'] ?? '').split(' ').map((each) => each.slice('v1,'.length)),
]

test.each(WRONG_SIGNATURES)('%s: no signature is the right one, also when it is decoded leniently', (how) => {
  const spoilt = spoilSignatures(RIGHT, how)
  expect(Object.keys(spoilt)).toEqual(Object.keys(RIGHT))
  expect(spoilt).toMatchObject({ 'webhook-id': 'event-1', 'webhook-timestamp': '0' })
  expect(spoilt['webhook-signature']).toMatch(/^v1,\S* v1,\S*$/)
  const right = signaturesIn(RIGHT)
  signaturesIn(spoilt).forEach((signature, i) => {
    const encoding = i < 2 ? 'hex' : 'base64'
    expect(signature).not.toBe(right[i])
    expect(Buffer.from(signature, encoding)).not.toEqual(Buffer.from(right[i] ?? '', encoding))
  })
})

test.each([
  ['empty', /^$/],
  ['one_character', /^[\da-f]$/],
  ['truncated', /^[\da-f]{60}$/],
  ['half_right', /^[\da-f]{64}$/],
  ['with_tail', /^[\da-f]{66}$/],
] as const)('%s: begins like the right one', (how, form) => {
  const { signature = '' } = spoilSignatures(RIGHT, how)
  expect(signature).toMatch(form)
  expect(RIGHT.signature?.slice(0, 32)).toBe(
    (signature + RIGHT.signature?.slice(signature.length)).slice(0, 32),
  )
})
