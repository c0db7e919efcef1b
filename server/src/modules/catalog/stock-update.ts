/** Stock updates of variants as clients send them, one or in bulk, and their translation into changes of the ledger. */
import {
  ignoredMembers,
  ignoredMeta,
  type Problem,
  REFUSE_STRAYS,
  type RequestOptions,
  requestData,
  requestDocument,
} from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import { MAX_INTEGER, orNull, uuid } from '../../domain/fields.ts'
import { unprocessable } from '../../domain/problems.ts'
import type { StockChange } from '../stock/index.ts'
import { stockChanged } from './errors.ts'
import { productVariant } from './resources.ts'

const update = {
  id: 'path',
  attributes: {
    stockQuantity: Type.Integer({
      minimum: 0,
      maximum: MAX_INTEGER,
      examples: [100],
      description: 'Packs on hand, so with what is reserved. Tracks the stock from now on.',
    }),
    isAlwaysInStock: Type.Boolean({
      description:
        '`true` drops the quantity and stops tracking; `false` alone tracks from what is reserved.',
    }),
    inventoryPolicy: Type.Enum(['deny', 'continue'], {
      description: 'Whether to refuse orders beyond what is available; stays as it is when left out.',
    }),
  },
  required: [],
  strays: 'refused',
  meta: {
    expectedStockQuantity: orNull(
      Type.Integer({ minimum: -MAX_INTEGER, maximum: MAX_INTEGER, examples: [80] }),
      {
        description:
          'Change nothing and answer 409 unless this is the quantity on hand now; null if it is to be always in stock now.',
      },
    ),
  },
} as const satisfies RequestOptions

export const stockUpdateBody = requestDocument(productVariant, update)
const stockUpdateData = requestData(productVariant, update)

export const MAX_BULK_UPDATES = 50
/** The JSON:API extension of bulk requests. */
export const ATOMIC = 'https://jsonapi.org/ext/atomic'

const reference = Type.Object(
  {
    type: Type.Enum([...productVariant.spellings], { description: 'Every spelling listed means the same.' }),
    id: uuid('Id of the variant.'),
  },
  { description: 'Names the variant, instead of `data` or beside it.' },
)
const entry = Type.Object({
  op: Type.Literal('update', { description: 'What to do; only updates are known.' }),
  ref: Type.Optional(reference),
  data: stockUpdateData,
  meta: ignoredMeta,
})
export const bulkBody = Type.Object(
  {
    'atomic:operations': Type.Array(entry, {
      minItems: 1,
      maxItems: MAX_BULK_UPDATES,
      description: 'The updates, each variant at most once.',
    }),
    ...ignoredMembers,
  },
  REFUSE_STRAYS,
)

/** The update of one variant, with JSON pointers into the request. */
export interface StockUpdate extends Omit<Static<typeof stockUpdateData>, 'type' | 'id'> {
  id: string
  /** JSON pointer to the resource: `data`, or that of an entry in a bulk request. */
  at: string
  /** JSON pointer to the id; undefined if only the path contains it. */
  idAt: string | undefined
}

/** The path of a bulk request contains no id, so `ref` or `data` must; if both do, they must be equal. */
export function updateOfEntry({ ref, data }: Static<typeof entry>, index: number): StockUpdate {
  const at = `atomic:operations.${index}.data`
  const id = data.id ?? ref?.id
  if (id === undefined || (ref ?? data).type === undefined) {
    const member = id === undefined ? 'id' : 'type'
    throw unprocessable(`Expected the ${member} of the variant here or in ref, but it is missing in both.`, {
      pointer: `${at}.${member}`,
    })
  }
  if (ref && ref.id !== id)
    throw unprocessable(`Expected ${ref.id}, the id of ref, but saw "${id}".`, { pointer: `${at}.id` })
  return { ...data, id, at, idAt: data.id === undefined ? `atomic:operations.${index}.ref.id` : `${at}.id` }
}

export function toStockChange({ id, at, attributes = {}, meta }: StockUpdate): StockChange {
  const { inventoryPolicy } = attributes
  const expectedOnHand = meta?.expectedStockQuantity
  return {
    variantId: id,
    to: targetOf(attributes, `${at}.attributes`),
    ...(inventoryPolicy && { inventoryPolicy }),
    ...(expectedOnHand !== undefined && { expectedOnHand }),
  }
}

function targetOf(
  { stockQuantity, isAlwaysInStock, inventoryPolicy }: NonNullable<StockUpdate['attributes']>,
  at: string,
): StockChange['to'] {
  if (isAlwaysInStock) {
    if (stockQuantity !== undefined)
      throw unprocessable('What is always in stock has no stockQuantity: send one of the two.', {
        pointer: `${at}.stockQuantity`,
      })
    if (inventoryPolicy === 'continue')
      throw unprocessable('The policy continue needs isAlwaysInStock to be false.', {
        pointer: `${at}.inventoryPolicy`,
      })
    return { alwaysInStock: true }
  }
  if (stockQuantity !== undefined) return { onHand: stockQuantity }
  if (isAlwaysInStock === false) return { tracked: true }
  throw unprocessable('Expected stockQuantity or isAlwaysInStock, but saw neither.', { pointer: at })
}

export function stockConflict(onHand: number | null, at: string): Problem {
  const current = onHand === null ? 'is always in stock' : `has ${onHand} on hand`
  return stockChanged(`The variant ${current}, which is not what was expected. Nothing was changed.`, {
    pointer: `${at}.meta.expectedStockQuantity`,
    meta: { stockQuantity: onHand },
  })
}
