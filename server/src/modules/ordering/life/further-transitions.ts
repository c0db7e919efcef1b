/** Transitions that later modules add: their moves are in ordering's table, their verbs do more than ordering can. */
import type { TSchema } from 'typebox'
import type { Deprecation } from '../../../http/deprecation.ts'
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { OrderRow } from '../reading/orders.ts'
import type { Command } from './move-table.ts'
import type { Mover } from './moves.ts'

export interface BrandOrder {
  brandId: BrandId
  orderId: OrderId
}

/** Checks the body when the order is locked. */
export type TransitionVerb = (work: Work, order: BrandOrder, by: Mover, body: unknown) => Promise<OrderRow>

export interface FurtherTransition {
  type: Command
  /** The whole document, for the documentation. */
  body: TSchema
  /** What it does, as a sentence. */
  description: string
  /** Better replaced: answers to it tell so, and from its end on refuse it. */
  deprecated?: Deprecation
  verb: TransitionVerb
}

export const furtherTransitions = extensionPoint<FurtherTransition>(
  'ordering.transitions',
  ({ type }) => type,
)

/** With its deprecation, for the documentation. */
export const documentedBodyOf = ({ body, deprecated }: FurtherTransition): TSchema => ({
  ...body,
  ...(deprecated && { deprecated: true }),
  ...(deprecated?.ends && { 'x-sunset': deprecated.ends.at.toISOString() }),
})
