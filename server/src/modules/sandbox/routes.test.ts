import { afterAll, describe, expect, test } from 'vitest'
import { demoConfig } from '../../../test/demo-config.ts'
import { type Market, market, PRODUCTION, type Who } from '../../../test/market.ts'
import { startStopwatch } from '../../../test/time.ts'
import { modulesFor } from '../../composition.ts'
import { transaction } from '../../platform/database.ts'
import { demoId } from '../../platform/demo-id.ts'
import { createApplication, revokeApplication, SHELL } from '../identity/index.ts'
import { resetDemo, seedDemo } from './demo-data.ts'

const shop = await market({ cleanUp: afterAll })

describe('the request log', () => {
  test('shows the requests of the account with bodies, and nothing of other accounts', async () => {
    const shop = await market()
    const asked = await shop.send('GET', '/api/v1/me/config?fields[user-configs]=country')
    await shop.send('GET', '/api/v1/me', { as: 'otherBrand' })
    const { data } = (await shop.send('GET', '/api/testing/requests')).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      type: 'requests',
      id: asked.headers['x-request-id'],
      attributes: {
        method: 'GET',
        url: '/api/v1/me/config?fields[user-configs]=country',
        status: 200,
        applicationId: shop.credentials.applicationId,
        responseBody: asked.text,
      },
    })
  })

  test('never contains tokens, secrets or codes', async () => {
    const shop = await market()
    const data = { type: 'email-verifications', id: demoId('x'), attributes: { code: '424242' } }
    await shop.send('PATCH', `/api/v1/email-verifications/${demoId('x')}`, { body: { data } })
    const all = await shop.send('GET', '/api/testing/requests', { as: 'operator' })
    expect(all.body.data.map((one: { attributes: { url: string } }) => one.attributes.url)).toContain(
      '/oauth/token',
    )
    const rows = await shop.platform.db`select r::text as row from sandbox.requests r`
    for (const secret of [shop.credentials.clientSecret, await shop.tokenOf('brand'), '424242']) {
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
  })

  test('is paged with cursors in both directions, and can be filtered', async () => {
    const shop = await market()
    for (let i = 0; i < 7; i++) await shop.send('GET', `/api/v1/me?${i % 2 === 0 ? '' : 'x=1'}`)
    const path = (url: string) => url.slice(url.indexOf('/api'))
    const first = await shop.send(
      'GET',
      '/api/testing/requests?filter[method]=GET&filter[status]=200&page[limit]=2',
    )
    expect(first.body.data).toHaveLength(2)
    expect(first.body.meta.page).toEqual({
      from: first.body.data[0].id,
      to: first.body.data[1].id,
      hasMore: true,
      perPage: 2,
    })
    expect(first.body.links.prev).toBeUndefined()
    expect(first.body.links.next).toContain('page%5Blimit%5D=2')
    expect(first.body.links.next).toContain('filter%5Bmethod%5D=GET')

    const second = await shop.send('GET', path(first.body.links.next))
    expect(second.body.data.length).toBeGreaterThan(0)
    const back = await shop.send('GET', path(second.body.links.prev))
    expect(back.body.data).toEqual(first.body.data)
    for (const page of [first, second]) {
      for (const one of page.body.data) expect(one.attributes).toMatchObject({ method: 'GET', status: 200 })
    }
  })

  test('refuses an unknown cursor, and one of another account', async () => {
    const shop = await market()
    const foreign = await shop.send('GET', '/api/v1/me', { as: 'otherBrand' })
    for (const cursor of ['0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11', foreign.headers['x-request-id']]) {
      const answer = await shop.send('GET', `/api/testing/requests?page[after]=${cursor}`)
      expect(answer.status).toBe(400)
      expect(answer.body.errors[0].source.parameter).toBe('page[after]')
    }
  })
})

describe('mails', () => {
  test('are shown only to their account and to the operator', async () => {
    const shop = await market()
    const everyone: Who[] = ['brand', 'otherBrand', 'retailer', 'operator']
    for (const as of everyone) {
      const data = { type: 'email-verifications', attributes: { email: `${as.toLowerCase()}@b.test` } }
      await shop.send('POST', '/api/v1/email-verifications', { as, body: { data } })
    }
    const seenBy = async (as: Who): Promise<string[]> =>
      (await shop.send('GET', '/api/testing/mails', { as })).body.data.map(
        (one: { attributes: { to: string } }) => one.attributes.to,
      )
    expect(await seenBy('brand')).toEqual(['brand@b.test'])
    expect(await seenBy('otherBrand')).toEqual(['otherbrand@b.test'])
    expect(await seenBy('retailer')).toEqual(['retailer@b.test'])
    expect(await seenBy('operator')).toHaveLength(4)
  })
})

describe('a reset', () => {
  test('restores the demo data, keeps credentials and tokens, and takes under 3 seconds', async () => {
    const shop = await market()
    const token = await shop.tokenOf('brand')
    const before = await shop.send('GET', '/api/v1/currencies/rates/latest')
    const { db } = shop.platform
    await db`delete from general.currency_rates`
    await db`update identity.users set first_name = 'Changed'`
    await shop.send('POST', '/api/testing/faults', { body: { status: 500, path: '/api/v1/nothing' } })
    await shop.advance(600)

    const tookMs = startStopwatch()
    expect((await shop.send('POST', '/api/testing/reset', { token })).status).toBe(200)
    expect(tookMs()).toBeLessThan(3000)

    expect((await shop.send('GET', '/api/v1/me', { token })).body.data.first_name).toBe('Ines')
    expect((await shop.send('GET', '/api/v1/me', { as: 'brand' })).status).toBe(200)
    expect((await shop.send('GET', '/api/v1/currencies/rates/latest')).body.data).toEqual(before.body.data)
    expect((await shop.send('GET', '/api/testing/faults')).body.data).toEqual([])
  })

  test('removes the applications that are not demo data, and names them', async () => {
    const shop = await market()
    const sam = demoId('user/operator')
    const wanted = { name: 'Nightly sync', developerEmail: 'sync@tradehall.test', userId: sam }
    const made = await transaction(shop.platform.db, (tx) =>
      createApplication({ ...shop.platform, db: tx }, { account: { kind: 'operator' }, ...wanted }, SHELL),
    )
    const token = await shop.http.tokens.issue(made.applicationId)
    const answer = await shop.send('POST', '/api/testing/reset', { token })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      jsonapi: { version: '1.0' },
      meta: {
        removedApplications: [{ id: made.applicationId, name: 'Nightly sync', clientId: made.clientId }],
      },
    })
    expect((await shop.send('GET', '/api/v1/me', { token })).status).toBe(401)
    const again = await shop.send('POST', '/api/testing/reset')
    expect(again.body.meta).toEqual({ removedApplications: [] })
  })

  test.each([
    ['a request', (shop: Market) => shop.send('POST', '/api/testing/reset')],
    [
      'the command',
      async (shop: Market) => {
        await resetDemo(shop.databaseUrl, modulesFor('sandbox'), demoConfig)
        await shop.platform.signals.refresh()
      },
    ],
  ])('by %s clears the counts of token requests', async (_by, reset) => {
    const shop = await market()
    await shop.tokenOf('brand')
    const { clientId, clientSecret } = shop.clientOf('retailer')
    const ask = async () => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      return await shop.send('POST', '/oauth/token', {
        as: null,
        payload: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    }
    while ((await ask()).status === 200);
    expect((await ask()).status).toBe(429)
    await reset(shop)
    const answer = await ask()
    expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([200, '59'])
  })

  test('takes longer than a statement of a request may, as on a cluster', async () => {
    const shop = await market({ answerWithinMs: 1500 })
    await shop.platform.db.unsafe(`
      create function sandbox.dawdle() returns trigger language plpgsql as
        'begin perform pg_sleep(1); return null; end';
      create trigger dawdle before truncate on stock.levels execute function sandbox.dawdle()`)
    expect((await shop.send('POST', '/api/testing/reset')).status).toBe(200)
  })

  test('sets the clock to real time', async () => {
    const shop = await market()
    await shop.send('POST', '/api/testing/reset')
    expect(shop.platform.clock.offsetMs()).toBe(0)
  })

  test('restores a revoked demo application with its secret', async () => {
    const shop = await market()
    await revokeApplication(shop.platform, shop.credentials.applicationId, SHELL)
    await shop.send('POST', '/api/testing/reset', { as: 'operator' })
    expect((await shop.send('GET', '/api/v1/me', { as: 'brand' })).status).toBe(200)
  })

  test('can be made by the command too', async () => {
    const shop = await market()
    await shop.platform.db`delete from general.currency_rates`
    await resetDemo(shop.databaseUrl, modulesFor('sandbox'), demoConfig)
    expect((await shop.platform.db`select 1 from general.currency_rates`).length).toBeGreaterThan(0)
  })
})

test('demo data are the same in every sandbox, and seeding twice changes nothing', async () => {
  const other = await market()
  const dump = async (on: Market) => {
    const { db } = on.platform
    const users = await db`select id, number, email, browser_id from identity.users order by id`
    const brands = await db`select * from identity.brands order by id`
    const retailers = await db`select * from identity.retailers order by id`
    const rates = await db`select * from general.currency_rates order by id`
    return JSON.stringify({ users, brands, retailers, rates })
  }
  expect(await dump(other)).toBe(await dump(shop))
  expect(await seedDemo(other.databaseUrl, modulesFor('sandbox'), demoConfig)).toBeNull()
  expect(await dump(other)).toBe(await dump(shop))
})

test('in production none of the testing routes exist', async () => {
  const production = await market({ env: PRODUCTION })
  const headers = { 'x-forwarded-proto': 'https' }
  const paths = shop.http.operations.filter(({ path }) => path.startsWith('/api/testing'))
  expect(paths.length).toBeGreaterThan(8)
  const token = await production.http.tokens.issue(production.credentials.applicationId)
  for (const { method, path } of paths) {
    expect((await production.send(method, path, { token, headers })).status).toBe(404)
  }
})
