/** Moves that the server makes by itself, some time after an event. */
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { conflict } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs/jobs.ts'
import type { Work } from '../../../platform/work.ts'
import type { Command, Party } from '../order/move-table.ts'
import type { OrderRow } from '../order/order-row.ts'
import { eventOfStatus } from './commands.ts'
import { moveOrder } from './moves.ts'

export interface AutomaticMove {
  command: Command
  party: Party
  /** Throws a problem if a person has to decide. */
  check?: (db: Queryable, brandId: BrandId, orderId: OrderId) => Promise<void>
}

/** An order and the event of the move to the status in which it is expected to be. */
export interface OrderEventRef {
  brandId: BrandId
  orderId: OrderId
  eventId: string
}

const orderEventRef = Type.Object({ brandId: uuid(), orderId: uuid(), eventId: uuid() })

/** Throws a problem if the order has been moved since the event. */
async function moveAutomatically(
  work: Work,
  { eventId, ...order }: OrderEventRef,
  { command, party, check }: AutomaticMove,
): Promise<OrderRow> {
  return await moveOrder(work, order, {
    command,
    by: { party, applicationId: null },
    async decide({ db }, locked) {
      const [event] = await Promise.all([
        eventOfStatus(db, locked),
        check?.(db, order.brandId, order.orderId),
      ])
      if (event !== eventId) throw conflict('It was decided on since.')
      return { details: { automatic: true } }
    },
  })
}

/** A job that makes the move, or does nothing if the move is refused: a later decision takes precedence. */
export const automaticMove = (name: string, texts: { meaning: string; lost: string }, move: AutomaticMove) =>
  job(name, {
    ...texts,
    payload: orderEventRef,
    async run(platform, order) {
      try {
        await moveAutomatically(platform, order, move)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
      }
    },
  })
