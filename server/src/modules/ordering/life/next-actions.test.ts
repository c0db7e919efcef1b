/** What an order offers as its next actions, compared with what the actions respond. */
import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, market } from '../../../../test/market.ts'
import { changeBrand } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { confirm, PARCEL, pickupAt, quoteBy } from '../../../../test/quotes.ts'
import { acceptedOrder, labelledOrder } from '../../../../test/shipping.ts'
import { STATUSES } from '../order/move-table.ts'
import type { NextAction } from './next-actions.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const read = async (id: string): Promise<NextAction[]> =>
  (await shop.send('GET', `/api/v1/orders/${id}?withDetails=true`)).body.meta.nextActions

/** A valid body for each action, apart from the state of the order. */
const BODIES: Record<string, unknown> = {
  accept: { data: { type: 'brand-validates' } },
  reject: { data: { type: 'brand-rejects', attributes: { rejectType: 'PRODUCT_OUT_OF_STOCK' } } },
  'reset-labels': {
    data: {
      type: 'brand-resets-shipping-labels-generation',
      attributes: { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' },
    },
  },
  'settle-refusal': { data: { type: 'brand-settles-refusal' } },
  'request-revert': { reason: 'Accepted by mistake.' },
  'change-shipping-date': {
    data: { type: 'internal-order', attributes: { expected_maximum_shipping_date: '2026-12-24' } },
  },
  'request-quotes': { parcels: [PARCEL] },
  'confirm-quote': { labelFormat: 'default' },
  'ship-with-tracking': { tracking: { trackingProvider: 'dpd', trackingNumber: '01234567890123' } },
  'schedule-pickup': pickupAt('04-03-2026'),
}

function act({ action, method, path }: NextAction): Promise<Answer> {
  const body = BODIES[action]
  if (body === undefined) throw new Error(`The test has no body for ${action}.`)
  return shop.send(method, path, { body })
}

/** Tries every action on a separate order, because actions change orders. */
async function expectAnswersAsOffered(create: () => Promise<{ id: string }>): Promise<string[]> {
  const names = (await read((await create()).id)).map(({ action }) => action)
  expect(names.toSorted()).toEqual(Object.keys(BODIES).toSorted())
  const possible: string[] = []
  for (const name of names) {
    const { id } = await create()
    const offered = (await read(id)).find(({ action }) => action === name) as NextAction
    if (offered.possible) possible.push(name)
    expect([name, offered.reason === null]).toEqual([name, offered.possible])
    // Without a quote, the path has a placeholder and nothing can be confirmed.
    if (offered.path.includes('{')) {
      expect([name, offered.possible]).toEqual([name, false])
      continue
    }
    const { status, text, body } = await act(offered)
    expect([name, offered.possible ? 200 : 409, text]).toEqual([name, status, text])
    if (offered.possible) continue
    const [{ code, meta = null }] = body.errors
    expect([name, code, meta]).toEqual([name, offered.code, offered.meta])
  }
  return possible
}

describe('in every status, the operations respond as the offered actions say', () => {
  test.each(STATUSES)('%s', async (status) => {
    const possible = await expectAnswersAsOffered(async () =>
      status === 'ankor_confirmed'
        ? await placeOrder(shop)
        : await moveOrderTo(shop, await placeOrder(shop), status),
    )
    expect(possible).toContain('change-shipping-date')
  })
})

test.each([
  ['ankor_confirmed', []],
  [
    'rejected',
    [
      'accept',
      'reject',
      'reset-labels',
      'settle-refusal',
      'change-shipping-date',
      'request-quotes',
      'schedule-pickup',
    ],
  ],
  ['brand_confirmed', ['accept', 'reject']],
  ['shipping_labels_generated', ['accept', 'reject', 'request-revert', 'request-quotes']],
  [
    'shipped',
    [
      'accept',
      'reject',
      'reset-labels',
      'request-revert',
      'change-shipping-date',
      'request-quotes',
      'schedule-pickup',
    ],
  ],
  [
    'reception_refused',
    [
      'accept',
      'reject',
      'reset-labels',
      'request-revert',
      'change-shipping-date',
      'request-quotes',
      'schedule-pickup',
    ],
  ],
  [
    'brand_paid',
    [
      'accept',
      'reject',
      'reset-labels',
      'settle-refusal',
      'request-revert',
      'change-shipping-date',
      'request-quotes',
      'schedule-pickup',
    ],
  ],
] as const)('in %s the time of some actions is past', async (status, over) => {
  const { id } =
    status === 'ankor_confirmed'
      ? await placeOrder(shop)
      : await moveOrderTo(shop, await placeOrder(shop), status)
  const actions = await read(id)
  // Quotes have no statuses of their own to be told.
  const judged = actions.filter(({ action }) => !['confirm-quote', 'ship-with-tracking'].includes(action))
  expect(judged.filter(({ isOver }) => isOver).map(({ action }) => action)).toEqual(over)
})

describe('also while it is being shipped', () => {
  test('with quotes', async () => {
    const possible = await expectAnswersAsOffered(async () => {
      const order = await acceptedOrder(shop)
      await quoteBy(shop, order.id, 'marketplace')
      return order
    })
    expect(possible).toEqual([
      'request-revert',
      'change-shipping-date',
      'request-quotes',
      'confirm-quote',
      'ship-with-tracking',
    ])
  })

  test('while labels are being created', async () => {
    const possible = await expectAnswersAsOffered(async () => {
      const order = await acceptedOrder(shop)
      await confirm(shop, (await quoteBy(shop, order.id, 'marketplace')).quoteUuid)
      return order
    })
    expect(possible).toEqual(['request-revert', 'change-shipping-date'])
    await shop.runJobs()
  })

  test('with labels', async () => {
    const possible = await expectAnswersAsOffered(async () => (await labelledOrder(shop)).order)
    expect(possible).toEqual(['reset-labels', 'change-shipping-date', 'schedule-pickup'])
  })

  test('after the address has changed', async () => {
    const possible = await expectAnswersAsOffered(async () => {
      const order = await acceptedOrder(shop)
      await quoteBy(shop, order.id, 'marketplace')
      await shop.platform.db`
        update ordering.orders set shipping_address = shipping_address || '{"street": "Kaai 99"}'
        where id = ${order.id}`
      return order
    })
    expect(possible).toEqual(['request-revert', 'change-shipping-date', 'request-quotes'])
  })

  test('without a sender address', async () => {
    const order = await acceptedOrder(shop)
    await shop.platform.db`delete from brands.shipping_settings where brand_id = ${shop.credentials.brandId}`
    await changeBrand(shop, { address: null })
    const offered = (await read(order.id)).find(({ action }) => action === 'request-quotes') as NextAction
    expect(offered).toMatchObject({ possible: false, reason: expect.stringContaining('no address') })
    expect((await act(offered)).status).toBe(409)
  })
})

test('the ETag depends on the body, or without details on the row', async () => {
  const { id } = await placeOrder(shop)
  const tagOf = async (query: string) =>
    (await shop.send('GET', `/api/v1/orders/${id}${query}`)).headers.etag as string
  const [plain, detailed] = [await tagOf(''), await tagOf('?withDetails=true')]
  await shop.platform.db`
    update stock.levels set available = available - 1000
    where variant_id in (select variant_id from ordering.items where order_id = ${id})`
  expect(await tagOf('')).toBe(plain)
  expect(await tagOf('?withDetails=true')).not.toBe(detailed)
})
