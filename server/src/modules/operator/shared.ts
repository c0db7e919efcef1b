/** What the operations of this module have in common. */
import type { FilterSpec } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { otherId } from './errors.ts'

export const BASE = '/api/operator/v1'
export const shared = { tag: 'Operator', access: 'operator' } as const
export const PAGE = { default: 15, max: 50 }

export const idFilter: FilterSpec = {
  kind: 'list',
  schema: Type.String({ format: 'uuid' }),
  max: 50,
  description: 'Only these; unknown ids are left out.',
}

/** The id of what a request changes: the one in its path, which its body must repeat. */
export function idToChange(pathId: string, bodyId: string): string {
  if (pathId.toLowerCase() !== bodyId.toLowerCase()) throw otherId(pathId, bodyId)
  return pathId.toLowerCase()
}
