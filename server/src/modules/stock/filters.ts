/** What the lists of this module can be asked for. */
import type { FilterSpec, PageSpec, Query } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import * as schemas from './resources.ts'
import type { StockStatus } from './statuses.ts'

const uuid = Type.String({ format: 'uuid' })
/** Each is a walk of its own along an index, so there is a bound. */
const MAX_IDS = 100

const productVariantIds: FilterSpec = {
  kind: 'list',
  schema: uuid,
  max: MAX_IDS,
  description: 'Only these variants.',
}
const locationIds: FilterSpec = {
  kind: 'list',
  schema: uuid,
  max: MAX_IDS,
  description: 'Only these locations.',
}
const locationTypes: FilterSpec = {
  kind: 'list',
  schema: schemas.locationType,
  description: 'Only locations of these kinds.',
}
const locationStatus: FilterSpec = {
  kind: 'list',
  schema: schemas.locationStatus,
  description: 'Only postings to these statuses.',
}
const movements = { kind: 'list', schema: schemas.movementType } as const

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
    schema: schemas.stockStatus,
    description: 'The statuses whose quantities are shown.',
  },
  locationTypes,
  locationIds,
  productType: {
    kind: 'one',
    schema: schemas.productType,
    description: 'All variants are single; there are no bundles yet.',
  },
}

export const postingFilters: Record<string, FilterSpec> = {
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
}

export const transactionFilters: Record<string, FilterSpec> = {
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
}

export const locationFilters: Record<string, FilterSpec> = {
  locationTypes,
  externalId: {
    kind: 'one',
    schema: uuid,
    description: 'The location of this brand, warehouse or retailer.',
  },
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
