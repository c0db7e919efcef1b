import { expect, test } from 'vitest'
import { clientOf, drop, type ScriptedRequest, type Step, scriptServer } from './fixtures/scripted-server.ts'

const PARCELS = [{ length: 40, width: 30, height: 20, kg: 5 }] as never
const conflict: Step = { status: 409, body: { errors: [{ status: '409', detail: 'It is not possible.' }] } }

/** One order that moves as the server's does, and writes that go wrong before or after they are carried out. */
async function orderServer(status: string, ...mishaps: ('lost' | 'failed' | 'none')[]) {
  const order = {
    type: 'order',
    id: 'o1',
    attributes: {
      status,
      shippingOverview: {
        provider: null as string | null,
        latestQuote: null as { id: string } | null,
        transaction: null as { pickup: object } | null,
      },
    },
  }
  const { attributes } = order
  const { shippingOverview } = attributes
  let writes = 0

  function write({ url, body }: ScriptedRequest): Step {
    const sent = body === '' ? {} : JSON.parse(body)
    if (url.endsWith('/transition')) {
      const target = MOVES[`${attributes.status} ${sent.data.type}`]
      if (target === undefined) return conflict
      attributes.status = target
    } else if (url.endsWith('/shipping-quotes')) {
      if (attributes.status !== 'brand_confirmed') return conflict
      const quotes = ['marketplace', 'dpd'].map((carrierCode) => ({
        quoteUuid: `q-${carrierCode}`,
        carrierCode,
      }))
      return { body: { data: quotes } }
    } else if (url.endsWith('/confirm')) {
      if (attributes.status !== 'brand_confirmed' || shippingOverview.provider) return conflict
      const quote = url.split('/').at(-2) ?? ''
      Object.assign(shippingOverview, { provider: quote.slice(2), latestQuote: { id: quote } })
      if (quote !== 'q-marketplace') attributes.status = 'shipped'
    } else {
      const pickupDate = sent.pickupDate.split('-').reverse().join('-')
      const readyTime = `${sent.pickupTime.split('-')[0].padStart(2, '0')}:00:00`
      const { pickupAddress } = sent
      shippingOverview.transaction = { pickup: { pickupDate, readyTime, pickupAddress } }
    }
    return { body: { data: order } }
  }

  const server = await scriptServer((request) => {
    if (request.method === 'GET') return { body: { data: order } }
    const mishap = mishaps[writes++] ?? 'none'
    if (mishap === 'failed') return { status: 500 }
    const step = write(request)
    return mishap === 'lost' ? drop : step
  })
  const posts = () => server.requests.filter(({ method }) => method === 'POST').length
  return { order, server, posts, client: clientOf(server) }
}

const MOVES: Record<string, string> = {
  'ankor_confirmed brand-validates': 'brand_confirmed',
  'ankor_confirmed brand-rejects': 'rejected',
  'shipping_labels_generated brand-resets-shipping-labels-generation': 'brand_confirmed',
}
const RESET = { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' } as const
const REJECT = { rejectType: 'PRODUCT_OUT_OF_STOCK' } as const

const moves = [
  ['accept', 'ankor_confirmed', 'brand_confirmed'],
  ['reject', 'ankor_confirmed', 'rejected'],
  ['resetLabels', 'shipping_labels_generated', 'brand_confirmed'],
] as const

test.each(moves)('%s moves the order', async (method, from, to) => {
  const { client, posts } = await orderServer(from)
  const order = await move(client, method)
  expect([order.attributes.status, posts()]).toEqual([to, 1])
})

test.each(moves)('%s whose response is lost is found done, and not sent again', async (method, from, to) => {
  const { client, posts } = await orderServer(from, 'lost')
  const order = await move(client, method)
  expect([order.attributes.status, posts()]).toEqual([to, 1])
})

test.each(moves)(
  '%s that failed is sent again, after the order has shown that it has not happened',
  async (method, from, to) => {
    const { client, posts, server } = await orderServer(from, 'failed', 'failed', 'lost')
    const order = await move(client, method)
    expect([order.attributes.status, posts()]).toEqual([to, 3])
    expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(3)
  },
)

function move(
  client: Awaited<ReturnType<typeof orderServer>>['client'],
  method: 'accept' | 'reject' | 'resetLabels',
) {
  if (method === 'accept') return client.orders.accept('o1')
  return method === 'reject' ? client.orders.reject('o1', REJECT) : client.orders.resetLabels('o1', RESET)
}

test('a transition that goes on failing is an unknown outcome after five repetitions', async () => {
  const { client, posts } = await orderServer('ankor_confirmed', ...Array<'failed'>(9).fill('failed'))
  await expect(client.orders.accept('o1')).rejects.toMatchObject({ name: 'OutcomeUnknownError' })
  expect(posts()).toBe(6)
})

test('a transition that another one has overtaken is an unknown outcome', async () => {
  const { client, order, posts } = await orderServer('ankor_confirmed', 'failed')
  const accepting = client.orders.accept('o1')
  order.attributes.status = 'rejected'
  await expect(accepting).rejects.toMatchObject({ name: 'OutcomeUnknownError' })
  expect(posts()).toBe(1)
})

test('a transition that is not possible is a conflict with the order as it is', async () => {
  const { client } = await orderServer('shipped')
  await expect(client.orders.accept('o1')).rejects.toMatchObject({
    name: 'ConflictError',
    current: { attributes: { status: 'shipped' } },
  })
})

test('quantities of items are sent by their ids', async () => {
  const { client, server } = await orderServer('ankor_confirmed')
  await client.orders.accept('o1', { quantities: { i1: 2, i2: 0 } })
  expect(JSON.parse(server.requests[0]?.body ?? '').data).toEqual({
    type: 'brand-validates',
    attributes: {
      orderItems: [
        { id: 'i1', type: 'order-items', attributes: { quantity: 2 } },
        { id: 'i2', type: 'order-items', attributes: { quantity: 0 } },
      ],
    },
  })
})

test.each([
  ['marketplace', 'brand_confirmed'],
  ['dpd', 'shipped'],
])('ship asks for quotes and confirms that of %s', async (carrier, status) => {
  const { client, order } = await orderServer('brand_confirmed')
  const shipped = await client.orders.ship('o1', { parcels: PARCELS, carrier })
  expect(shipped.attributes.status).toBe(status)
  expect(order.attributes.shippingOverview.provider).toBe(carrier)
})

test.each(['marketplace', 'dpd'])(
  'a lost confirmation of %s is found, and not sent again',
  async (carrier) => {
    const { client, posts } = await orderServer('brand_confirmed', 'lost', 'none', 'failed', 'lost')
    await client.orders.ship('o1', {
      parcels: PARCELS,
      choose: (quotes) => quotes.find((q) => q.carrierCode === carrier),
    })
    expect(posts()).toBe(4)
  },
)

test('a quote that another one has been confirmed in place of is a conflict with the order', async () => {
  const { client } = await orderServer('brand_confirmed')
  await client.orders.confirm('o1', 'q-marketplace')
  await expect(client.orders.confirm('o1', 'q-dpd')).rejects.toMatchObject({
    name: 'ConflictError',
    current: { attributes: { shippingOverview: { latestQuote: { id: 'q-marketplace' } } } },
  })
})

test('no quote of the carrier is an error that names those there are', async () => {
  const { client } = await orderServer('brand_confirmed')
  const call = client.orders.ship('o1', { parcels: PARCELS, carrier: 'balloon' })
  await expect(call).rejects.toThrow('offered were those of: marketplace, dpd')
})

const PICKUP = {
  pickupDate: '05-03-2026',
  pickupTime: '9-15',
  pickupAddress: {
    name: 'Alder & Wick',
    contactName: 'Ines Okoye',
    countryCode: 'BE',
    city: 'Antwerpen',
    postalCode: '2000',
    street: 'Waskaarsplein 4',
    phoneNumber: '+32470000012',
  },
} as const

test('a pickup whose response is lost is found; one that failed is sent again', async () => {
  const lost = await orderServer('shipping_labels_generated', 'lost')
  await lost.client.orders.schedulePickup('o1', PICKUP)
  expect(lost.posts()).toBe(1)
  const failed = await orderServer('shipping_labels_generated', 'failed')
  await failed.client.orders.schedulePickup('o1', PICKUP)
  expect(failed.posts()).toBe(2)
})

test.each([
  ['its day', { pickupDate: '06-03-2026' }],
  ['its time', { pickupTime: '11-17' }],
  ['its address', { pickupAddress: { ...PICKUP.pickupAddress, phoneNumber: '+32470000013' } }],
] as const)('a failed booking is sent again when the booked pickup differs in %s', async (_what, change) => {
  const { client, posts } = await orderServer('shipping_labels_generated', 'none', 'failed')
  await client.orders.schedulePickup('o1', PICKUP)
  await client.orders.schedulePickup('o1', { ...PICKUP, ...change })
  expect(posts()).toBe(3)
})

test('a pickup of which the server does not tell the address is sent again', async () => {
  const { client, order, posts } = await orderServer('shipping_labels_generated', 'none', 'failed')
  await client.orders.schedulePickup('o1', PICKUP)
  Object.assign(order.attributes.shippingOverview.transaction?.pickup ?? {}, { pickupAddress: null })
  await client.orders.schedulePickup('o1', PICKUP)
  expect(posts()).toBe(3)
})
