/** What the lists of this module can be asked for. */
import type { FilterSpec, PageSpec, Query } from '@tradehall/jsonapi'
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

const productVariantIds: FilterSpec = { kind: 'list', schema: uuid, max: MAX_IDS }
const locationIds: FilterSpec = { kind: 'list', schema: uuid, max: MAX_IDS }
const locationTypes: FilterSpec = { kind: 'list', schema: Type.Enum([...LOCATION_TYPES]) }
const locationStatus: FilterSpec = { kind: 'list', schema: Type.Enum([...LOCATION_STATUSES]) }
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

export const stateFilters: Record<string, FilterSpec> = {
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
}

export const postingFilters: Record<string, FilterSpec> = {
  productVariantIds,
  locationStatus,
  locationTypes,
  locationIds,
  movementType: { kind: 'operators', operators: { in: movements, notIn: movements } },
}

export const transactionFilters: Record<string, FilterSpec> = {
  productVariantIds,
  locationStatus,
  locationTypes,
  locationIds,
  relatedIds: { kind: 'list', schema: Type.String({ minLength: 1, maxLength: 255 }), max: MAX_IDS },
}

export const locationFilters: Record<string, FilterSpec> = {
  locationTypes,
  externalId: { kind: 'one', schema: uuid },
}

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

/** The filters of a request whose declaration is one of the above. */
export const filterOf = <F>({ filter, parameters }: Query): F => ({ ...filter, ...parameters }) as F
