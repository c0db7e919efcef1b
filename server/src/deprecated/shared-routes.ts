/** Declarations that the routes of several groups share. */
import type { FilterSpec, Resource } from '@tradehall/jsonapi'
import type { TSchema } from 'typebox'
import { uuid } from '../domain/fields.ts'
import { pageAnswer, returnsOne } from '../http/answers/answers.ts'
import { PAGE } from '../http/lists/paging.ts'
import { forTesting, TESTING_API } from '../http/testing-api.ts'

export const brandFilter = {
  kind: 'one',
  schema: uuid(),
  description: 'Only those of this brand.',
} as const satisfies FilterSpec

export const statusFilter = <Status extends TSchema>(schema: Status) =>
  ({ kind: 'one', schema, description: 'Only those in this status.' }) as const satisfies FilterSpec

/** The query and the answer of a list of all brands that can be filtered by status and brand. */
export const returnsAll = <Status extends TSchema>(resource: Resource, status: Status) => ({
  query: { resource, page: PAGE, filters: { status: statusFilter(status), brand: brandFilter } },
  answers: [pageAnswer(resource, 'Newest first.')],
})

/** An operation that brings a resource to a status, whoever would make the moves on the way. */
export const advances = (path: string, resource: Resource, description: string) =>
  ({
    ...forTesting,
    ...returnsOne(resource, description),
    method: 'POST',
    path: `${TESTING_API}/${path}/-actions/advance`,
  }) as const
