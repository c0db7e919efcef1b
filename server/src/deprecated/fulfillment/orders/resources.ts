/** The resources of fulfillment orders and their status updates. */
import { attribute, instantSeconds, nullable, resource, toMany } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, idAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { orNull, storedAddress, uuid } from '../../../domain/fields.ts'
import type { Ctx } from '../../../http/operation.ts'
import { formatInstant } from '../shared.ts'
import { deliveryAppointment, deliverySchedule, packingInstruction } from './instructions.ts'
import { FULFILLMENT_STATUSES } from './move-table.ts'
import type { FulfillmentOrderRow, Origin, StatusUpdateRow } from './queries.ts'

export const fulfillmentStatus = Type.Enum([...FULFILLMENT_STATUSES], {
  title: 'FulfillmentOrderStatus',
  description:
    'Where it is: `internal` before the warehouse was asked, `requested`, `created` once the warehouse knows it, `scheduled`, `released` while it is picked, `shipped`; or `cancellation_requested`, then `cancelled`.',
})

const lotNumber = orNull(Type.String({ examples: ['L-2601'] }), {
  description: 'Number of the lot; null where lots are not tracked.',
})
const expiryDate = orNull(Type.String({ format: 'date-time', examples: ['2027-01-31T00:00:00Z'] }), {
  description: 'When the lot expires; null when it does not.',
})
const count = (example: number, description: string) => Type.Integer({ examples: [example], description })

const orderedItem = Type.Object(
  {
    fulfillmentItemId: uuid('The item.'),
    quantity: count(2, 'Batches.'),
    lotNumber,
    expiryDate,
  },
  { title: 'FulfillmentOrderItem', description: 'Batches of one lot.' },
)

const shippedItem = Type.Object(
  {
    fulfillableId: uuid('What was ordered.'),
    batchQuantity: count(2, 'Batches.'),
    unitQuantity: count(12, 'Pieces.'),
    lotNumber,
    expiryDate,
  },
  { title: 'FulfillmentOrderShippedItem', description: 'Batches of one lot that left.' },
)

const MASTER_ORDER_PATHS: Readonly<Record<Origin, string>> = {
  internal: '/api/v1/master-orders',
  external: '/api/v1/master-orders',
  'order-pay': '/api/v1/order-pay/order-pay-orders',
}

export const fulfillmentOrder = resource<FulfillmentOrderRow>()({
  name: 'fulfillmentOrder',
  type: 'fulfillment-orders',
  description: 'What the warehouse is to pick, pack and send for a master order.',
  attributes: {
    reference: attribute(Type.String({ examples: ['O_48001'] }), (row) => `O_${row.reference}`, {
      description: 'The name that people use.',
    }),
    status: attribute(fulfillmentStatus, 'status'),
    createdAt: createdAt(instantSeconds),
    items: attribute(Type.Array(orderedItem), ({ items }) => items.map(withFormattedExpiry), {
      description: 'What was set aside for it, those batches first that expire first.',
    }),
    shippedItems: attribute(Type.Array(shippedItem), (row) => row.shipped_items.map(withFormattedExpiry), {
      description: 'What left for it; none until then.',
    }),
    recipientType: attribute(Type.Enum(['business', 'consumer']), 'recipient_type', {
      description: 'Who gets it.',
    }),
    externalReference: textOrNullAttribute(
      '1000042',
      'external_reference',
      'The number of what it ships, for those who get it; null without one.',
    ),
    instructionText: attribute(nullable(Type.String({ examples: ['Two pallets.'] })), instructionText, {
      deprecated: true,
      description: 'What is to be done in words, as in `instructions`; null without any.',
    }),
    instructions: attribute(
      nullable(
        Type.Object(
          {
            externalReference: orNull(Type.String({ examples: ['WEB-88'] }), {
              description: 'As `externalReference`.',
            }),
            deliverySchedule: orNull(deliverySchedule),
            packingInstruction: orNull(packingInstruction),
          },
          { title: 'FulfillmentInstructions' },
        ),
      ),
      ({ instructions, external_reference }) =>
        instructions && {
          externalReference: external_reference,
          deliverySchedule: instructions.deliverySchedule ?? null,
          packingInstruction: instructions.packingInstruction ?? null,
        },
      { description: 'How to pack and when to deliver; null without any wish.' },
    ),
  },
  links: {
    order: {
      description: 'The master order that it ships, or the OrderPay order.',
      from: ({ master_order_id, origin }, ctx) =>
        `${(ctx as Ctx | undefined)?.publicUrl ?? ''}${MASTER_ORDER_PATHS[origin]}/${master_order_id}`,
    },
  },
  relationships: {
    statusUpdates: toMany('fulfillmentStatusUpdate', {
      by: 'updatesOfFulfillmentOrders',
      parent: 'order_id',
    }),
  },
})

const withFormattedExpiry = <Item extends { expiryDate: string | null }>(item: Item) => ({
  ...item,
  expiryDate: item.expiryDate && formatInstant(item.expiryDate),
})

function instructionText({ instructions }: FulfillmentOrderRow): string | null {
  const { instruction } = (instructions?.packingInstruction ?? {}) as { instruction?: string | null }
  return instruction ?? null
}

export const fulfillmentStatusUpdate = resource<StatusUpdateRow>()({
  name: 'fulfillmentStatusUpdate',
  type: 'fulfillment-order-status-updates',
  description: 'What the warehouse told of a fulfillment order.',
  attributes: {
    status: attribute(fulfillmentStatus, 'status'),
    receivedAt: attribute(instantSeconds, 'received_at', { description: 'When it was told.' }),
  },
})

/** Adds the attributes that the warehouse needs for shipping. */
export const operatorFulfillmentOrder = resource<FulfillmentOrderRow>()({
  name: 'operatorFulfillmentOrder',
  type: 'fulfillment-orders',
  description: 'What the warehouse is to pick, pack and send, and where to.',
  attributes: {
    ...fulfillmentOrder.attributes,
    brandId: idAttribute('brand_id', 'Whose goods they are.'),
    masterOrderId: idAttribute('master_order_id', 'What it ships.'),
    shipTo: attribute(storedAddress, 'ship_to', { description: 'Where it goes.' }),
    pickupAtDock: attribute(Type.Boolean(), ({ instructions }) => instructions?.pickupAtDock ?? false, {
      description: 'Whether the brand has it fetched.',
    }),
    deliveryAppointment: attribute(
      nullable(deliveryAppointment),
      ({ instructions }) => instructions?.deliveryAppointment ?? null,
      { description: 'Whether the carrier is to make an appointment; null when nobody said.' },
    ),
    carrierName: textOrNullAttribute(
      'dpd',
      'carrier_name',
      'Who carries it; null until it is shipped, or when nobody told.',
    ),
    trackingNumber: textOrNullAttribute(
      'TW0099123',
      'tracking_number',
      "The carrier's number; null until it is shipped, or when nobody told.",
    ),
    trackingLink: textOrNullAttribute(
      'https://track.example.test/TW0099123',
      'tracking_link',
      'Where to follow it; null until it is shipped, or when nobody told.',
    ),
  },
})
