import { decodeJwt, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { market } from '../../../../test/market.ts'
import { untilEveryNodeKnows } from '../../../../test/time.ts'
import { buildApp } from '../../../app.ts'
import { closePlatform, createPlatform } from '../../../platform/index.ts'
import { revokeApplication } from '../credentials/applications.ts'
import { SHELL } from '../credentials/audit.ts'
import { listSigningKeys } from '../queries.ts'
import { rotateSigningKeys } from './signing-keys.ts'

const shop = await market({ cleanUp: afterAll })
const statusOf = async (token: string) => (await shop.send('GET', '/api/v1/me', { token })).status

/** Token lifetimes use the system time, which only fake timers can move. */
function passOnThisMachine(seconds: number): void {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
  }
  vi.setSystemTime(Date.now() + seconds * 1000)
}

/** Other texts that are decoded to the same bytes. */
function otherWaysToWrite(segment: string): string[] {
  const bytes = Buffer.from(segment, 'base64url')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const unusedBits = [...alphabet].map((last) => segment.slice(0, -1) + last)
  const plain = segment.replaceAll('-', '+').replaceAll('_', '/')
  const others = [
    `${segment}=`,
    `${segment}==`,
    plain,
    `${segment.slice(0, 4)} ${segment.slice(4)}`,
    ...unusedBits,
  ]
  return others.filter((other) => other !== segment && Buffer.from(other, 'base64url').equals(bytes))
}

describe('an access token', () => {
  test('is a JWT that names its application and lasts 3600 seconds', async () => {
    const claims = decodeJwt(await shop.tokenOf('brand'))
    expect(claims.sub).toBe(shop.credentials.applicationId)
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
  })

  test('lasts 3600 seconds, whether it was seen before or not', async () => {
    const shop = await market()
    passOnThisMachine(0)
    const [seen, unseen] = [await shop.tokenOf('brand'), await shop.tokenOf('otherBrand')]
    expect((await shop.send('GET', '/api/v1/me', { token: seen })).status).toBe(200)
    passOnThisMachine(3590)
    expect((await shop.send('GET', '/api/v1/me', { token: seen })).status).toBe(200)
    passOnThisMachine(11)
    for (const token of [seen, unseen]) {
      const answer = await shop.send('GET', '/api/v1/me/config', { token })
      expect(answer.status).toBe(401)
      expect(answer.body.errors).toEqual([{ status: '401', detail: expect.stringMatching(/expired/) }])
      expect(answer.headers['www-authenticate']).toMatch(/invalid_token/)
    }
  })

  test('has the same lifetime when the clock is moved', async () => {
    const shop = await market()
    const move = async (action: string, body?: object) => {
      const answer = await shop.send('POST', `/api/testing/clock/-actions/${action}`, {
        as: 'operator',
        body,
      })
      expect(answer.status, answer.text).toBe(200)
    }
    const token = await shop.tokenOf('brand')
    const status = async () => (await shop.send('GET', '/api/v1/me', { token })).status
    // Each day runs the daily job, which creates and deletes keys.
    for (const days of [1, 31, 2, 400, 2]) {
      await move('advance', { seconds: days * 86_400 })
      expect(await status(), `${days} days later`).toBe(200)
    }
    const late = await shop.http.tokens.issue(shop.credentials.applicationId)
    await move('set', { to: '2024-02-29T12:00:00Z' })
    await move('run-jobs')
    expect(await status()).toBe(200)
    await move('reset')
    expect(await status()).toBe(200)
    expect((await shop.send('POST', '/api/testing/reset', { token })).status).toBe(200)
    expect(await status()).toBe(200)
    expect((await shop.send('GET', '/api/v1/me', { token: late })).status).toBe(200)

    await move('set', { to: '2024-02-29T12:00:00Z' })
    passOnThisMachine(3601)
    expect(await status()).toBe(401)
    expect((await shop.send('GET', '/api/v1/me', { token: late })).status).toBe(401)
  })

  test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0..', '\u00ff', 'a'.repeat(5000)])(
    '%j is refused',
    async (token) => {
      const answer = await shop.send('GET', '/api/v1/me', {
        as: null,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(answer.status).toBe(401)
    },
  )

  test('without a signature is refused', async () => {
    const { sub, aud, exp } = decodeJwt(await shop.tokenOf('brand'))
    const forged = new UnsecuredJWT({ sub: sub ?? '', aud: aud ?? '', exp: exp ?? 0 }).encode()
    expect(await statusOf(forged)).toBe(401)
  })

  test('signed by somebody else is refused, also under the id of our key', async () => {
    const token = await shop.tokenOf('brand')
    const kid = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
      .sign(privateKey)
    expect(await statusOf(forged)).toBe(401)
  })

  test('signed with the public key as an HMAC secret is refused', async () => {
    const token = await shop.tokenOf('brand')
    const [key] = await listSigningKeys(shop.platform.db)
    const secret = new TextEncoder().encode(JSON.stringify(key?.public_jwk))
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256', kid: key?.id ?? '', typ: 'at+jwt' })
      .sign(secret)
    expect(await statusOf(forged)).toBe(401)
  })

  test('in another encoding of the same bytes is refused, also if the canonical one is cached', async () => {
    const shop = await market()
    const statusOf = async (token: string) => (await shop.send('GET', '/api/v1/me', { token })).status
    for (const isSeen of [false, true]) {
      const token = await shop.tokenOf(isSeen ? 'otherBrand' : 'brand')
      if (isSeen) expect(await statusOf(token)).toBe(200)
      const segments = token.split('.')
      const written = segments.flatMap((segment, i) =>
        otherWaysToWrite(segment).map((other) => segments.with(i, other).join('.')),
      )
      expect(written.length).toBeGreaterThan(9)
      for (const other of written) expect(await statusOf(other), other).toBe(401)
      expect(await statusOf(token)).toBe(200)
    }
  })

  test('with a changed claim is refused', async () => {
    const [head, , signature] = (await shop.tokenOf('brand')).split('.')
    const claims = { ...decodeJwt(await shop.tokenOf('brand')), sub: shop.credentials.otherBrand.brandId }
    const changed = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    expect(await statusOf(changed)).toBe(401)
  })

  test.each(['nobody', '', 'null', 7])('of ours with the subject %j is refused', async (sub) => {
    const [row] = await listSigningKeys(shop.platform.db)
    const secret = shop.platform.secrets.decrypt(row?.private_jwk_encrypted ?? Buffer.alloc(0))
    const key = await importJWK(JSON.parse(secret), 'ES256')
    const forged = await new SignJWT({ ...decodeJwt(await shop.tokenOf('brand')), sub: sub as string })
      .setProtectedHeader({ alg: 'ES256', kid: row?.id ?? '', typ: 'at+jwt' })
      .sign(key)
    expect(await statusOf(forged)).toBe(401)
  })

  test('is not accepted with another scheme', async () => {
    const headers = { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }
    expect((await shop.send('GET', '/api/v1/me', { as: null, headers })).status).toBe(401)
  })
})

test('revoking an application ends its tokens on every process within a second, and its secrets', async () => {
  const shop = await market()
  const secretKey = shop.config.secretKey ?? ''
  const second = createPlatform(shop.config, {
    name: 'second',
    databaseUrl: shop.databaseUrl,
    secretKey,
    log: shop.platform.log,
  })
  const other = buildApp(second, shop.databaseUrl)
  await second.signals.start()
  try {
    const token = await shop.tokenOf('brand')
    const headers = { authorization: `Bearer ${token}` }
    const onOther = async () =>
      (await other.app.inject({ method: 'GET', url: '/api/v1/me', headers })).statusCode
    expect([(await shop.send('GET', '/api/v1/me')).status, await onOther()]).toEqual([200, 200])

    expect(await revokeApplication(shop.platform, shop.credentials.applicationId, SHELL)).toBe(true)
    expect((await shop.send('GET', '/api/v1/me')).status).toBe(401)
    await untilEveryNodeKnows()
    expect(await onOther()).toBe(401)

    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: shop.credentials.clientId,
      client_secret: shop.credentials.clientSecret,
    })
    const again = await shop.send('POST', '/oauth/token', {
      as: null,
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(again.body.error).toBe('invalid_client')
    expect(await revokeApplication(shop.platform, shop.credentials.applicationId, SHELL)).toBe(false)
  } finally {
    await other.app.close()
    await closePlatform(second)
  }
})

describe('signing keys', () => {
  test('are replaced after 30 days; tokens of the old key stay valid, and a day later the old key is deleted', async () => {
    const shop = await market()
    await shop.tokenOf('brand')
    const [first] = await listSigningKeys(shop.platform.db)
    passOnThisMachine(30 * 86_400 - 600)
    await rotateSigningKeys(shop.platform)
    expect(await listSigningKeys(shop.platform.db)).toHaveLength(1)

    const oldToken = await shop.http.tokens.issue(shop.credentials.applicationId)
    passOnThisMachine(601)
    await rotateSigningKeys(shop.platform)
    const keys = await listSigningKeys(shop.platform.db)
    expect(keys).toHaveLength(2)
    expect(keys[1]?.id).toBe(first?.id)
    expect((await shop.send('GET', '/api/v1/me', { token: oldToken })).status).toBe(200)
    expect((await shop.send('GET', '/api/v1/me', { as: 'otherBrand' })).status).toBe(200)

    passOnThisMachine(86_400)
    await rotateSigningKeys(shop.platform)
    const left = await listSigningKeys(shop.platform.db)
    expect(left.map(({ id }) => id)).toEqual([keys[0]?.id])
  })

  test('do not age when the clock is moved', async () => {
    const shop = await market()
    await shop.tokenOf('brand')
    const before = await listSigningKeys(shop.platform.db)
    await shop.advance(400 * 86_400)
    await rotateSigningKeys(shop.platform)
    expect(await listSigningKeys(shop.platform.db)).toEqual(before)
  })

  test('are stored encrypted', async () => {
    const [key] = await listSigningKeys(shop.platform.db)
    expect(key?.private_jwk_encrypted.toString('latin1')).not.toContain('"d"')
    expect(JSON.stringify(key?.public_jwk)).not.toContain('"d"')
  })
})
