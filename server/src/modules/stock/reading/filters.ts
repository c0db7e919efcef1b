/** Filters and pages of the lists of this module. */
import type { FilterSpec, PageSpec } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant, uuid } from '../../../domain/fields.ts'
import * as schemas from '../resources.ts'
import type { StockStatus } from './statuses.ts'

/** Each id costs an index scan of its own, so their number is bounded. */
const MAX_IDS = 100

const productVariantIds = {
  kind: 'list',
  schema: uuid(),
  max: MAX_IDS,
  description: 'Only these variants.',
} as const satisfies FilterSpec
const locationIds = {
  kind: 'list',
  schema: uuid(),
  max: MAX_IDS,
  description: 'Only these locations.',
} as const satisfies FilterSpec
const locationTypes = {
  kind: 'list',
  schema: schemas.locationType,
  description: 'Only locations of these kinds.',
} as const satisfies FilterSpec
const locationStatus = {
  kind: 'list',
  schema: schemas.locationStatus,
  description: 'Only postings to these statuses.',
} as const satisfies FilterSpec
export const createdAt = {
  kind: 'operators',
  operators: {
    from: { kind: 'one', schema: instant('A moment.'), description: 'Only what happened then or later.' },
    to: { kind: 'one', schema: instant('A moment.'), description: 'Only what happened before then.' },
  },
} as const satisfies FilterSpec
const movements = { kind: 'list', schema: schemas.movementType } as const

export const page = { default: 10, max: 100 }

/** The digits are a timestamp in seconds; the uuid alone identifies the position. */
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
    schema: schemas.stockStatus,
    description: 'The statuses whose quantities are shown.',
  },
  locationTypes,
  locationIds,
  productType: {
    kind: 'one',
    schema: schemas.productType,
    description: '`single`, or `bundle` for what a warehouse makes of other variants.',
  },
} as const satisfies Record<string, FilterSpec>

export const postingFilters = {
  createdAt,
  productVariantIds,
  locationStatus,
  locationTypes,
  locationIds,
  movementType: {
    kind: 'operators',
    operators: {
      in: { ...movements, description: 'Only movements for these reasons.' },
      notIn: { ...movements, description: 'No movements for these reasons.' },
    },
  },
} as const satisfies Record<string, FilterSpec>

export const transactionFilters = {
  createdAt,
  productVariantIds,
  locationStatus,
  locationTypes,
  locationIds,
  relatedIds: {
    kind: 'list',
    schema: Type.String({ minLength: 1, maxLength: 255 }),
    max: MAX_IDS,
    description: 'Only what belongs to these orders or references.',
  },
} as const satisfies Record<string, FilterSpec>

export const locationFilters = {
  locationTypes,
  externalId: {
    kind: 'one',
    schema: uuid(),
    description: 'The location of this brand, warehouse or retailer.',
  },
} as const satisfies Record<string, FilterSpec>

/** Restricts a list to some locations. */
export interface LocationScope {
  locationTypes?: string[]
  locationIds?: string[]
}
export interface StateFilter extends LocationScope {
  productVariantIds?: string[]
  status?: StockStatus[]
  productType?: 'single' | 'bundle'
  /** In seconds since the epoch: the balance at the end of this second. */
  stateAt?: number
}
/** `from` is inclusive, `to` exclusive. */
export interface TimeRange {
  from?: string
  to?: string
}
export interface LedgerFilter extends LocationScope {
  createdAt?: TimeRange
  productVariantIds?: string[]
  locationStatus?: string[]
}
export interface PostingFilter extends LedgerFilter {
  movementType?: { in?: string[]; notIn?: string[] }
}
export interface TransactionFilter extends LedgerFilter {
  relatedIds?: string[]
}
export interface LocationFilter extends LocationScope {
  externalId?: string
}
