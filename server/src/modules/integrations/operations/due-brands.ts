/** The brands that have a running operation, for the workers. */
import { planAnew, type Queryable } from '../../../platform/database.ts'
import { DueBrands } from '../../../platform/distribution/due-brands.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { forgottenWorkJob } from '../../identity/index.ts'

/** The PostgreSQL channel that notifies workers of a started operation. */
export const RUNNERS_CHANNEL = 'tradehall_integrations'
/** A running operation is due at any time of the clock. */
const ALWAYS = new Date(0)

export const dueBrands = new DueBrands({ name: 'operations', channel: RUNNERS_CHANNEL, nextDue })

/** To be called in the transaction that starts an operation, as its last statement. */
export const startRunner = (tx: Queryable, brandId: BrandId): Promise<void> =>
  dueBrands.makeDue(tx, [brandId], ALWAYS)

/** PostgreSQL delivers the notification when `tx` commits. */
export async function notifyRunners(tx: Queryable): Promise<void> {
  await tx`select pg_notify(${RUNNERS_CHANNEL}, '')`
}

async function nextDue(db: Queryable, brandIds: readonly BrandId[]): Promise<Map<BrandId, Date>> {
  const rows = await planAnew(db<{ brand_id: BrandId }[]>`
    select brand_id
    from integrations.operations
    where brand_id = any(${brandIds as string[]}::uuid[]) and status = 'started'`)
  return new Map(rows.map(({ brand_id }) => [brand_id, ALWAYS]))
}

export const findForgottenOperationsJob = forgottenWorkJob('find-forgotten-operations', {
  meaning: 'Finds running catalog operations that no worker would look for.',
  dueBrands,
})
