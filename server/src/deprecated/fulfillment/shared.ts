/** The path, pagination and replies that the endpoints of this group share. */
import {
  instantSeconds,
  offsetMeta,
  offsetParameters,
  type Query,
  type Resource,
  readOffset,
} from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { Answer, DocumentReply } from '../../http/operation.ts'
import { document } from '../../http/operation.ts'

export const forBrand = { tag: 'Fulfillment', access: 'brand' } as const
export const FULFILLMENT_PATH = '/api/v1/fulfillment'

/** Formats an instant of a JSON column like the instants of attributes. */
export const formatInstant = (value: string) => instantSeconds.encode?.(new Date(value))

/** The schema of the minimum remaining shelf life of a line in a request. */
export const minimumRemainingShelfLife = (description = 'Days that it must still be good for.') =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500, examples: [90], description }))

const PAGE = { default: 20, max: 100 }
export const pageParameters = offsetParameters(PAGE)
export const readPage = (query: Pick<Query, 'parameters'>) => readOffset(query, PAGE)

export const pageAnswer = (resource: Resource, description: string): Answer => ({
  status: 200,
  description,
  resource,
  many: true,
  paged: 'offset',
})

/** Replies with one page of a list, and its total in `meta`. */
export function pageReply<Row extends { id: string }>(
  resource: Resource<Row>,
  query: Pick<Query, 'parameters'>,
  { rows, total }: { rows: readonly Row[]; total: number },
): DocumentReply {
  return document(resource, rows, {
    meta: { page: offsetMeta(readPage(query), { rows: rows.length, total }) },
  })
}
