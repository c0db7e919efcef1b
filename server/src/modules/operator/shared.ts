/** What the operations of this module have in common. */
import type { FilterSpec } from '@tradehall/jsonapi'
import { Type } from 'typebox'

export const BASE = '/api/operator/v1'
export const shared = { tag: 'Operator', access: 'operator' } as const
export const PAGE = { default: 15, max: 100 }

export const idFilter: FilterSpec = {
  kind: 'list',
  schema: Type.String({ format: 'uuid' }),
  max: 50,
  description: 'Only those with one of these ids; unknown ids are left out.',
}
