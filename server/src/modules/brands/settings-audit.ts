/** Records changes of a brand's settings in the audit log of its account. */
import { type Actor, brandOf } from '../../domain/actor.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import { authorOf, writeBrandAudit } from '../identity/index.ts'

type Action = Parameters<typeof writeBrandAudit>[2]

/** Runs `change` and records it in the same transaction. `detailOf` returns undefined if nothing was changed. */
export async function audited<T>(
  { actor, ...work }: Work & { actor: Actor },
  action: Action,
  change: (work: Work) => Promise<T>,
  detailOf: (result: T) => string | undefined,
): Promise<T> {
  return await inTransaction(work, async (work) => {
    const result = await change(work)
    const detail = detailOf(result)
    if (detail !== undefined) await writeBrandAudit(work, authorOf(actor), action, brandOf(actor), detail)
    return result
  })
}
