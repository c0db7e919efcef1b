/** Arguments and results that several tools share. */

import { uuid } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { ACCOUNTS } from '../../connection.ts'

export const account = Type.Optional(
  Type.Enum([...ACCOUNTS], { description: 'The demo account that asks. Default: `brand`.' }),
)

export const pageInput = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'How many to return. Default: 25.' }),
  ),
  after: Type.Optional(uuid('The cursor at the end of the page before.')),
}

interface PageLinks {
  next?: string | null
}

/** One line for each, and the cursor of the page that follows. */
export function nextPage(lines: readonly string[], { next }: PageLinks, ifEmpty: string): string {
  if (lines.length === 0) return ifEmpty
  const after = next ? new URL(next).searchParams.get('page[after]') : null
  const end = after === null ? 'These are all.' : `For more call it again with after: ${after}`
  return [...lines, '', end].join('\n')
}

export const documentText = (document: unknown): string => JSON.stringify(document, null, 1)
