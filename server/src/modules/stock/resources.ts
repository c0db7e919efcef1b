import { attribute, instantMillis, nullable, resource, toMany, toOne } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { MOVEMENT_TYPES } from './ledger/movement-types.ts'
import type { LocationRow, PostingRow, StateRow, TransactionRow } from './reading/rows.ts'
import {
  LOCATION_STATUSES,
  LOCATION_TYPES,
  PRODUCT_TYPES,
  STOCK_STATUSES,
  type StockStatus,
} from './reading/statuses.ts'

const uuid = Type.String({ format: 'uuid' })
const unitMultiplier = Type.Integer({
  minimum: 1,
  examples: [6],
  description: 'Pieces in one of what is counted.',
})

const quantity = Type.Object({
  quantity: Type.Integer({ examples: [70], description: 'Below zero when more was sold than there is.' }),
  locationId: uuid,
  locationType: Type.Enum([...LOCATION_TYPES]),
  status: Type.Enum([...STOCK_STATUSES]),
  unitMultiplier,
  productType: Type.Enum([...PRODUCT_TYPES]),
})

export const stockState = resource<StateRow>()({
  name: 'stockState',
  type: 'stock-state',
  description: 'The stock of a variant, whose id it has. Empty when the variant is always in stock.',
  attributes: {
    quantities: attribute(Type.Array(quantity), quantitiesOf, {
      description: '`onHand` is what is `available` and what is `reserved` together.',
    }),
  },
})

function quantitiesOf(row: StateRow) {
  if (row.is_always_in_stock) return []
  const amounts: [StockStatus, number][] = [
    ['available', row.available],
    ['reserved', row.reserved],
    ['onHand', row.available + row.reserved],
  ]
  return amounts
    .filter(([status]) => row.statuses?.includes(status) ?? true)
    .map(([status, amount]) => ({
      quantity: amount,
      locationId: row.location_id,
      locationType: row.location_type,
      status,
      unitMultiplier: row.unit_multiplier,
      productType: 'single',
    }))
}

export const stockPosting = resource<PostingRow>()({
  name: 'stockPosting',
  type: 'posting',
  description:
    'One side of a movement: pieces that came to a status of a location, or left it. Never changes.',
  attributes: {
    locationId: attribute(uuid, 'location_id'),
    productVariantId: attribute(uuid, 'variant_id'),
    locationStatus: attribute(Type.Enum([...LOCATION_STATUSES]), 'status', {
      description: '`void` is the other side of pieces that came from outside or went there.',
    }),
    movementType: attribute(Type.Enum([...MOVEMENT_TYPES]), 'movement_type'),
    quantity: attribute(Type.Integer({ examples: [-2] }), 'quantity'),
    unitMultiplier: attribute(unitMultiplier, 'unit_multiplier'),
  },
  relationships: {
    transaction: toOne('stockTransaction', 'transaction_id'),
    state: toOne('stockState', 'variant_id'),
    lot: toOne('stockLot', 'lot_id'),
  },
})

export const stockTransaction = resource<TransactionRow>()({
  name: 'stockTransaction',
  type: 'transaction',
  description: 'The postings of one occasion. Those of a variant add up to zero.',
  attributes: {
    relatedId: attribute(Type.String({ examples: ['6d2f0b9a-8e31-4c0f-a6d4-1b7c9e5f3a20'] }), 'related_id', {
      description: 'The order or the reference that it belongs to.',
    }),
    createdAt: attribute(instantMillis, 'created_at'),
    metadata: attribute(
      Type.Record(Type.String(), Type.String(), { examples: [{ transition: 'submitted' }] }),
      'metadata',
    ),
  },
  relationships: {
    postings: toMany('stockPosting', {
      by: 'postingsOfTransactions',
      parent: 'transaction_id',
      aliases: ['posting'],
    }),
  },
})

export const stockLocation = resource<LocationRow>()({
  name: 'stockLocation',
  type: 'location',
  description: 'Where stock lies. A brand has one of its own.',
  attributes: {
    type: attribute(Type.Enum([...LOCATION_TYPES]), 'type'),
    externalId: attribute(uuid, 'external_id', {
      description: 'The brand, warehouse or retailer that it stands for.',
    }),
  },
})

/** Lots belong to warehouses; a brand's own location has none, so there are no rows of it here. */
export const stockLot = resource<{ id: string; number: string; expires_on: string | null }>()({
  name: 'stockLot',
  type: 'lot',
  description: 'Pieces made together. A brand location has none.',
  attributes: {
    number: attribute(Type.String({ examples: ['L-2026-03'] }), 'number'),
    expiryDate: attribute(nullable(Type.String({ format: 'date' })), 'expires_on'),
  },
})
