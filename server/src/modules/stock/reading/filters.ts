/** What the lists of this module can be asked for. */
import type { FilterSpec, PageSpec } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { MOVEMENT_TYPES } from '../ledger/movement-types.ts'
import {
  LOCATION_STATUSES,
  LOCATION_TYPES,
  PRODUCT_TYPES,
  STOCK_STATUSES,
  type StockStatus,
} from './statuses.ts'

const uuid = Type.String({ format: 'uuid' })
/** Each is a walk of its own along an index, so there is a bound. */
const MAX_IDS = 100

const productVariantIds = { kind: 'list', schema: uuid, max: MAX_IDS } as const
const locationIds = { kind: 'list', schema: uuid, max: MAX_IDS } as const
const locationTypes = { kind: 'list', schema: Type.Enum([...LOCATION_TYPES]) } as const
const locationStatus = { kind: 'list', schema: Type.Enum([...LOCATION_STATUSES]) } as const
const movements = { kind: 'list', schema: Type.Enum([...MOVEMENT_TYPES]) } as const

export const page = { default: 10, max: 100 }

/** The digits are a moment in seconds; the uuid alone says where the page begins. */
export const ledgerPage: PageSpec = {
  ...page,
  cursor: {
    pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:,\d{10})?$/i,
    description: 'a uuid, or a uuid, a comma and ten digits,',
  },
}

export const stateFilters = {
  productVariantIds,
  status: {
    kind: 'list',
    schema: Type.Enum([...STOCK_STATUSES]),
    description: 'The statuses whose quantities are shown.',
  },
  locationTypes,
  locationIds,
  productType: {
    kind: 'one',
    schema: Type.Enum([...PRODUCT_TYPES]),
    description: 'All variants are single; there are no bundles yet.',
  },
} as const satisfies Record<string, FilterSpec>

export const postingFilters = {
  productVariantIds,
  locationStatus,
  locationTypes,
  locationIds,
  movementType: { kind: 'operators', operators: { in: movements, notIn: movements } },
} as const satisfies Record<string, FilterSpec>

export const transactionFilters = {
  productVariantIds,
  locationStatus,
  locationTypes,
  locationIds,
  relatedIds: { kind: 'list', schema: Type.String({ minLength: 1, maxLength: 255 }), max: MAX_IDS },
} as const satisfies Record<string, FilterSpec>

export const locationFilters = {
  locationTypes,
  externalId: { kind: 'one', schema: uuid },
} as const satisfies Record<string, FilterSpec>

export interface PlaceFilter {
  locationTypes?: string[]
  locationIds?: string[]
}
export interface StateFilter extends PlaceFilter {
  productVariantIds?: string[]
  status?: StockStatus[]
  productType?: 'single' | 'bundle'
  /** The balance at the end of this second since the epoch. */
  stateAt?: number
}
export interface LedgerFilter extends PlaceFilter {
  productVariantIds?: string[]
  locationStatus?: string[]
}
export interface PostingFilter extends LedgerFilter {
  movementType?: { in?: string[]; notIn?: string[] }
}
export interface TransactionFilter extends LedgerFilter {
  relatedIds?: string[]
}
export interface LocationFilter extends PlaceFilter {
  externalId?: string
}
