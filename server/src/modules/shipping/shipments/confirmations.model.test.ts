/** Random quotes, confirmations, resets, scans and rejections against the server, and against a small model of them. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { CARRIER_ENV, parcelScan, reportScan } from '../../../../test/carrier-events.ts'
import { randomRuns, testSeed } from '../../../../test/chance.ts'
import { FULL } from '../../../../test/full.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { confirm, PARCEL, type Quote, quoteOfCarrier, requestQuotes } from '../../../../test/quotes.ts'
import { expectSoundShipping, orderOf } from '../../../../test/shipping.ts'
import { makeLabels } from './label-making.ts'

const SEQUENCES = randomRuns(FULL ? 20 : 8)
const ORDERS = 2

const env = { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_REJECTION_APPROVAL_SECONDS: 'off', ...CARRIER_ENV }
const shop = await market({ cleanUp: afterAll, env })
const { platform } = shop

/** The expected state of one order by the specification, and its ids on the server. */
interface Model {
  id: string
  status: string
  method: string | null
  /** The net without any shipment. */
  net: number
  charge: number
  parcels: number
  /** Every list of quotes that the server has returned, with its number of parcels and its round. */
  quotes: { list: Quote[]; parcels: number; round: number }[]
  /** Counts how often the shipment was cleared: quotes of earlier rounds are void. */
  round: number
  isQuoted: boolean
  /** A quote is confirmed, and its labels are not created yet. */
  pending: boolean
  /** The tracking number of its current or its last labels. */
  trackingNumber: string | null
  /** Whether the order still has that number. */
  isTracked: boolean
}

type Draw =
  | { verb: 'validate' | 'reject' | 'revert' | 'make labels' | 'reset'; order: number }
  | { verb: 'quote'; order: number; parcels: number }
  | { verb: 'confirm'; order: number; isOld: boolean; carrier: string }
  | { verb: 'scan'; order: number; status: string }

const order = fc.nat({ max: ORDERS - 1 })
const plain = (verb: 'validate' | 'reject' | 'revert' | 'make labels' | 'reset', weight: number) => ({
  weight,
  arbitrary: fc.record({ verb: fc.constant(verb), order }),
})
const draws: fc.Arbitrary<Draw[]> = fc.array(
  fc.oneof(
    plain('validate', 3),
    plain('reject', 1),
    plain('revert', 1),
    plain('make labels', 4),
    plain('reset', 2),
    {
      weight: 5,
      arbitrary: fc.record({
        verb: fc.constant('quote' as const),
        order,
        parcels: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        verb: fc.constant('confirm' as const),
        order,
        isOld: fc.nat({ max: 4 }).map((n) => n === 0),
        carrier: fc.constantFrom('marketplace', 'marketplace', 'dpd'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        verb: fc.constant('scan' as const),
        order,
        status: fc.constantFrom('PRE_TRANSIT', 'TRANSIT', 'DELIVERED', 'FAILURE'),
      }),
    },
  ),
  { minLength: 8, maxLength: 18, size: 'max' },
)

const unship = (model: Model) =>
  Object.assign(model, {
    method: null,
    charge: 0,
    parcels: 0,
    round: model.round + 1,
    isQuoted: false,
    pending: false,
    isTracked: false,
  })

/** The expected status of the response; updates the model if the request should succeed. */
function predict(model: Model, draw: Draw): number | undefined {
  const move = (from: string, to: string) => {
    if (model.status !== from) return 409
    model.status = to
    return 200
  }
  switch (draw.verb) {
    case 'validate':
      return move('ankor_confirmed', 'brand_confirmed')
    case 'reject':
      return move('ankor_confirmed', 'rejected')
    case 'revert': {
      const status = move('brand_confirmed', 'ankor_confirmed')
      if (status === 200) unship(model)
      return status
    }
    case 'reset': {
      const status = move('shipping_labels_generated', 'brand_confirmed')
      if (status === 200) unship(model)
      return status
    }
    case 'quote':
      return model.status === 'brand_confirmed' && !model.pending ? 200 : 409
    case 'confirm': {
      const quotes = model.quotes.at(draw.isOld ? 0 : -1)
      if (!quotes) return undefined
      if (model.status !== 'brand_confirmed' || model.pending || quotes.round !== model.round) return 409
      const { amount } = quoteOfCarrier(quotes.list, draw.carrier).shippingCost
      model.parcels = quotes.parcels
      if (draw.carrier === 'marketplace')
        Object.assign(model, { pending: true, method: 'marketplace', charge: amount })
      else Object.assign(model, { status: 'shipped', method: 'custom', charge: -amount })
      return 200
    }
    case 'make labels':
      if (model.pending)
        Object.assign(model, { pending: false, status: 'shipping_labels_generated', isTracked: true })
      return undefined
    case 'scan': {
      if (model.trackingNumber === null) return undefined
      const isScan = draw.status === 'TRANSIT' || draw.status === 'DELIVERED'
      if (model.isTracked && isScan && model.status === 'shipping_labels_generated') model.status = 'shipped'
      if (model.isTracked && draw.status === 'DELIVERED' && model.status === 'shipped')
        model.status = 'received'
      return 200
    }
  }
}

async function perform(model: Model, draw: Draw): Promise<Answer | undefined> {
  const { id } = model
  switch (draw.verb) {
    case 'validate':
      return await transition(shop, id, { type: 'brand-validates' })
    case 'reject':
      return await transition(shop, id, {
        type: 'brand-rejects',
        attributes: { rejectType: 'PRODUCT_OUT_OF_STOCK' },
      })
    case 'revert':
      return await shop.send('POST', `/api/operator/v1/orders/${id}/-actions/revert-acceptance`, {
        as: 'operator',
      })
    case 'reset': {
      const attributes = { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }
      return await transition(shop, id, { type: 'brand-resets-shipping-labels-generation', attributes })
    }
    case 'quote': {
      const answer = await requestQuotes(
        shop,
        id,
        Array.from({ length: draw.parcels }, () => PARCEL),
      )
      if (answer.status === 200) {
        model.quotes.push({ list: answer.body.data, parcels: draw.parcels, round: model.round })
        Object.assign(model, { isQuoted: true, parcels: draw.parcels })
      }
      return answer
    }
    case 'confirm': {
      const quotes = model.quotes.at(draw.isOld ? 0 : -1)
      return quotes && (await confirm(shop, quoteOfCarrier(quotes.list, draw.carrier).quoteUuid))
    }
    case 'make labels': {
      const pending = await platform.db`
        select brand_id, id from shipping.shipments where order_id = ${id} and status = 'pending'`
      for (const { brand_id, id: shipmentId } of pending)
        await makeLabels(platform, { brandId: brand_id, shipmentId })
      return undefined
    }
    case 'scan':
      return model.trackingNumber === null
        ? undefined
        : await reportScan(shop, parcelScan(model.trackingNumber, draw.status))
  }
}

async function compare(model: Model): Promise<void> {
  const { status, shippingMethod, brandNetAmount, shippingOverview } = await orderOf(shop, model.id)
  const { parcels, transaction, latestQuote } = shippingOverview
  expect({
    status,
    shippingMethod,
    brandNetAmount,
    parcels: parcels.length,
    isQuoted: latestQuote !== null,
  }).toEqual({
    status: model.status,
    shippingMethod: model.method,
    brandNetAmount: model.net + model.charge,
    parcels: model.parcels,
    isQuoted: model.isQuoted,
  })
  const labels = parcels.filter((parcel: { trackedPackage: object | null }) => parcel.trackedPackage !== null)
  expect(labels).toHaveLength(model.isTracked ? model.parcels : 0)
  if (model.isTracked) model.trackingNumber = transaction.tracking.trackingNumber
}

async function newModel(): Promise<Model> {
  const { id, status, net_minor } = await placeOrder(shop)
  return {
    id,
    status,
    method: null,
    net: net_minor,
    charge: 0,
    parcels: 0,
    quotes: [],
    round: 0,
    isQuoted: false,
    pending: false,
    trackingNumber: null,
    isTracked: false,
  }
}

test('the server behaves like the model for any sequence of requests', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(draws, async (sequence) => {
      const models: Model[] = []
      for (let i = 0; i < ORDERS; i++) models.push(await newModel())
      for (const draw of sequence) {
        const model = models[draw.order] as Model
        const expected = predict(model, draw)
        expect([draw, (await perform(model, draw))?.status]).toEqual([draw, expected])
        await compare(model)
      }
    }),
    { seed: testSeed(), numRuns: SEQUENCES },
  )
  await shop.runJobs()
  await expectSoundShipping(shop)
})
