import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { CERTIFICATION_TYPE, type Certification, keyIdOf } from './certification.ts'
import { digestOf, verifyCertification, verifyReport } from './signature.ts'

const LESSON = { id: 'tokens', verdict: 'passed' } as const
const REPORT = {
  seed: 7,
  lessons: [{ ...LESSON, evidence: ['GET /api/v1/me'] }],
  connector: { name: 'Bridge' },
}

async function newKey() {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const { x: publicKey = '' } = await exportJWK(pair.publicKey)
  return { publicKey, privateKey: pair.privateKey, id: await keyIdOf(publicKey) }
}

const key = await newKey()
const other = await newKey()

const certification = (report: Readonly<Record<string, unknown>> = REPORT): Certification => ({
  digest: digestOf(report),
  seed: 7,
  version: '1.0.0',
  startedAt: '2026-03-02T09:00:00Z',
  endedAt: '2026-03-02T09:12:00Z',
  isPassed: true,
  lessons: [LESSON],
  issuedAt: '2026-03-02T09:12:01.000Z',
  server: { version: '1.0.0', url: 'http://localhost:4000' },
})

const sign = async (header: Record<string, unknown> = {}, signer: CryptoKey | Uint8Array = key.privateKey) =>
  await new CompactSign(Buffer.from(JSON.stringify(certification())))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id, typ: CERTIFICATION_TYPE, ...header })
    .sign(signer)

const sentenceOf = async (jws: string, trusted: readonly string[] = [key.publicKey]) => {
  const verified = await verifyCertification(jws, trusted)
  return verified.isValid ? 'valid' : verified.sentence
}

test('the signature of a trusted key is valid, and tells what was signed', async () => {
  const verified = await verifyCertification(await sign(), [other.publicKey, key.publicKey])
  expect(verified).toEqual({ isValid: true, keyId: key.id, certification: certification() })
})

test('the signature of an unknown key is not, whatever key it names', async () => {
  const jws = await sign()
  const untrusted = `The report was signed with the key ${key.id}, which is not trusted.`
  expect(await sentenceOf(jws, [other.publicKey])).toBe(untrusted)
  expect(await sentenceOf(jws, [])).toBe(untrusted)
  expect(await sentenceOf(await sign({ kid: undefined }))).toBe(
    'The report was signed with a key without an id, which is not trusted.',
  )
  const posing = await sign({}, other.privateKey)
  expect(await sentenceOf(posing)).toMatch(/^The signature does not fit/)
})

test('an altered payload or signature does not fit', async () => {
  const [header, , signature = ''] = (await sign()).split('.')
  const failed = { ...certification(), isPassed: false }
  const payload = Buffer.from(JSON.stringify(failed)).toString('base64url')
  const sentence = 'The signature does not fit: what was signed, or the signature, was changed.'
  expect(await sentenceOf(`${header}.${payload}.${signature}`)).toBe(sentence)
  const [, original] = (await sign()).split('.')
  expect(await sentenceOf(`${header}.${original}.${'A'.repeat(signature.length)}`)).toBe(sentence)
  expect(await sentenceOf(`${header}.${original}.`)).toBe(sentence)
  expect(await sentenceOf(`${header}.*.${signature}`)).toBe(sentence)
})

test('an other algorithm or kind of document is not accepted', async () => {
  const hmac = await sign({ alg: 'HS256' }, Buffer.from(key.publicKey, 'base64url'))
  expect(await sentenceOf(hmac)).toBe('The signature was made with HS256; only EdDSA is accepted.')
  const header = Buffer.from(JSON.stringify({ alg: 'none', kid: key.id, typ: CERTIFICATION_TYPE }))
  expect(await sentenceOf(`${header.toString('base64url')}.e30.`)).toBe(
    'The signature was made with none; only EdDSA is accepted.',
  )
  expect(await sentenceOf(await sign({ typ: 'JWT' }))).toBe(
    'The signature is of something else than a report.',
  )
})

test.each(['', 'garbage', 'a.b', 'a.b.c', '..', 'bnVsbA.e30.e30', `${'x'.repeat(10_000)}.e30.e30`])(
  'garbage such as %s is no signature',
  async (text) => {
    expect(await sentenceOf(text)).toBe('The signature is not a JWS in compact form.')
  },
)

test.each(['', 'key', 'x'.repeat(44), 'ab+/'.repeat(11).slice(1)])(
  'a trusted key "%s" that is none is named',
  async (malformed) => {
    expect(await sentenceOf(await sign(), [key.publicKey, malformed])).toBe(
      `The trusted key "${malformed}" is not the 32 bytes of an Ed25519 key in base64url.`,
    )
  },
)

test('a report is verified with the signature in it', async () => {
  const signed = { ...REPORT, signature: await sign() }
  expect(await verifyReport(signed, [key.publicKey])).toMatchObject({ isValid: true, keyId: key.id })
  const read = JSON.parse(JSON.stringify(signed, null, 2))
  expect(await verifyReport(read, [key.publicKey])).toMatchObject({ isValid: true })
  expect(await verifyReport(signed, [other.publicKey])).toMatchObject({ isValid: false })
})

test('a report that was altered, or is not signed, is not valid', async () => {
  const signature = await sign()
  const changed = { isValid: false, sentence: 'The report was changed after it was signed.' }
  for (const altered of [
    { ...REPORT, seed: 8 },
    { ...REPORT, note: 'added' },
    { ...REPORT, lessons: [{ ...REPORT.lessons[0], evidence: [] }] },
    { seed: REPORT.seed, lessons: REPORT.lessons },
  ])
    expect(await verifyReport({ ...altered, signature }, [key.publicKey])).toEqual(changed)
  const unsigned = { isValid: false, sentence: 'The report is not signed.' }
  for (const report of [REPORT, { ...REPORT, signature: null }])
    expect(await verifyReport(report, [key.publicKey])).toEqual(unsigned)
})

test('the digest depends on what a report says, not on the order of members or its signature', () => {
  const digest = digestOf({ a: 1, b: { c: [1, 2], d: 'x' } })
  expect(digest).toMatch(/^[\da-f]{64}$/)
  expect(digestOf({ b: { d: 'x', c: [1, 2] }, a: 1, signature: 'any' })).toBe(digest)
  expect(digestOf({ a: 1, b: { c: [2, 1], d: 'x' } })).not.toBe(digest)
  expect(digestOf({ a: '1', b: { c: [1, 2], d: 'x' } })).not.toBe(digest)
  // As in a file, where a date is a text and a member without a value is absent.
  expect(digestOf({ at: new Date(0), none: undefined })).toBe(digestOf({ at: '1970-01-01T00:00:00.000Z' }))
})
