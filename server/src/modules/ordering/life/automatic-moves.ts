/** Moves that are made without anybody's hand, some time after an event. */
import { Problem } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../http/fields.ts'
import { conflict } from '../../../http/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs.ts'
import { eventOfStatus } from './commands.ts'
import type { Command, Party } from './move-table.ts'
import { moveOrder } from './moves.ts'

interface AutomaticMove {
  command: Command
  party: Party
  /** Throws a problem where people have to decide. */
  check?: (db: Queryable, brandId: BrandId, orderId: OrderId) => Promise<void>
}

/** What has been decided otherwise since the event stays. */
export const automaticMove = (name: string, { command, party, check }: AutomaticMove) =>
  job(name, {
    payload: Type.Object({ brandId: uuid(), orderId: uuid(), eventId: uuid() }),
    async run(platform, { eventId, ...place }) {
      try {
        await moveOrder(platform, place, {
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
      } catch (error) {
        if (!(error instanceof Problem)) throw error
      }
    },
  })
