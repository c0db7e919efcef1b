import { type Actor, doerOf } from '../../../domain/actor.ts'
import type { Movement } from './ledger.ts'

/** The movement of a caller who sets stock: what people do is `manual`, what applications send is a count, `snapshot`. */
export const setBy = (actor: Actor): Movement => ({
  type: actor.session ? 'manual' : 'snapshot',
  by: doerOf(actor),
})
