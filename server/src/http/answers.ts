/** Declarations of responses that many operations have. */
import type { Resource } from '@tradehall/jsonapi'
import type { Answer } from './operation.ts'

/** All rows of a list, without pages. */
export const listAnswer = (resource: Resource, description: string): Answer => ({
  status: 200,
  description,
  resource,
  many: true,
})

/** One page of a list with cursors. */
export const pageAnswer = (resource: Resource, description: string): Answer => ({
  ...listAnswer(resource, description),
  paged: true,
})
