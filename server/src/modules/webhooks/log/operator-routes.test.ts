import { afterAll, expect, test } from 'vitest'
import { market, type Who } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { subscribe } from '../../../../test/webhooks.ts'

const BASE = '/api/operator/v1/webhook-subscriptions'
const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_WEBHOOK_RETRY_SECONDS: '10' } })
const send = (method: string, path: string, as: Who = 'operator', attributes?: object) =>
  shop.send(method, `${BASE}${path}`, {
    as,
    ...(attributes && { body: { data: { type: 'webhook-deliveries', attributes } } }),
  })
const newestAudit = async (as: Who = 'operator') =>
  (await shop.send('GET', '/api/operator/v1/audit', { as })).body.data[0].attributes

test('the operator sees failing receivers with their reasons, and redeliveries are recorded in the audit log', async () => {
  const receiver = await startReceiver([500, 500, 200, 200])
  const { id } = await subscribe(shop, { url: receiver.url })
  await placeOrder(shop)
  await shop.runJobs()
  await shop.advance(11)
  await shop.runJobs()
  const [listed] = (await send('GET', '')).body.data
  expect(listed).toMatchObject({
    id,
    attributes: {
      brandName: 'Alder & Wick',
      applicationName: expect.any(String),
      developerEmail: expect.stringContaining('@'),
      waitingDeliveries: 0,
      failedDeliveries: 1,
      lastFailure: { outcome: 'refused_by_receiver', status: 500, number: 2 },
    },
  })
  const [{ id: deliveryId }] = (await send('GET', `/${id}/deliveries?filter[state]=failed`)).body.data
  const ofBrand = await shop.send(
    'GET',
    `/api/operator/v1/brands/${shop.credentials.brandId}/webhook-deliveries?filter[state]=failed`,
    { as: 'operator' },
  )
  expect(ofBrand.body.data.map((one: { id: string }) => one.id)).toEqual([deliveryId])
  const one = `/${id}/deliveries/${deliveryId}/-actions/redeliver`
  expect((await send('POST', one, 'brand')).status).toBe(403)
  expect((await send('POST', one)).body.data.attributes.state).toBe('waiting')
  expect(await newestAudit()).toMatchObject({
    action: 'redeliver-webhooks',
    brandId: shop.credentials.brandId,
    detail: expect.stringContaining(deliveryId),
  })
  await shop.runJobs()
  expect((await send('GET', `/${id}`)).body.data.attributes).toMatchObject({
    failingSince: null,
    failedDeliveries: 0,
    lastFailure: null,
  })
})

test('the operator can resume a disabled subscription, and then redeliver what failed since a time', async () => {
  const receiver = await startReceiver([410, 200])
  const { id } = await subscribe(shop, { url: receiver.url })
  await placeOrder(shop)
  await shop.runJobs()
  await shop.platform.db`
    update webhooks.subscriptions set disabled_at = now(), disabled_reason = 'Gone.' where id = ${id}`
  const since = { since: '2026-01-01T00:00:00Z' }
  const again = `/${id}/deliveries/-actions/redeliver`
  const refused = await send('POST', again, 'operator', since)
  expect([refused.status, refused.body.errors[0].detail]).toEqual([409, expect.stringContaining('disabled')])
  expect((await send('POST', `/${id}/-actions/resume`, 'brand')).status).toBe(403)
  const resumed = await send('POST', `/${id}/-actions/resume`)
  expect(resumed.body.data.attributes).toMatchObject({ disabledAt: null, disabledReason: null })
  expect(resumed.text).not.toMatch(/signingSecret|secretEncrypted|_encrypted/)
  expect(await newestAudit()).toMatchObject({ action: 'resume-webhook', detail: receiver.url })
  const dry = await send('POST', again, 'operator', { ...since, dryRun: true })
  expect(dry.body.meta).toEqual({ redelivered: 0, matching: 1 })
  expect((await send('POST', again, 'operator', since)).body.meta).toEqual({ redelivered: 1 })
  await shop.runJobs()
  expect(receiver.received).toHaveLength(2)
})
