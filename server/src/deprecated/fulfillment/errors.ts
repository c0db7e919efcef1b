import { type Problem, problem } from '@tradehall/jsonapi'
import { insufficientStock, pointTo, unprocessable } from '../../domain/problems.ts'

const notAFulfillmentBrand = problem(
  'not_a_fulfillment_brand',
  403,
  'Forbidden',
  'The brand keeps no goods in a warehouse.',
)

export const notEnrolled = (): Problem =>
  notAFulfillmentBrand('Your goods lie in no warehouse; the operator of the marketplace enrols brands.')

export const archivedVariant = (at: string | undefined, variantId: string): Problem =>
  unprocessable(`The product variant ${variantId} is archived.`, pointTo(at))

export const bundleNotAllowed = (at: string | undefined, variantId: string): Problem =>
  unprocessable(`The product variant ${variantId} is a bundle, which is made of other items.`, pointTo(at))

export const duplicateItem = (at: string | undefined, itemId: string): Problem =>
  unprocessable(`The item ${itemId} is named twice; add the quantities up.`, pointTo(at))

export const wrongWarehouse = (at: string | undefined, own: string, seen: string): Problem =>
  unprocessable(`Expected ${own}, the warehouse where your goods lie, but saw ${seen}.`, pointTo(at))

const replenishmentNotDraft = problem(
  'REPLENISHMENT_NOT_DRAFT',
  422,
  'Unprocessable Content',
  'A replenishment can be changed only while it is a draft.',
)

/** Brands may change and delete a replenishment only while it is a draft. */
export const notADraft = ({ id, status }: { id: string; status: string }, at?: string): Problem =>
  replenishmentNotDraft(`The replenishment ${id} is in ${status}, and can be changed in created only.`, {
    ...pointTo(at),
    meta: { status, possibleIn: 'created' },
  })

export const statusSetByWarehouse = (at: string | undefined, status: string): Problem =>
  unprocessable(`Expected confirmed or sent, as the warehouse says when goods are ${status}.`, pointTo(at))

const replenishmentMoveFailed = problem(
  'REPLENISHMENT_MOVE_FAILED',
  409,
  'Conflict',
  'The status of the replenishment does not allow it; `meta` has it.',
)

export const replenishmentMoveNotAllowed = (
  { id, status }: { id: string; status: string },
  to: string,
): Problem =>
  replenishmentMoveFailed(`The replenishment ${id} is in ${status}, and cannot become ${to}.`, {
    meta: { status },
  })

export const lotTooSmall = (at: string | undefined, from: string, there: number): Problem =>
  insufficientStock(`The lot has ${there} batches that are ${from}.`, { ...pointTo(at), meta: { there } })
