import { Readable } from 'node:stream'
import { compileInput, JSON_API, KEEP_OTHERS } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf, doerOf } from '../../domain/actor.ts'
import { unprocessable } from '../../domain/problems.ts'
import { bodyTag } from '../../http/caching/etag.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, document, file, rendered } from '../../http/operation.ts'
import { ORDER_INCLUDES, order } from '../ordering/index.ts'
import { carriersOf } from './carrier-list.ts'
import { isDay } from './carriers/calendar.ts'
import { quoteBody, readParcels } from './quotes/parcels.ts'
import { readQuotes, requestQuotes } from './quotes/quotes.ts'
import {
  confirmAnswer,
  confirmBody,
  pickupBody,
  quotesAnswer,
  showConfirmed,
  showQuotes,
  wrappedPickupBody,
} from './resources.ts'
import { confirmQuote } from './shipments/confirmations.ts'
import { openLabel, openOrderLabels } from './shipments/labels.ts'
import { labelPath, labelsPath } from './shipments/overview.ts'
import { type PickupBooking, schedulePickup } from './shipments/pickups.ts'

const shared = { tag: 'Shipping', access: 'brand' } as const
const ofOrder = { ...shared, params: { order: 'Id of the order.' } } as const
const notPossible = {
  status: 409,
  description: 'Not possible in the state of the order; nothing was changed.',
}

export function shippingRoutes(http: Http): void {
  // Reads the carriers file now, so that an invalid file fails the start and not the first request.
  carriersOf(http.platform.config)
  quoteRoutes(http)
  pickupRoute(http)
  labelRoute(http)
  orderLabelsRoute(http)
}

function quoteRoutes(http: Http): void {
  http.operation({
    ...ofOrder,
    method: 'POST',
    path: '/api/v1/orders/{order}/shipping-quotes',
    id: 'createShippingQuotes',
    support: 'write',
    summary: 'Ask what it costs to ship an order',
    description:
      'While the order is `brand_confirmed`, as often as needed: each request replaces the parcels and the quotes that the order shows. Older quotes stay confirmable with their own parcels, until the order is shipped or reset, or its address changes. Carriers that do not take the parcels to the address are left out, and so is one that does not answer within two seconds; `meta.missingCarriers` says which and why. Where no carrier is left, the one quote is `custom`, without a fee: the brand has the parcels carried by a carrier of its own.',
    // `readParcels` validates the body itself, so that one response reports the violations of all rules.
    body: Type.Object({}, KEEP_OTHERS),
    documentedBody: quoteBody,
    bodyExample: { parcels: [{ length: 40, width: 30, height: 20, kg: 5.2 }] },
    answers: [{ status: 200, description: 'The quotes.', schema: quotesAnswer, contentType: JSON_API }],
    problems: [notPossible],
    async handle(ctx, { params, body }) {
      const place = { brandId: brandOf(ctx.actor), orderId: params.order }
      const request = await requestQuotes(ctx, place, readParcels(body))
      return rendered(JSON.stringify(showQuotes(ctx.config, request)))
    },
  })

  http.operation({
    ...ofOrder,
    method: 'GET',
    path: '/api/v1/orders/{order}/shipping-quotes',
    id: 'listShippingQuotes',
    summary: 'The latest quotes of an order',
    description:
      'Those of the latest request, while they can be confirmed; none before the first request, and none after the order was shipped or reset, or its address has changed.',
    answers: [{ status: 200, description: 'The quotes.', schema: quotesAnswer, contentType: JSON_API }],
    async handle(ctx, { params }) {
      const request = await readQuotes(ctx, { brandId: brandOf(ctx.actor), orderId: params.order })
      return rendered(JSON.stringify(showQuotes(ctx.config, request)))
    },
  })

  http.operation({
    ...shared,
    method: 'POST',
    path: '/api/v1/shipping-quotes/{quote}/confirm',
    id: 'confirmShippingQuote',
    support: 'write',
    summary: 'Ship an order by one of its quotes',
    description:
      'A quote for labels of the marketplace leaves the order in `brand_confirmed`: the labels are made in the background, and the order is `shipping_labels_generated` when they are there. With any other, and whenever `tracking` is told, the order is `shipped` at once. The cost or the refund is a billing item from now on. A second confirmation answers 409.',
    params: { quote: 'Id of the quote.' },
    body: confirmBody,
    bodyOptional: true,
    bodyExample: { labelFormat: 'default' },
    answers: [{ status: 200, description: 'The quote.', schema: confirmAnswer, contentType: JSON_API }],
    problems: [notPossible],
    async handle(ctx, { params, body }) {
      const { labelFormat = 'default', tracking } = (body as typeof body | undefined) ?? {}
      const by = { party: 'brand', ...doerOf(ctx.actor) } as const
      const which = { brandId: brandOf(ctx.actor), quoteId: params.quote }
      const quote = await confirmQuote(ctx, which, { labelFormat, tracking }, by)
      return rendered(JSON.stringify({ jsonapi: { version: '1.0' }, data: showConfirmed(quote) }))
    },
  })
}

const checkPickup = compileInput(pickupBody)
const checkWrapped = compileInput(wrappedPickupBody)

function pickupRoute(http: Http): void {
  http.operation({
    ...ofOrder,
    method: 'POST',
    path: '/api/v1/orders/{order}/ship/schedule-pickup',
    id: 'schedulePickup',
    support: 'write',
    summary: 'Have the carrier come for the parcels',
    description:
      'For parcels with labels of the marketplace, in `shipping_labels_generated`; dropping them off is always possible too. What the carrier denies answers 422 `PICKUP_DENIED`, with other days and hours to try. Booking again replaces the pickup. The members may also stand in `order`.',
    query: { resource: order, include: ORDER_INCLUDES },
    body: Type.Object({}, KEEP_OTHERS),
    documentedBody: Type.Union([pickupBody, wrappedPickupBody]),
    bodyExample: {
      pickupDate: '06-03-2026',
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
    },
    answers: [{ status: 200, description: 'The order, with its pickup.', resource: order }],
    problems: [notPossible],
    async handle(ctx, { params, body }) {
      const { booking, at } = readPickup(body)
      const place = { brandId: brandOf(ctx.actor), orderId: params.order }
      return document(order, await schedulePickup(ctx, place, booking, at))
    },
  })
}

/** `at` is the pointer to the pickup date. */
function readPickup(body: object): { booking: PickupBooking; at: string } {
  const isWrapped = 'order' in body
  const at = isWrapped ? 'order.pickupDate' : 'pickupDate'
  const { pickupDate, pickupTime, pickupAddress } = isWrapped ? checkWrapped(body).order : checkPickup(body)
  const pickupOn = pickupDate.split('-').reverse().join('-')
  if (!isDay(pickupOn)) {
    throw unprocessable(`Expected a day of the calendar, written DD-MM-YYYY, but saw "${pickupDate}".`, {
      pointer: at,
    })
  }
  return { booking: { pickupOn, pickupDate, pickupTime, address: pickupAddress }, at }
}

function labelRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: labelPath('{order}', '{label}'),
    id: 'downloadShippingLabel',
    summary: 'The label of a parcel',
    description:
      'For any `Accept`. `labelUrl` of an order leads here: with your token at any time, and without one, in a browser, for a day from when the order was read.',
    params: { order: 'Id of the order.', label: 'Id of the label.' },
    query: {
      parameters: {
        expires: {
          schema: Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
          description: 'Part of a signed link: until when it is good.',
        },
        signature: {
          schema: Type.String({ pattern: '^[\\da-f]{64}$' }),
          description: 'Part of a signed link.',
        },
      },
    },
    media: 'file',
    orSignedLink: true,
    answers: [{ status: 200, description: 'The label.', file: ['application/pdf'] }],
    problems: [{ status: 410, description: 'The label is void, or the link has expired.' }],
    async handle(ctx, { params }) {
      const { bytes, filename } = await openLabel(ctx, params.order, params.label, callerOf(ctx))
      return file({
        stream: Readable.from([bytes]),
        contentType: 'application/pdf',
        filename,
        version: bodyTag(bytes),
        bytes: bytes.length,
      })
    },
  })
}

function orderLabelsRoute(http: Http): void {
  http.operation({
    ...ofOrder,
    method: 'GET',
    path: labelsPath('{order}'),
    id: 'downloadShippingLabels',
    summary: 'The labels of all parcels of an order',
    description: 'One PDF with the labels in the order of the parcels. For any `Accept`.',
    media: 'file',
    answers: [{ status: 200, description: 'The labels.', file: ['application/pdf'] }],
    problems: [{ status: 409, description: 'The order has no labels, or not yet.' }],
    async handle(ctx, { params }) {
      const { bytes, filename } = await openOrderLabels(ctx, brandOf(ctx.actor), params.order)
      return file({
        stream: Readable.from([bytes]),
        contentType: 'application/pdf',
        filename,
        version: bodyTag(bytes),
        bytes: bytes.length,
      })
    },
  })
}

/** Undefined for a request with a signed link. */
const callerOf = ({ actor }: Ctx): string | undefined => (actor ? brandOf(actor) : undefined)
