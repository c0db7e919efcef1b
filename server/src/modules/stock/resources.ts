/** The JSON:API resources of stock. */
import { attribute, instantMillis, nullable, resource, toMany, toOne } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textAttribute, textOrNullAttribute } from '../../domain/attributes.ts'
import { uuid } from '../../domain/fields.ts'
import type { LotRow } from './ledger/lots.ts'
import { MOVEMENT_TYPES } from './ledger/movement-types.ts'
import type { LocationRow, PostingRow, StateRow, TransactionRow } from './reading/rows.ts'
import {
  LOCATION_STATUSES,
  LOCATION_TYPES,
  PRODUCT_TYPES,
  STOCK_STATUSES,
  type StockStatus,
} from './reading/statuses.ts'

const unitMultiplier = Type.Integer({
  minimum: 1,
  examples: [6],
  description: 'Pieces in one pack; quantities count packs.',
})
const enumOf = <const Name extends string>(names: readonly Name[], title: string, description: string) =>
  Type.Enum([...names], { title, description })
export const locationType = enumOf(LOCATION_TYPES, 'StockLocationType', 'Whose location it is.')
export const locationStatus = enumOf(
  LOCATION_STATUSES,
  'StockLocationStatus',
  'What stock at a location is there for. `void` is the other side of what came from outside or went there.',
)
export const stockStatus = enumOf(
  STOCK_STATUSES,
  'StockStatus',
  'What stock is there for. `onHand` is the sum of all but `incoming`.',
)
export const movementType = enumOf(MOVEMENT_TYPES, 'StockMovementType', 'Why stock moved.')
export const productType = Type.Enum([...PRODUCT_TYPES], {
  description: '`single`, or `bundle` for what consists of other variants.',
})

const quantity = Type.Object({
  quantity: Type.Integer({
    examples: [70],
    description: 'Packs; below zero when more was sold than there is.',
  }),
  locationId: uuid('Where they are.'),
  locationType,
  status: stockStatus,
  unitMultiplier,
  productType,
  lot: Type.Optional(
    Type.Object(
      {
        number: Type.String({ examples: ['L-2026-03'], description: 'Number that its maker gave it.' }),
        expiryDate: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
          description: 'The day on which it expires; null when it does not.',
        }),
      },
      { description: 'What they are of; absent where there are no lots, as at a location of your own.' },
    ),
  ),
})

export const stockState = resource<StateRow>()({
  name: 'stockState',
  type: 'stock-state',
  description:
    'The stock of a variant, whose id it has. Empty when the variant is always in stock and lies in no warehouse.',
  attributes: {
    quantities: attribute(Type.Array(quantity), quantitiesOf, {
      description:
        'One entry for each location and status, and in a warehouse for each lot. `onHand` is all that is there: at your own location what is `available` and what is `reserved`.',
    }),
  },
})

function quantitiesOf(row: StateRow) {
  const own = {
    locationId: row.location_id,
    locationType: row.location_type,
    unitMultiplier: row.unit_multiplier,
    amounts: [
      { status: 'available', quantity: row.available },
      { status: 'reserved', quantity: row.reserved },
      { status: 'onHand', quantity: row.available + row.reserved },
    ] as StatusQuantity[],
  }
  const productType = row.parts.length > 0 ? 'bundle' : 'single'
  const places = row.includes_own_location && !row.is_always_in_stock ? [own] : []
  return [...places, ...row.in_warehouses.map(warehouseAmounts)].flatMap(({ amounts, ...place }) =>
    amounts
      .filter(({ status }) => row.statuses?.includes(status) ?? true)
      .map((amount) => ({ ...place, productType, ...amount })),
  )
}

interface StatusQuantity {
  status: StockStatus
  quantity: number
  lot?: { number: string; expiryDate: string | null }
}

function warehouseAmounts({
  locationId,
  unitMultiplier,
  lots,
  incoming,
  ...amounts
}: StateRow['in_warehouses'][number]) {
  const parts = lots.map(({ number, expiresOn, ...own }) => ({
    lot: { number, expiryDate: expiresOn },
    amounts: withOnHand(own),
  }))
  const whole = Object.entries(withOnHand(amounts)) as [StockStatus, number][]
  return {
    locationId,
    locationType: 'warehouse',
    unitMultiplier,
    amounts: [
      ...whole.flatMap(([status, quantity]) => byLot(status, quantity, parts)),
      { status: 'incoming', quantity: incoming },
    ] as StatusQuantity[],
  }
}

const withOnHand = ({ onHand, ...amounts }: Readonly<Record<string, number>>): Record<string, number> => ({
  ...amounts,
  onHand: onHand ?? Object.values(amounts).reduce((sum, amount) => sum + amount, 0),
})

/** An entry for each lot with a quantity and one for the rest without a lot; a single entry of zero if there is nothing. */
function byLot(
  status: StockStatus,
  quantity: number,
  parts: readonly { lot: NonNullable<StatusQuantity['lot']>; amounts: Readonly<Record<string, number>> }[],
): StatusQuantity[] {
  const entries = parts
    .map(({ lot, amounts }) => ({ status, quantity: amounts[status] ?? 0, lot }))
    .filter((entry) => entry.quantity !== 0)
  const rest = entries.reduce((left, entry) => left - entry.quantity, quantity)
  return rest !== 0 || entries.length === 0 ? [...entries, { status, quantity: rest }] : entries
}

export const stockPosting = resource<PostingRow>()({
  name: 'stockPosting',
  type: 'posting',
  description:
    'One side of a movement: packs that came to a status of a location, or left it. Never changes.',
  attributes: {
    locationId: attribute(uuid(), 'location_id', { description: 'Where the packs came to, or left.' }),
    productVariantId: attribute(uuid(), 'variant_id', { description: 'What moved.' }),
    locationStatus: attribute(locationStatus, 'status'),
    movementType: attribute(movementType, 'movement_type'),
    quantity: attribute(Type.Integer({ examples: [-2] }), 'quantity', {
      description: 'Packs that came, or below zero, that left.',
    }),
    unitMultiplier: attribute(unitMultiplier, 'unit_multiplier'),
    lotNumber: textOrNullAttribute(
      'L-2026-03',
      'lot_number',
      'The lot that they are of, in a warehouse; null without one.',
    ),
    expiryDate: attribute(nullable(Type.String({ format: 'date' })), 'lot_expires_on', {
      description: 'The day on which the lot expires; null when it does not, and without a lot.',
    }),
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
    relatedId: textAttribute(
      '6d2f0b9a-8e31-4c0f-a6d4-1b7c9e5f3a20',
      'related_id',
      'The order or the reference that it belongs to.',
    ),
    createdAt: attribute(instantMillis, 'created_at', { description: 'When it happened.' }),
    metadata: attribute(
      Type.Record(Type.String(), Type.String(), { examples: [{ transition: 'submitted' }] }),
      'metadata',
      { description: 'Further words about it, such as the move of an order.' },
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
  description: 'Where stock lies. A brand has one of its own, and one in the warehouse that keeps its goods.',
  attributes: {
    type: attribute(locationType, 'type'),
    externalId: attribute(uuid(), 'external_id', {
      description: 'The brand, warehouse or retailer that it stands for.',
    }),
  },
})

export const stockLot = resource<LotRow>()({
  name: 'stockLot',
  type: 'lot',
  description: 'Pieces made together. A brand location has none.',
  attributes: {
    number: textAttribute('L-2026-03', 'number', 'Number that its maker gave it.'),
    expiryDate: attribute(nullable(Type.String({ format: 'date' })), 'expires_on', {
      description: 'The day on which it expires; null when it does not.',
    }),
  },
})
