/** Declarations of responses that many operations have. */
import type { Resource } from '@tradehall/jsonapi'
import type { Answer } from '../operation.ts'

export const oneAnswer = (resource: Resource, description: string): Answer => ({
  status: 200,
  description,
  resource,
})

/** The answers of an idempotent creation: 201 with the new resource, 200 with the one that is stored under its id. */
export const createdAnswers = (resource: Resource, created: string, known: string): Answer[] => [
  { ...oneAnswer(resource, created), status: 201 },
  oneAnswer(resource, known),
]

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

/** The query and the answer of an operation that returns one resource. */
export const returnsOne = (resource: Resource, description: string) => ({
  query: { resource },
  answers: [oneAnswer(resource, description)],
})

/** The query and the answer of an operation that returns a list without pages. */
export const returnsList = (resource: Resource, description: string) => ({
  query: { resource },
  answers: [listAnswer(resource, description)],
})
