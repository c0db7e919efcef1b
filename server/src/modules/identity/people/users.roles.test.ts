import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Browser, data, demoUserId, signedIn } from '../../../../test/sessions.ts'
import { openPeople } from './test-people.ts'

const { shop, owner, staff, act } = await openPeople()
const { db } = shop.platform

describe('roles', () => {
  const forbidden: [string, string, object?][] = [
    ['GET', '/api/v1/users'],
    [
      'POST',
      '/api/v1/users',
      data('users', { email: 'a@b.test', firstName: 'A', lastName: 'B', role: 'staff' }),
    ],
    ['DELETE', `/api/v1/users/${demoUserId('alder-wick')}`],
    ['POST', `/api/v1/users/${demoUserId('alder-wick')}/-actions/suspend`],
    ['GET', '/api/integrations/v1/applications'],
    [
      'POST',
      '/api/integrations/v1/applications',
      data('applications', { name: 'A', developerEmail: 'a@b.test' }),
    ],
    ['GET', '/api/integrations/v1/audit'],
    ['POST', '/api/v1/webhook-subscriptions', data('webhook-subscriptions', {})],
    ['POST', `/api/v1/webhook-subscriptions/${demoUserId('operator')}/-actions/rotate-secret`],
  ]
  test.each(forbidden)('staff cannot %s %s', async (method, url, body) => {
    const refused = await staff.send(method, url, { body })
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'role_required'])
    expect((await owner.send(method, url, { body })).status).not.toBe(403)
  })

  test('staff can do the daily work, and see no signing secret', async () => {
    const { credentials } = shop
    const body = {
      data: {
        type: 'webhook-subscriptions',
        attributes: { url: 'http://127.0.0.1:9009/hook', events: ['order.brand_created'] },
        relationships: { application: { data: { type: 'application', id: credentials.applicationId } } },
      },
    }
    const created = await owner.send('POST', '/api/v1/webhook-subscriptions', { body })
    expect([created.status, created.text.slice(0, 300)]).toEqual([201, expect.any(String)])
    expect(created.body.data.attributes.signingSecret).toEqual(expect.any(String))
    const { relationships: _, ...unnamed } = body.data
    const missing = await owner.send('POST', '/api/v1/webhook-subscriptions', { body: { data: unnamed } })
    expect(missing.status).toBe(422)
    const url = `/api/v1/webhook-subscriptions/${created.body.data.id}`
    const secrets = [
      (await staff.send('GET', url)).body.data.attributes,
      (await staff.send('GET', '/api/v1/webhook-subscriptions')).body.data[0].attributes,
      (await staff.send('GET', '/api/v1/applications?include=webhookSubscriptions')).body.included[0]
        .attributes,
      (await staff.send('POST', `${url}/-actions/pause`)).body.data.attributes,
    ].map(({ signingSecret }) => signingSecret)
    expect(secrets).toEqual([null, null, null, null])
    expect((await staff.send('POST', `${url}/-actions/resume`)).status).toBe(200)
    // 400 because of the missing body: the role is allowed.
    expect((await staff.send('POST', `${url}/deliveries/-actions/redeliver`)).status).toBe(400)
    expect((await staff.send('GET', '/api/v1/orders')).status).toBe(200)
    expect((await staff.send('GET', '/api/testing/webhook-events')).status).toBe(403)
  })

  test('a brand sees no data of another brand', async () => {
    const tom = await signedIn(shop, 'northlight-ceramics')
    const ids = (page: Browser) =>
      page.send('GET', '/api/v1/users').then(({ body }) => body.data.map(({ id }: { id: string }) => id))
    expect(await ids(tom)).toEqual([demoUserId('northlight-ceramics')])
    expect(await ids(owner)).not.toContain(demoUserId('northlight-ceramics'))
    const ines = demoUserId('alder-wick')
    expect((await tom.send('GET', `/api/v1/users/${ines}`)).status).toBe(403)
    for (const action of ['suspend', 'resume', 'invite'])
      expect((await act(tom, ines, action)).status).toBe(403)
    expect((await act(tom, ines, 'change-role', data('users', { role: 'staff' }))).status).toBe(403)
    expect((await tom.send('DELETE', `/api/v1/users/${ines}`)).status).toBe(403)
    const [mine, theirs] = await Promise.all([
      owner.send('GET', '/api/v1/orders?page[limit]=50'),
      tom.send('GET', '/api/v1/orders?page[limit]=50'),
    ])
    const known = new Set(mine.body.data.map(({ id }: { id: string }) => id))
    expect(theirs.body.data.length).toBeGreaterThan(0)
    for (const { id } of theirs.body.data) {
      expect(known).not.toContain(id)
      expect((await owner.send('GET', `/api/v1/orders/${id}`)).status).toBe(403)
    }
    const audit = await tom.send('GET', '/api/integrations/v1/audit')
    for (const { attributes } of audit.body.data)
      expect(attributes.brandId).toBe(shop.credentials.otherBrand.brandId)
    const verification = await owner.send('POST', '/api/v1/email-verifications', {
      body: data('email-verifications', { email: 'a@b.test' }),
    })
    const foreign = await tom.send('PATCH', `/api/v1/email-verifications/${verification.body.data.id}`, {
      body: data('email-verifications', { code: '000000' }),
    })
    expect(foreign.status).toBe(403)
  })

  test('the migration made users without a role owners of their account, or operators', async () => {
    const migration = await readFile(
      new URL('../../../../migrations/0064.do.users-and-sessions.sql', import.meta.url),
      'utf8',
    )
    const [update = ''] = /update identity\.users\nset role = [^;]+/.exec(migration) ?? []
    const roles = new Map<string, string>()
    const undone = db.begin(async (tx) => {
      await tx`alter table identity.users alter column role drop not null`
      await tx`update identity.users set role = null`
      await tx.unsafe(update)
      for (const { id, role } of await tx`select id, role from identity.users`) roles.set(id, role)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const keys = ['alder-wick', 'alder-wick-staff', 'harbour-lane', 'operator'] as const
    expect(keys.map((key) => roles.get(demoUserId(key)))).toEqual(['owner', 'owner', 'owner', 'operator'])
  })

  test('a brand, a retailer and the operator have their own operations', async () => {
    const nadia = await signedIn(shop, 'harbour-lane')
    const sam = await signedIn(shop, 'operator')
    const statuses = (url: string) =>
      Promise.all([owner, nadia, sam].map(async (page) => (await page.send('GET', url)).status))
    expect(await statuses('/api/v1/orders')).toEqual([200, 403, 403])
    expect(await statuses('/api/retailer/v1/orders')).toEqual([403, 200, 403])
    expect(await statuses('/api/operator/v1/brands')).toEqual([403, 403, 200])
    expect(await statuses('/api/v1/users')).toEqual([200, 200, 200])
  })
})
