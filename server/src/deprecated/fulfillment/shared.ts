/** What the doors of this group have in common. */
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
export const PATH = '/api/v1/fulfillment'

/** A moment that is kept inside of a document, spelt as the others. */
export const moment = (value: string) => instantSeconds.encode?.(new Date(value))

/** Of a line of a request. */
export const minimumRemainingShelfLife = (description = 'Days that it must still be good for.') =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500, examples: [90], description }))

const PAGE = { default: 20, max: 100 }
export const pages = offsetParameters(PAGE)
export const pageIn = (query: Pick<Query, 'parameters'>) => readOffset(query, PAGE)

export const onePage = (resource: Resource, description: string): Answer => ({
  status: 200,
  description,
  resource,
  many: true,
  paged: 'offset',
})

/** One page of a list that is told how long it is. */
export function answerRows<Row extends { id: string }>(
  resource: Resource<Row>,
  query: Pick<Query, 'parameters'>,
  { rows, total }: { rows: readonly Row[]; total: number },
): DocumentReply {
  return document(resource, rows, { meta: { page: offsetMeta(pageIn(query), { rows: rows.length, total }) } })
}
