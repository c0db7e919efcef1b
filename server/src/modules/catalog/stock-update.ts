/** What a client may say about the stock of a variant, and what it means for the ledger. The same alone and in bulk. */
import { type Problem, type RequestOptions, requestData, requestDocument } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import { conflict, unprocessable } from '../../http/problems.ts'
import type { StockChange } from '../stock/index.ts'
import { MAX_INTEGER } from './limits.ts'
import { productVariant } from './resources.ts'

const update = {
  id: 'required',
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
  meta: {
    expectedStockQuantity: Type.Integer({
      minimum: -MAX_INTEGER,
      maximum: MAX_INTEGER,
      examples: [80],
      description: 'Change nothing and answer 409 unless this is the quantity on hand now.',
    }),
  },
} as const satisfies RequestOptions

export const stockUpdateBody = requestDocument(productVariant, update)
const stockUpdateData = requestData(productVariant, update)

export type StockUpdate = Static<typeof stockUpdateData>

export const MAX_BULK_UPDATES = 50

export const bulkBody = Type.Object(
  {
    'atomic:operations': Type.Array(
      Type.Object(
        {
          op: Type.Literal('update', { description: 'What to do; only updates are known.' }),
          data: stockUpdateData,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_BULK_UPDATES, description: 'The updates, each variant at most once.' },
    ),
    jsonapi: Type.Optional(Type.Object({})),
    meta: Type.Optional(Type.Object({})),
  },
  { additionalProperties: false },
)

/** `at` is the pointer of the resource: `data`, or that of a row in a bulk request. */
export function toStockChange({ id, attributes = {}, meta }: StockUpdate, at: string): StockChange {
  const { inventoryPolicy } = attributes
  const expectedOnHand = meta?.expectedStockQuantity
  return {
    variantId: id.toLowerCase(),
    to: readTarget(attributes, `${at}.attributes`),
    ...(inventoryPolicy && { inventoryPolicy }),
    ...(expectedOnHand !== undefined && { expectedOnHand }),
  }
}

function readTarget(
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

export function stockMoved(onHand: number | null, at: string): Problem {
  const current = onHand === null ? 'is always in stock' : `has ${onHand} on hand`
  return conflict(`The variant ${current}, which is not what was expected. Nothing was changed.`, {
    pointer: `${at}.meta.expectedStockQuantity`,
    meta: { stockQuantity: onHand },
  })
}
