/** Moves that are made without anybody's hand, some time after an event. */
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { conflict } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs.ts'
import type { Work } from '../../../platform/work.ts'
import type { OrderRow } from '../reading/orders.ts'
import { eventOfStatus } from './commands.ts'
import type { Command, Party } from './move-table.ts'
import { moveOrder } from './moves.ts'

export interface AutomaticMove {
  command: Command
  party: Party
  /** Throws a problem where people have to decide. */
  check?: (db: Queryable, brandId: BrandId, orderId: OrderId) => Promise<void>
}

/** An order, and the event that brought it to where it is. */
export interface Arrived {
  brandId: BrandId
  orderId: OrderId
  eventId: string
}

const arrived = Type.Object({ brandId: uuid(), orderId: uuid(), eventId: uuid() })

/** Refuses when it has been decided otherwise since the event. */
async function moveAutomatically(
  work: Work,
  { eventId, ...place }: Arrived,
  { command, party, check }: AutomaticMove,
): Promise<OrderRow> {
  return await moveOrder(work, place, {
    command,
    by: { party, applicationId: null },
    async decide({ db }, locked) {
      const [event] = await Promise.all([
        eventOfStatus(db, locked),
        check?.(db, place.brandId, place.orderId),
      ])
      if (event !== eventId) throw conflict('It was decided on since.')
      return { details: { automatic: true } }
    },
  })
}

/** What has been decided otherwise since the event stays. */
export const automaticMove = (name: string, move: AutomaticMove) =>
  job(name, {
    payload: arrived,
    async run(platform, order) {
      try {
        await moveAutomatically(platform, order, move)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
      }
    },
  })
