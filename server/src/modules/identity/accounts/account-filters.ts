/** The filters that the lists of brands and of retailers share. */
import type { FilterSpec } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { country } from '../../../domain/fields.ts'
import type { Queryable } from '../../../platform/database.ts'

export const accountFilters = {
  q: {
    kind: 'one',
    schema: Type.String({ minLength: 1, maxLength: 200 }),
    description:
      'Those with this text in their name or in the email address of one of their users, in upper or lower case.',
  },
  country: {
    kind: 'list',
    schema: country('A country'),
    max: 50,
    description: 'Only those of these countries.',
  },
  suspended: {
    kind: 'one',
    schema: Type.Boolean(),
    description: 'Only those that are suspended, or only those that are not.',
  },
} as const satisfies Record<string, FilterSpec>

interface AccountFilter {
  country: readonly string[] | undefined
  suspended: boolean | undefined
}

export const accountMatches = (db: Queryable, { country, suspended }: AccountFilter) => db`
  ${country === undefined ? db`` : db`and country in ${db(country)}`}
  ${suspended === undefined ? db`` : suspended ? db`and suspended_at is not null` : db`and suspended_at is null`}`
