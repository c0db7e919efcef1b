/** Offset pages, for lists with a total count. */
import { Type } from 'typebox'
import type { ParameterSpec } from './plain-parameters.ts'
import type { Query } from './query.ts'

export interface OffsetSpec {
  default: number
  max: number
}

export interface OffsetPage {
  offset: number
  limit: number
}

export interface OffsetMeta {
  currentPage: number
  from: number
  lastPage: number
  perPage: number
  to: number
  total: number
}

/** More than any client pages through, and within the range of any database. */
const MAX_OFFSET = 999_999_999
const MAX_PAGE = 9_999_999

/** For `parameters` of a `QuerySpec`. */
export function offsetParameters(spec: OffsetSpec): Record<string, ParameterSpec> {
  return {
    'page[offset]': {
      schema: Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0 }),
      description: 'How many rows of the list come before the page.',
    },
    'page[limit]': {
      schema: Type.Integer({ minimum: 1, maximum: spec.max, default: spec.default }),
      description: 'Rows per page.',
    },
  }
}

export function readOffset({ parameters }: Pick<Query, 'parameters'>, spec: OffsetSpec): OffsetPage {
  return {
    offset: (parameters['page[offset]'] as number | undefined) ?? 0,
    limit: (parameters['page[limit]'] as number | undefined) ?? spec.default,
  }
}

/** The same pages by page number instead of offset. */
export function pageNumberParameters(spec: OffsetSpec): Record<string, ParameterSpec> {
  return {
    'page[number]': {
      schema: Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1 }),
      description: 'Number of the page, from 1.',
    },
    'page[size]': {
      schema: Type.Integer({ minimum: 1, maximum: spec.max, default: spec.default }),
      description: 'Rows per page.',
    },
  }
}

export function readPageNumber({ parameters }: Pick<Query, 'parameters'>, spec: OffsetSpec): OffsetPage {
  const number = (parameters['page[number]'] as number | undefined) ?? 1
  const limit = (parameters['page[size]'] as number | undefined) ?? spec.default
  return { offset: (number - 1) * limit, limit }
}

/** Rows are counted from 1; `from` and `to` are 0 on an empty page. */
export function offsetMeta(
  { offset, limit }: OffsetPage,
  { rows, total }: { rows: number; total: number },
): OffsetMeta {
  return {
    currentPage: Math.floor(offset / limit) + 1,
    from: rows === 0 ? 0 : offset + 1,
    lastPage: Math.max(1, Math.ceil(total / limit)),
    perPage: limit,
    to: rows === 0 ? 0 : offset + rows,
    total,
  }
}

const count = (example: number, description: string) =>
  Type.Integer({ minimum: 0, examples: [example], description })

const offsetMembers = {
  currentPage: count(1, 'Number of this page, from 1.'),
  from: count(1, 'Number of its first row, from 1; 0 when it is empty.'),
  lastPage: count(3, 'Number of the last page.'),
  perPage: count(20, 'Rows per page, as asked for.'),
  to: count(20, 'Number of its last row; 0 when it is empty.'),
  total: count(47, 'Rows of the whole list.'),
}

export const offsetMetaSchema = Type.Object(
  { page: Type.Object(offsetMembers, { description: 'Where the page lies in the list.' }) },
  { description: 'What there is to say beside the data.' },
)
