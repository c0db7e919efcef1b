/** What is recorded of support sessions, and of what an operator does in them. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { type Browser, data, demoUserId, signedIn } from '../../../../test/sessions.ts'
import { passHour, supporting } from '../../../../test/support.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
const CURRENT = '/api/v1/sessions/current'
const operatorId = demoUserId('operator')
const REASON = 'Labels are missing.'

const current = async (page: Browser) => (await page.send('GET', CURRENT)).body?.data

describe('records', () => {
  const entries = async (page: Browser, id: string) => {
    const { body } = await page.send('GET', '/api/v1/audit?page[limit]=100')
    return body.data
      .map(({ attributes }: { attributes: Record<string, unknown> }) => attributes)
      .filter(({ supportSessionId }: Record<string, unknown>) => supportSessionId === id)
      .reverse()
  }

  test('have the operator and the support session in the audit of the brand and of the operator', async () => {
    const page = await supporting(shop, 'read-write')
    const { id } = await current(page)
    const order = await placeOrder(shop)
    const settings = await page.send('PATCH', `/api/v1/brands/shipping-settings/${brandId}`, {
      body: { averageLeadTime: '6-10' },
    })
    expect(settings.status, settings.text).toBe(200)
    await page.send('GET', `/api/v1/orders/${order.id}`)
    await page.send('DELETE', CURRENT)
    const owner = await signedIn(shop, 'alder-wick')
    const by = {
      actedBy: 'operator',
      byUserId: operatorId,
      byUserName: expect.stringMatching(/\w+ \w+/),
      byApplicationId: null,
      address: null,
      brandId,
    }
    const told = await entries(owner, id)
    expect(told).toMatchObject([
      { action: 'begin-support-session', detail: `read-write: ${REASON}`, ...by },
      {
        action: 'use-support-session',
        detail: expect.stringContaining(`PATCH /api/v1/brands/shipping-settings/${brandId}`),
        ...by,
      },
      { action: 'change-shipping-settings', ...by },
      { action: 'end-support-session', detail: null, ...by },
    ])
    const { body } = await shop.send('GET', `/api/operator/v1/audit?filter[byUserId]=${operatorId}`, {
      as: 'operator',
    })
    expect(body.data[0].attributes).toMatchObject({
      action: 'end-support-session',
      address: '127.0.0.1',
      supportSessionId: id,
    })
  })

  test('other entries of the operator stay without a name', async () => {
    const operator = await signedIn(shop, 'operator')
    await operator.send('POST', `/api/operator/v1/brands/${brandId}/users`, {
      body: data('users', { email: 'new@alderwick.test', firstName: 'New', lastName: 'One', role: 'staff' }),
    })
    const owner = await signedIn(shop, 'alder-wick')
    const { body } = await owner.send('GET', '/api/v1/audit?filter[action][]=invite')
    expect(body.data[0].attributes).toMatchObject({
      actedBy: 'operator',
      byUserName: null,
      supportSessionId: null,
    })
  })

  test('history, timeline and stock name the operator and the support session', async () => {
    const page = await supporting(shop, 'read-write')
    const { id } = await current(page)
    const order = await placeOrder(shop)
    const accepted = await page.send('POST', `/api/v1/orders/${order.id}/-actions/transition`, {
      body: { data: { type: 'brand-validates' } },
    })
    expect(accepted.status, accepted.text).toBe(200)
    const owner = await signedIn(shop, 'alder-wick')
    const named = {
      id,
      type: 'support-sessions',
      attributes: {
        userId: operatorId,
        brandId,
        brandName: 'Alder & Wick',
        reason: REASON,
        access: 'read-write',
      },
    }
    const history = await owner.send('GET', `/api/v1/orders/${order.id}/history?include=supportSession`)
    expect(history.body.data[0]).toMatchObject({
      attributes: { command: 'brand-validates', movedBy: 'brand', userId: operatorId, applicationId: null },
      relationships: { supportSession: { data: { type: 'support-sessions', id } } },
    })
    expect(history.body.included).toMatchObject([named])
    const timeline = await owner.send('GET', `/api/v1/orders/${order.id}/timeline?include=supportSession`)
    expect(timeline.body.included).toMatchObject([named])

    const variants = await page.send('GET', '/api/v1/product-variants?page[limit]=1')
    const variant = variants.body.data[0].id
    const set = await page.send('PATCH', `/api/v1/product-variants/${variant}/stock`, {
      body: { data: { type: 'product-variants', id: variant, attributes: { stockQuantity: 1234 } } },
    })
    expect(set.status, set.text).toBe(200)
    const movements = await owner.send(
      'GET',
      `/api/v1/product-variants/${variant}/stock-movements?page[limit]=1&include=supportSession`,
    )
    expect(movements.body.data[0]).toMatchObject({ attributes: { cause: 'manual', userId: operatorId } })
    expect(movements.body.included).toMatchObject([named])
    // The names stay after the session has ended.
    await page.send('DELETE', CURRENT)
    const later = await owner.send('GET', `/api/v1/orders/${order.id}/history?include=supportSession`)
    expect(later.body.included[0].attributes).toMatchObject({ reason: REASON, isActive: false })
    const foreign = await shop.send(
      'GET',
      `/api/operator/v1/orders/${order.id}/history?include=supportSession`,
      {
        as: 'operator',
      },
    )
    expect(foreign.body.included).toMatchObject([named])
  })

  test('a bulk operation shows the name of the operator', async () => {
    const page = await supporting(shop, 'read-write')
    const created = await page.send('POST', '/api/v1/catalog/integrations/operations', {
      body: data('catalog-integration-operation', { operationType: 'update', source: 'other' }),
    })
    expect(created.status, created.text).toBe(201)
    expect(JSON.stringify(created.body)).toContain('(marketplace support)')
  })

  test('a job records the end of a support session that was not used after its hour', async () => {
    const page = await supporting(shop, 'read-only')
    const { id } = await current(page)
    await passHour(shop)
    await shop.advance(120)
    await shop.runJobs()
    const owner = await signedIn(shop, 'alder-wick')
    const told = await entries(owner, id)
    expect(told.map(({ action }: { action: string }) => action)).toEqual([
      'begin-support-session',
      'end-support-session',
    ])
    const [record] = await db`select ended_at, ends_at from identity.support_sessions where id = ${id}`
    expect(record?.ended_at).toEqual(record?.ends_at)
    // The browser can still return to the own session.
    expect((await page.send('DELETE', CURRENT)).status).toBe(204)
  })

  test('are listed for operators, by brand and user, with pages', async () => {
    const page = await supporting(shop, 'read-only')
    const { id } = await current(page)
    const list = async (query: string) => {
      const { body, text } = await shop.send('GET', `/api/operator/v1/support-sessions?${query}`, {
        as: 'operator',
      })
      if (!body.data) throw new Error(text)
      return body.data
    }
    const [newest] = await list(`filter[brandId]=${brandId}&filter[userId]=${operatorId}&page[limit]=1`)
    expect(newest).toMatchObject({
      id,
      attributes: {
        isActive: true,
        access: 'read-only',
        reason: REASON,
        brandName: 'Alder & Wick',
        endedAt: null,
      },
    })
    const [second] = await list(`page[limit]=1&page[after]=${id}`)
    expect(second.id).not.toBe(id)
    expect(await list(`filter[brandId]=${randomUUID()}`)).toEqual([])
  })
})
