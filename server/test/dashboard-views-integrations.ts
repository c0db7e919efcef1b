/** The views of webhooks, deliveries, requests and deprecations, and what they show. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { DEMO } from '../src/modules/identity/index.ts'
import { dialog, type GivenIntegrations, row, type View } from './dashboard-view.ts'
import { transition } from './order-requests.ts'
import type { ServedMarket } from './served-market.ts'

/** For the one subscription that there is. */
export async function furnishIntegrations(shop: ServedMarket): Promise<GivenIntegrations> {
  const { db } = shop.platform
  const [subscription] = await db<{ id: string }[]>`
    select id from webhooks.subscriptions where brand_id = ${DEMO.brandId} limit 1`
  const subscriptionId = subscription?.id ?? ''
  const created = await shop.send('POST', '/api/testing/orders/create', { body: { itemQuantity: 2 } })
  const order = created.body.data as { id: string }
  const accepted = await transition(shop, order.id, { type: 'brand-validates' })
  const refused = await transition(shop, order.id, {
    type: 'brand-rejects',
    attributes: { rejectType: 'NO' },
  })
  const acceptedRequestId = String(accepted.headers['x-request-id'])
  const about = { subscriptionId, orderId: order.id, requestId: acceptedRequestId }
  await addDelivery(shop, { ...about, event: 'order.brand_created', outcomes: ['delivered'], hoursAgo: 3 })
  await addDelivery(shop, {
    ...about,
    event: 'order.brand_accepted',
    outcomes: ['timed_out', 'refused_by_receiver', 'unreachable', 'bad_certificate', 'refused_by_receiver'],
    hoursAgo: 2,
  })
  const failingDeliveryId = await addDelivery(shop, {
    ...about,
    event: 'order.shipped',
    outcomes: ['timed_out', 'refused_by_receiver', 'refused_by_receiver'],
    hoursAgo: 0,
  })
  await addHealth(shop, subscriptionId)
  // Deprecated without an end, so that it exists on every day.
  await shop.send('POST', `/api/v1/orders/${randomUUID()}/accept`)
  await shop.send('GET', '/api/v1/fulfillment/replenishments')
  return {
    subscriptionId,
    failingDeliveryId,
    acceptedRequestId,
    refusedRequestId: String(refused.headers['x-request-id']),
  }
}

interface NewDelivery {
  subscriptionId: string
  orderId: string
  requestId: string
  event: string
  /** Of its attempts; five failures are all that there are. */
  outcomes: readonly string[]
  hoursAgo: number
}

/** As the worker would have stored it. */
async function addDelivery(
  { platform: { db, clock }, send }: ServedMarket,
  { subscriptionId, orderId, requestId, event, outcomes, hoursAgo }: NewDelivery,
): Promise<string> {
  const [eventId, id] = [randomUUID(), randomUUID()]
  const at = new Date(clock.now().getTime() - hoursAgo * 3_600_000)
  const { body } = await send('GET', `/api/v1/orders/${orderId}`)
  const state = outcomes.includes('delivered') ? 'delivered' : outcomes.length < 5 ? 'waiting' : 'failed'
  await db`
    insert into webhooks.events
      (brand_id, id, type, subject_id, is_test, resource, request_id, occurred_at, created_at)
    values (${DEMO.brandId}, ${eventId}, ${event}, ${orderId}, false, ${JSON.stringify(body.data)}, ${requestId}, ${at}, ${at})`
  await db`
    insert into webhooks.deliveries (
      brand_id, id, subscription_id, application_id, event_id, event_type, subject_id, request_id, state, attempts, tries,
      due_at, created_at, finished_at
    ) values (
      ${DEMO.brandId}, ${id}, ${subscriptionId}, ${DEMO.applicationId}, ${eventId}, ${event}, ${orderId}, ${requestId}, ${state},
      ${outcomes.length}, ${outcomes.length}, ${new Date(clock.now().getTime() + 840_000)}, ${at},
      ${state === 'waiting' ? null : at}
    )`
  const headers = {
    host: 'erp.alderwick.test',
    'content-type': 'application/vnd.api+json',
    'content-length': '2148',
    'user-agent': 'Tradehall-Webhooks/1',
    signature: '7f3e1c9a0b5d4a8e6c2f1d0b9a8e7c6d5f4e3d2c1b0a9f8e7d6c5b4a39281706',
    'webhook-id': eventId,
  }
  for (const [index, outcome] of outcomes.entries()) {
    const status = { delivered: 200, refused_by_receiver: 500 }[outcome] ?? null
    const detail = {
      timed_out: 'No answer within 15000 ms.',
      unreachable: 'The connection failed (ECONNREFUSED).',
    }[outcome]
    await db`
      insert into webhooks.attempts
        (brand_id, delivery_id, number, outcome, status, detail, excerpt, headers, duration_ms, started_at)
      values (${DEMO.brandId}, ${id}, ${index + 1}, ${outcome}, ${status}, ${detail ?? null},
        ${status === 500 ? '{"error":"sku BW-20 unknown"}' : null}, ${JSON.stringify(headers)},
        ${outcome === 'timed_out' ? 15_000 : 212}, ${new Date(at.getTime() + index * 60_000)})`
  }
  return id
}

/** Two days, with failures at the end. */
async function addHealth({ platform: { db, clock } }: ServedMarket, subscriptionId: string): Promise<void> {
  await db`
    insert into webhooks.receiver_hours (brand_id, hour, subscription_id, bucket, delivered, failed)
    select ${DEMO.brandId}, date_trunc('hour', ${clock.now()}::timestamptz) - ago * interval '1 hour', ${subscriptionId}, 30,
      case when ago < 3 then 0 else 4 + 7 * ago % 11 end, case when ago < 3 then 5 when ago = 20 then 2 else 0 end
    from generate_series(0, 47) as ago`
}

const INTEGRATIONS = '/dashboard/integrations'
const WEBHOOKS = `${INTEGRATIONS}/webhooks`
const DELIVERIES = `${INTEGRATIONS}/deliveries`
const REQUESTS = `${INTEGRATIONS}/requests`

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()
const ofWebhook =
  (name: string): View['path'] =>
  ({ integrations: { subscriptionId } }) =>
    `${WEBHOOKS}?dialog=${name}&webhook=${subscriptionId}`
const owner = { as: 'alder-wick' } as const

export const INTEGRATION_VIEWS: readonly View[] = [
  {
    name: 'webhooks',
    ...owner,
    path: WEBHOOKS,
    ready: (page) => page.getByRole('img', { name: /delivered/ }).waitFor(),
  },
  { name: 'webhooks-staff', as: 'alder-wick-staff', path: WEBHOOKS, ready: row },
  { name: 'webhooks-empty', as: 'northlight-ceramics', path: WEBHOOKS, ready: text('No webhook yet') },
  {
    name: 'webhooks-menu',
    ...owner,
    path: WEBHOOKS,
    ready: async (page) => {
      await page.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'webhooks-create', ...owner, path: `${WEBHOOKS}?dialog=create`, ready: text('order.shipped') },
  {
    name: 'webhooks-url-refused',
    ...owner,
    path: `${WEBHOOKS}?dialog=create`,
    ready: async (page) => {
      await page.getByLabel('Address of the receiver').fill('https://10.0.0.7/hooks')
      await page.keyboard.press('Tab')
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  { name: 'webhooks-edit', ...owner, path: ofWebhook('edit'), ready: text('order.brand_paid') },
  { name: 'webhooks-test', ...owner, path: ofWebhook('test'), ready: dialog('Send a test event') },
  { name: 'webhooks-rotate', ...owner, path: ofWebhook('rotate'), ready: dialog('New signing secret') },
  {
    name: 'webhooks-remove',
    ...owner,
    path: ofWebhook('remove'),
    ready: text(/waiting deliver(y is|ies are) not sent\./),
  },
  {
    name: 'webhook',
    ...owner,
    path: ({ integrations }) => `${WEBHOOKS}/${integrations.subscriptionId}`,
    ready: row,
  },
  {
    name: 'webhook-go',
    as: 'alder-wick-staff',
    path: ({ integrations }) => `${WEBHOOKS}/${integrations.subscriptionId}?language=go`,
    ready: text('hmac.Equal'),
  },

  { name: 'deliveries', ...owner, path: DELIVERIES, ready: row },
  {
    name: 'deliveries-none',
    ...owner,
    path: `${DELIVERIES}?event=order.cancelled`,
    ready: text('No delivery matches these filters.'),
  },
  {
    name: 'deliveries-again',
    ...owner,
    path: `${DELIVERIES}?dialog=again`,
    ready: text('1 delivery will be sent again.'),
  },
  {
    name: 'delivery',
    ...owner,
    path: ({ integrations }) => `${DELIVERIES}/${integrations.failingDeliveryId}`,
    ready: (page) =>
      page.getByRole('list', { name: 'Other deliveries of this order' }).getByRole('link').first().waitFor(),
  },

  { name: 'requests', ...owner, path: REQUESTS, ready: row },
  {
    name: 'requests-paused',
    as: 'alder-wick-staff',
    path: `${REQUESTS}?paused=true&statusClass=4xx`,
    ready: row,
  },
  {
    name: 'request',
    ...owner,
    path: ({ integrations }) => `${REQUESTS}/${integrations.acceptedRequestId}`,
    ready: (page) => page.getByRole('list', { name: 'What it caused' }).getByRole('link').first().waitFor(),
  },
  {
    name: 'request-refused',
    ...owner,
    path: ({ integrations }) => `${REQUESTS}/${integrations.refusedRequestId}`,
    ready: text('Why it was refused'),
  },

  { name: 'deprecations', ...owner, path: `${INTEGRATIONS}/deprecations`, ready: row },
  {
    name: 'deprecations-none',
    as: 'northlight-ceramics',
    path: `${INTEGRATIONS}/deprecations`,
    ready: text('None of your apps uses a call that will stop working.'),
  },
]
