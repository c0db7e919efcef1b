import { attribute, instantMicros, nullable, resource, toOne } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { orNull, uuid } from '../../../domain/fields.ts'
import { status } from '../resources.ts'
import type { TimelineRow } from './timeline.ts'

const text = (example: string, description: string) => Type.String({ examples: [example], description })
const integer = (example: number, description: string) => Type.Integer({ examples: [example], description })

const move = Type.Object(
  {
    command: text('brand-validates', 'What was asked for.'),
    from: orNull(status, { description: 'The status before it; null for the first entry.' }),
    to: status,
    movedBy: Type.Enum(['brand', 'marketplace', 'carrier', 'retailer'], { description: 'Who did it.' }),
    userId: orNull(
      uuid(
        'Which of your users did it in a session, or which user of the operator in a support session; null for others.',
      ),
    ),
    eventType: orNull(
      text('order.brand_accepted', 'Name of the event that it fired; null if there was none.'),
    ),
    details: Type.Object({}, { description: 'What was said or changed with it.' }),
  },
  { title: 'TimelineMove', description: 'An entry of the history.' },
)

const delivery = Type.Object(
  {
    event: text('order.brand_accepted', 'Name of the event.'),
    state: Type.Enum(['waiting', 'delivered', 'failed'], { description: 'As in the log of deliveries.' }),
    attemptsCount: integer(1, 'How often it was sent.'),
    status: orNull(integer(200, 'The status of the last answer; null if there was none.')),
    durationMs: orNull(integer(48, 'How long the last attempt took; null before the first.')),
    subscriptionId: uuid('Id of the subscription.'),
    url: orNull(
      text('https://erp.alderwick.test/hooks', 'Where it goes; null if the subscription is deleted.'),
    ),
  },
  {
    title: 'TimelineDelivery',
    description: 'A webhook about the order; the id of the entry is that of the delivery.',
  },
)

const pickup = Type.Object(
  {
    pickupDate: Type.String({ format: 'date', examples: ['2026-03-06'], description: 'The day.' }),
    readyTime: text('09:00:00', 'From when on.'),
    closeTime: text('15:00:00', 'Until when.'),
    reference: text('PU-4711', "The carrier's reference."),
  },
  { title: 'TimelinePickup', description: 'A pickup that was booked.' },
)

export const timelineTracking = Type.Object(
  {
    carrierCode: text('marketplace', 'Code of the carrier.'),
    parcelNumber: orNull(integer(1, 'Number of the parcel; null if it is about all of them.')),
    status: text('TRANSIT', 'Where the parcel is in its way.'),
    details: orNull(text('Arrived at the depot.', 'What the carrier says; null if nothing.')),
  },
  { title: 'TimelineTracking', description: 'What a carrier told.' },
)

export const timelineEntry = resource<TimelineRow>()({
  name: 'timelineEntry',
  type: 'timeline-entries',
  description: 'Something that happened to an order or because of it. It has the attribute of its kind.',
  attributes: {
    kind: attribute(Type.Enum(['move', 'delivery', 'pickup', 'tracking']), 'kind', {
      description: 'What kind of entry it is; the attribute of that name has more.',
    }),
    occurredAt: attribute(instantMicros, 'occurred_at', { description: 'When it happened.' }),
    requestId: attribute(nullable(uuid()), 'request_id', {
      description:
        'The `X-Request-Id` of the request that caused it; null where there was none, or it is not known.',
    }),
    move: attribute(nullable(move), (row) => row.move ?? null),
    delivery: attribute(nullable(delivery), (row) => row.delivery ?? null),
    pickup: attribute(nullable(pickup), (row) => row.pickup ?? null),
    tracking: attribute(nullable(timelineTracking), (row) => row.tracking ?? null),
  },
  relationships: {
    application: toOne('application', 'application_id', {
      linkage: 'always',
      description: 'The application that did it, or that a delivery is for; null for others.',
    }),
    supportSession: toOne('supportSession', 'support_session_id', {
      linkage: 'always',
      description: 'The support session of the marketplace in which it was done; null for everything else.',
    }),
  },
})
