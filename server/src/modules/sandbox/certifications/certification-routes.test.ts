import { keyIdOf } from '@tradehall/kit/certification'
import { afterAll, describe, expect, test } from 'vitest'
import { verifyCertification } from '../../../../../packages/kit/src/certify/signature.ts'
import { pointersOf } from '../../../../test/answers.ts'
import { demoConfig } from '../../../../test/demo-config.ts'
import { type Market, market, type Who } from '../../../../test/market.ts'
import { modulesFor } from '../../../composition.ts'
import { realNow } from '../../../platform/clock.ts'
import { resealColumn } from '../../../platform/secrets/sealed-columns.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { VERSION } from '../../../platform/version.ts'
import { resetDemo } from '../demo-data.ts'
import { certificationKeys } from './certification-key.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const REPORT = {
  digest: 'a'.repeat(64),
  seed: 7,
  version: '1.0.0',
  startedAt: '2026-03-02T09:00:00Z',
  endedAt: '2026-03-02T09:12:00Z',
  isPassed: true,
  lessons: [
    { id: 'tokens', verdict: 'passed' },
    { id: 'good-practice', verdict: 'warning' },
    { id: 'catalog', verdict: 'skipped' },
  ],
}

const readKey = async (on: Market = shop) => {
  const { status, text, body } = await on.send('GET', '/api/testing/certification-key')
  expect(status, text).toBe(200)
  return body.data as { type: string; id: string; attributes: { algorithm: string; publicKey: string } }
}
const sign = (report: unknown, on: Market = shop, as: Who = 'brand') =>
  on.send('POST', '/api/testing/certifications', { as, body: { report } })

async function verify(jws: string, on: Market = shop) {
  const { publicKey } = (await readKey(on)).attributes
  const verified = await verifyCertification(jws, [publicKey])
  if (!verified.isValid) throw new Error(verified.sentence)
  return verified
}

describe('the key', () => {
  test('is an Ed25519 public key, whose id is its thumbprint, and stays the same', async () => {
    const key = await readKey()
    expect(key).toMatchObject({ type: 'certification-keys', attributes: { algorithm: 'EdDSA' } })
    const { publicKey } = key.attributes
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(32)
    expect(key.id).toBe(await keyIdOf(publicKey))
    expect(await readKey()).toEqual(key)
  })

  test('is created once by concurrent requests of several processes', async () => {
    const one = await market()
    const other = await market({ databaseUrl: one.databaseUrl, credentials: one.credentials })
    // Caches the tokens, so that the requests for the key are concurrent.
    await Promise.all([one.tokenOf('brand'), other.tokenOf('brand')])
    const read = await Promise.all([one, other, one, other, one, other].map((on) => readKey(on)))
    expect(new Set(read.map(({ id }) => id)).size).toBe(1)
    expect(await one.platform.db`select from sandbox.certification_keys`).toHaveLength(1)
  })

  test.each([
    ['a request', async (on: Market) => void (await on.send('POST', '/api/testing/reset'))],
    [
      'the command',
      async (on: Market) => void (await resetDemo(on.databaseUrl, modulesFor('sandbox'), demoConfig)),
    ],
  ])('is kept by a reset by %s, and still signs', async (_by, reset) => {
    const on = await market()
    const key = await readKey(on)
    await reset(on)
    expect(await readKey(on)).toEqual(key)
    const { body } = await sign(REPORT, on)
    expect(body.data.attributes.keyId).toBe(key.id)
    await verify(body.data.attributes.signature, on)
  })

  test('is sealed, and can be sealed anew', async () => {
    const on = await market()
    await readKey(on)
    const { db } = on.platform
    const sealed = async () => {
      const [row] = await db<{ private_jwk_encrypted: Buffer }[]>`
        select private_jwk_encrypted from sandbox.certification_keys`
      return row?.private_jwk_encrypted ?? Buffer.of()
    }
    const before = await sealed()
    expect(JSON.parse(on.platform.secrets.decrypt(before))).toMatchObject({
      crv: 'Ed25519',
      d: expect.any(String),
    })
    const added = Buffer.alloc(32, 9).toString('base64')
    const secrets = createSecrets(`${added},${on.config.secretKey}`)
    expect(await resealColumn({ db, secrets }, certificationKeys)).toEqual({ found: 1, sealed: 1 })
    expect(createSecrets(added).open(await sealed())?.text).toBe(on.platform.secrets.decrypt(before))
  })
})

describe('a certification', () => {
  test.each<Who>(['brand', 'retailer', 'operator'])('is signed for a token of the %s', async (as) => {
    const { status, text, body } = await sign(REPORT, shop, as)
    expect(status, text).toBe(201)
    const key = await readKey()
    expect(body.data).toEqual({
      type: 'certifications',
      id: expect.any(String),
      attributes: {
        digest: REPORT.digest,
        keyId: key.id,
        issuedAt: expect.any(String),
        signature: expect.any(String),
      },
    })
  })

  test('has the given report, the real time, and the version and URL of the server', async () => {
    await shop.setTime('2027-05-01T00:00:00Z')
    const from = realNow(shop.platform.clock)
    const { body } = await sign(REPORT)
    const to = realNow(shop.platform.clock)
    const { signature, issuedAt } = body.data.attributes
    const { certification } = await verify(signature)
    expect(certification).toEqual({
      ...REPORT,
      issuedAt: expect.any(String),
      server: { version: VERSION, url: expect.stringMatching(/^http:\/\//) },
    })
    expect(new Date(issuedAt)).toEqual(new Date(certification.issuedAt))
    expect(new Date(issuedAt) >= from && new Date(issuedAt) <= to).toBe(true)
    const [header = ''] = signature.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      kid: (await readKey()).id,
      typ: 'tradehall-certification+jwt',
    })
  })

  const lessons = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: `lesson-${i}`, verdict: 'passed' }))

  test('may have 50 lessons, and a run that was not passed', async () => {
    expect((await sign({ ...REPORT, lessons: lessons(50) })).status).toBe(201)
    const failed = [{ id: 'tokens', verdict: 'failed' }]
    const { body } = await sign({ ...REPORT, isPassed: false, lessons: failed })
    expect((await verify(body.data.attributes.signature)).certification).toMatchObject({
      isPassed: false,
      lessons: failed,
    })
  })

  test.each<[object, string]>([
    [{ digest: 'A'.repeat(64) }, 'digest'],
    [{ digest: 'a'.repeat(63) }, 'digest'],
    [{ digest: undefined }, 'digest'],
    [{ seed: -1 }, 'seed'],
    [{ seed: 4_294_967_296 }, 'seed'],
    [{ seed: '7' }, 'seed'],
    [{ version: '' }, 'version'],
    [{ version: 'x'.repeat(51) }, 'version'],
    [{ startedAt: 'yesterday' }, 'startedAt'],
    [{ endedAt: undefined }, 'endedAt'],
    [{ endedAt: '2026-03-02T08:59:59Z' }, 'endedAt'],
    [{ isPassed: 'yes' }, 'isPassed'],
    [{ lessons: [{ id: 'tokens', verdict: 'failed' }] }, 'isPassed'],
    [{ lessons: [] }, 'lessons'],
    [{ lessons: lessons(51) }, 'lessons'],
    [{ lessons: [...lessons(2), ...lessons(1)] }, 'lessons.2.id'],
    [{ lessons: [{ id: 'Tokens!', verdict: 'passed' }] }, 'lessons.0.id'],
    [{ lessons: [{ id: 'tokens', verdict: 'great' }] }, 'lessons.0.verdict'],
    [{ lessons: [{ id: 'tokens', verdict: 'passed', note: 'x' }] }, 'lessons.0.note'],
    [{ issuedAt: '2026-03-02T09:00:00Z' }, 'issuedAt'],
  ])('refuses %j', async (changed, pointer) => {
    const answer = await sign({ ...REPORT, ...changed })
    expect(answer.status).toBe(422)
    expect(pointersOf(answer)).toEqual([`report.${pointer}`])
  })

  test.each([{}, { report: null }, { report: REPORT, key: 'x' }])('refuses the body %j', async (body) => {
    expect((await shop.send('POST', '/api/testing/certifications', { body })).status).toBe(422)
  })
})
