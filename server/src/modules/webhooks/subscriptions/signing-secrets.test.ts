import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Market, market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { type Receiver, startReceiver } from '../../../../test/receiver.ts'
import { deliveriesOf, SUBSCRIPTIONS, type Subscribed, subscribe } from '../../../../test/webhooks.ts'
import { modulesFor } from '../../../composition.ts'
import { backgroundWork } from '../../../module.ts'
import { publishedEvents } from '../../../platform/events/published-events.ts'
import { relayOnce } from '../../../platform/events/relay.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { deliverDue } from '../delivery/delivery.ts'
import { checkSigningSecrets } from './signing-secrets.ts'

const modules = modulesFor('sandbox')
const published = publishedEvents(modules)
const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

const LOST = Buffer.alloc(32, 9).toString('base64')
const OPERATORS = '/api/operator/v1/webhook-subscriptions'

async function placeAndDeliver({ platform }: Market = shop): Promise<void> {
  await placeOrder(shop)
  await relayOnce(platform, backgroundWork(modules).consumers)
  await deliverDue(platform, published)
}

/** Seals the current secret with a key that the server does not have. */
async function loseSecretOf({ id, secret }: Subscribed): Promise<void> {
  await db`
    update webhooks.subscriptions
    set secret_encrypted = ${createSecrets(LOST).encrypt(secret)}
    where brand_id = ${shop.credentials.brandId} and id = ${id}`
}
const attributesOf = async ({ path }: Subscribed) => {
  const answer = await shop.send('GET', path)
  expect(answer.status).toBe(200)
  return answer.body.data.attributes
}

let receivers: { fine: Receiver; broken: Receiver }
let fine: Subscribed
let broken: Subscribed

beforeEach(async () => {
  await db`delete from webhooks.deliveries`
  await db`delete from webhooks.subscriptions`
  receivers = { fine: await startReceiver(), broken: await startReceiver() }
  fine = await subscribe(shop, { url: receivers.fine.url })
  broken = await subscribe(shop, { url: receivers.broken.url })
  await loseSecretOf(broken)
})

test('if no key opens a signing secret, only the deliveries of its subscription wait', async () => {
  await placeAndDeliver()
  expect(receivers.fine.received).toHaveLength(1)
  expect(receivers.broken.received).toEqual([])
  expect(await deliveriesOf(shop, broken)).toMatchObject([{ attributes: { state: 'waiting' } }])
  await placeAndDeliver()
  expect(receivers.fine.received).toHaveLength(2)
})

test('the brand sees since when its secret is unreadable, also in lists, and what to do', async () => {
  await placeAndDeliver()
  const since = shop.platform.clock.now().toISOString().replace('Z', '000Z')
  expect(await attributesOf(broken)).toMatchObject({ signingSecret: null, secretUnreadableSince: since })
  const list = await shop.send('GET', SUBSCRIPTIONS)
  expect(list.status).toBe(200)
  expect(list.body.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
    { signingSecret: null, secretUnreadableSince: since },
    { signingSecret: fine.secret, secretUnreadableSince: null },
  ])
  const included = await shop.send('GET', '/api/v1/applications?include=webhookSubscriptions')
  expect(included.status).toBe(200)
  const activity = await shop.send('GET', '/api/v1/activity')
  expect(activity.text).toContain(`Webhooks to ${receivers.broken.url} wait for a new signing secret.`)
  const overview = await shop.send('GET', '/api/v1/brand-overview')
  expect(overview.text).toContain('"unreadable-webhooks"')
})

test('the operator can list the subscription, and health and metrics report it', async () => {
  await placeAndDeliver()
  const idsOf = async (query: string) => {
    const answer = await shop.send('GET', `${OPERATORS}${query}`, { as: 'operator' })
    return answer.body.data.map(({ id }: { id: string }) => id)
  }
  expect(await idsOf('?filter[state]=unreadable')).toEqual([broken.id])
  expect(await idsOf('')).toEqual([broken.id])
  expect(await idsOf('?filter[state]=failing')).toEqual([])
  const health = await shop.send('GET', '/api/operator/v1/health', { as: 'operator' })
  const { checks } = health.body.data.attributes
  expect(checks.find(({ name }: { name: string }) => name === 'webhooks')).toMatchObject({
    state: 'failing',
    sentence: expect.stringMatching(/^Webhooks of one subscription wait, because no secret key opens/),
    figures: { unreadableSecrets: 1, due: 0 },
  })
  const { text } = await shop.send('GET', '/metrics', { as: null })
  expect(text).toContain('tradehall_webhook_endpoints{state="unreadable"} 1')
})

test('after a rotation the waiting deliveries are sent, signed with the new secret only', async () => {
  await placeAndDeliver()
  const rotated = await shop.send('POST', `${broken.path}/-actions/rotate-secret`)
  expect(rotated.status).toBe(200)
  const { attributes } = rotated.body.data
  expect(attributes).toMatchObject({ secretUnreadableSince: null, previousSigningSecretUntil: null })
  await deliverDue(shop.platform, published)
  const { text = '', headers = {} } = receivers.broken.received[0] ?? {}
  expect(new Webhook(attributes.signingSecret).verify(text, headers)).toBeTruthy()
  expect(headers['webhook-signature']).not.toContain(' ')
})

test('a starting worker marks unreadable secrets, also without deliveries, and unmarks those whose key is back', async () => {
  expect(await attributesOf(broken)).toMatchObject({ secretUnreadableSince: null })
  await checkSigningSecrets(shop.platform)
  expect(await attributesOf(broken)).toMatchObject({ secretUnreadableSince: expect.any(String) })
  expect(await attributesOf(fine)).toMatchObject({ secretUnreadableSince: null })
  const withBoth = { ...shop.platform, secrets: createSecrets(`${shop.config.secretKey},${LOST}`) }
  await checkSigningSecrets(withBoth)
  expect(await attributesOf(broken)).toMatchObject({ secretUnreadableSince: null })
  await placeAndDeliver({ ...shop, platform: withBoth })
  expect(receivers.broken.received).toHaveLength(1)
})

test('if no key opens the previous secret, the current one still signs', async () => {
  await shop.send('POST', `${fine.path}/-actions/rotate-secret`)
  await db`
    update webhooks.subscriptions set previous_secret_encrypted = ${createSecrets(LOST).encrypt('x')}
    where id = ${fine.id}`
  await placeAndDeliver()
  expect(receivers.fine.received).toHaveLength(1)
})
