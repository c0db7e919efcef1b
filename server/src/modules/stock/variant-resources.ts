/** The JSON:API resources of the stock of one variant: its movements with their causes, and its balance over time. */
import { attribute, instantMillis, nullable, resource, toOne } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../domain/fields.ts'
import type { HistoryRow } from './reading/variant-history.ts'
import { CAUSES, type MovementRow } from './reading/variant-movements.ts'
import { locationType, movementType } from './resources.ts'

const packs = (example: number, description: string) => Type.Integer({ examples: [example], description })

const balance = {
  available: packs(70, 'Packs that can be ordered.'),
  reserved: packs(30, 'Packs held by orders that are not shipped.'),
  onHand: packs(100, 'Packs that are there: available, reserved, and in a warehouse also unfit for sale.'),
}
const change = (example: number, what: string) =>
  packs(example, `How many packs came to what is ${what}, or below zero, left it.`)

export const stockMovement = resource<MovementRow>()({
  name: 'stockMovement',
  type: 'stock-movements',
  description:
    'What one transaction did to the stock of a variant, whose id it has, and why. Never changes, but for its balance.',
  attributes: {
    createdAt: attribute(instantMillis, 'created_at', { description: 'When it happened.' }),
    movementType: attribute(movementType, 'movement_type'),
    cause: attribute(Type.Enum([...CAUSES]), 'cause', {
      description:
        '`order`: the relationship `order` has it. `import`: the bulk operation `operationId`. `manual`: somebody set it, see `userId` and the relationship `application`. `warehouse`: it moved in a warehouse.',
    }),
    locationId: attribute(uuid(), 'location_id', { description: 'Where it moved.' }),
    locationType: attribute(locationType, 'location_type'),
    available: attribute(change(-2, 'available'), 'available'),
    reserved: attribute(change(2, 'reserved'), 'reserved'),
    onHand: attribute(change(0, 'on hand'), 'on_hand'),
    balance: attribute(nullable(Type.Object(balance, { title: 'StockBalance' })), 'balance', {
      description: 'What there was at the location afterwards; null without `withBalances`.',
    }),
    operationId: attribute(nullable(uuid()), 'operation_id', {
      description: 'The bulk operation that set it; null for other causes.',
    }),
    userId: attribute(nullable(uuid()), 'user_id', {
      description:
        'Which of your users set it in a session, or which user of the operator in a support session; null for others.',
    }),
    requestId: attribute(nullable(uuid()), 'request_id', {
      description:
        'The `X-Request-Id` of the request that set it; null where there was none, or it is not known.',
    }),
  },
  relationships: {
    order: toOne('order', 'order_id', {
      linkage: 'always',
      description: 'The order that reserved, released or shipped it; null for other causes.',
    }),
    application: toOne('application', 'application_id', {
      linkage: 'always',
      description: 'The application that set it; null for others.',
    }),
    supportSession: toOne('supportSession', 'support_session_id', {
      linkage: 'always',
      description: 'The support session of the marketplace in which it was done; null for everything else.',
    }),
  },
})

const place = Type.Object(
  {
    locationId: uuid('Which location it is.'),
    locationType,
    points: Type.Array(
      Type.Object({
        at: Type.String({
          format: 'date-time',
          examples: ['2026-03-03T09:00:00.120Z'],
          description: 'When it became so.',
        }),
        ...balance,
      }),
      {
        description:
          'The balance at the begin of the range, then after the last movement of every step in which something moved, oldest first.',
      },
    ),
  },
  { title: 'StockHistoryOfLocation', description: 'The stock at one location over time.' },
)

export const stockHistory = resource<HistoryRow>()({
  name: 'stockHistory',
  type: 'stock-histories',
  description: 'The stock of a variant over time, for a chart. It has the id of the variant.',
  attributes: {
    from: attribute(instantMillis, 'from', { description: 'Where the range begins.' }),
    to: attribute(instantMillis, 'to', { description: 'Where it ends.' }),
    locations: attribute(Type.Array(place), 'locations', {
      description: "The locations of the variant, the brand's own first.",
    }),
  },
})
