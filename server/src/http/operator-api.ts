/** Declarations that the operator routes of all modules share. */
import type { FilterSpec } from '@tradehall/jsonapi'
import { uuid } from '../domain/fields.ts'

export const OPERATOR_API = '/api/operator/v1'
export const forOperator = { tag: 'Operator', access: 'operator' } as const
/** The OpenAPI section of the operator routes of every module. */
export const operatorTag = {
  Operator:
    'Brands, retailers, their credentials, discounts and orders. For the operator of the marketplace only.',
}

export const idFilter = {
  kind: 'list',
  schema: uuid(),
  max: 50,
  description: 'Only those with one of these ids; unknown ids are left out.',
} as const satisfies FilterSpec
