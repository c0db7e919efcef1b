import { signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { subscribe } from '../../../../test/webhooks.ts'

const PATH = '/api/testing/webhook-events'
const shop = await market({ cleanUp: afterAll })
const hear = (query = '', as: 'brand' | 'otherBrand' = 'brand') => shop.send('GET', `${PATH}${query}`, { as })
const namesIn = ({ body }: Awaited<ReturnType<typeof hear>>) =>
  body.data.map(({ attributes }: { attributes: { event: string } }) => attributes.event)

test('listening returns new events in order, from the cursor on', async () => {
  await placeOrder(shop)
  await shop.runJobs()
  const start = await hear()
  expect(start.body.data).toEqual([])
  const order = await placeOrder(shop)
  await moveOrderTo(shop, order, 'shipped')
  await shop.runJobs()
  const heard = await hear(`?after=${start.body.meta.cursor}`)
  const all = ['order.brand_created', 'order.brand_accepted', 'order.brand_confirmed', 'order.shipped']
  expect(namesIn(heard)).toEqual(all)
  expect((await hear(`?after=${heard.body.meta.cursor}`)).body).toMatchObject({
    data: [],
    meta: { cursor: heard.body.meta.cursor },
  })
  // The same cursor returns the same events again, in case a response was lost.
  expect(namesIn(await hear(`?after=${start.body.meta.cursor}`))).toEqual(all)
  expect(namesIn(await hear(`?after=${start.body.meta.cursor}&filter[event][]=order.shipped`))).toEqual([
    'order.shipped',
  ])
  expect(namesIn(await hear('?after=0', 'otherBrand'))).toEqual([])
})

test('listening returns the bytes that a subscription gets, and a signing secret that does not change', async () => {
  const receiver = await startReceiver()
  await subscribe(shop, { url: receiver.url })
  const start = await hear()
  await placeOrder(shop)
  await shop.runJobs()
  const heard = await hear(`?after=${start.body.meta.cursor}`)
  const [event] = heard.body.data
  expect(event.attributes.body).toBe(receiver.received[0]?.text)
  expect(event.id).toBe(receiver.received[0]?.headers['webhook-id'])
  const { signingSecret } = heard.body.meta
  expect(signingSecret).toBe(start.body.meta.signingSecret)
  expect((await hear('', 'otherBrand')).body.meta.signingSecret).not.toBe(signingSecret)
  const { body } = event.attributes
  const headers = signatureHeaders({ eventId: event.id, body, at: new Date(), secrets: [signingSecret] })
  expect(new Webhook(signingSecret).verify(body, headers)).toEqual(JSON.parse(body))
})

test('a request waits for an event up to the requested time', async () => {
  const start = await hear()
  const waiting = hear(`?after=${start.body.meta.cursor}&wait=25`)
  await placeOrder(shop)
  await shop.runJobs()
  expect(namesIn(await waiting)).toEqual(['order.brand_created'])
})

test('a request may wait for an event longer than the time limit of the database', async () => {
  const hasty = await market({ cleanUp: onTestFinished, answerWithinMs: 1500 })
  const { body } = await hasty.send('GET', PATH)
  const { status } = await hasty.send('GET', `${PATH}?after=${body.meta.cursor}&wait=4`)
  expect(status).toBe(200)
})
