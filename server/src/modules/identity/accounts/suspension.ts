/**
 * Suspending and resuming a brand or a retailer. While an account is suspended, its users cannot sign in, no token is issued,
 * and requests of its sessions and applications are refused. Its orders continue, and its webhook deliveries wait.
 */
import type { Account } from '../../../domain/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import type { Queryable } from '../../../platform/database.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { authorOf, writeAccountAudit } from '../credentials/audit.ts'
import { ownerOf } from '../queries.ts'
import { lockAccount } from './suspension-rows.ts'

/** The work of a request, which may be part of a transaction. */
type RequestWork = Work & Pick<Ctx, 'actor' | 'signals'>

export type SuspendableAccount = Exclude<Account, { kind: 'operator' }>

/** Suspending again changes nothing. Returns false if there is no such account. */
export async function suspendAccount(
  ctx: RequestWork,
  account: SuspendableAccount,
  reason: string,
): Promise<boolean> {
  return await change(ctx, account, 'suspend', reason, async (tx) => {
    const now = ctx.clock.now()
    const changes = { suspended_at: now, suspended_reason: reason, updated_at: now }
    return await tx`
      update ${tableOf(tx, account)} set ${tx(changes)}
      where id = ${idOf(account)} and suspended_at is null
      returning id`
  })
}

/**
 * Sessions and tokens from before the suspension do not become valid again: the sessions are deleted, and the tokens belong
 * to an earlier generation. They are not ended earlier, so that refused requests can name the suspension as the reason.
 */
export async function resumeAccount(
  ctx: Ctx,
  account: SuspendableAccount,
  reason: string | null,
): Promise<boolean> {
  return await change(ctx, account, 'resume', reason, async (tx) => {
    const resumed = await tx`
      update ${tableOf(tx, account)}
      set suspended_at = null, suspended_reason = null, token_generation = token_generation + 1,
        updated_at = ${ctx.clock.now()}
      where id = ${idOf(account)} and suspended_at is not null
      returning id`
    if (resumed.length > 0) await deleteSessionsOfAccount(tx, account)
    return resumed
  })
}

async function change(
  ctx: RequestWork,
  account: SuspendableAccount,
  action: 'suspend' | 'resume',
  reason: string | null,
  apply: (tx: Queryable) => Promise<readonly unknown[]>,
): Promise<boolean> {
  const isKnown = await inTransaction(ctx, async (work) => {
    const { db: tx } = work
    await lockAccount(tx, account)
    const changed = await apply(tx)
    if (changed.length > 0) {
      await writeAccountAudit(work, authorOf(ctx.actor), action, account, reason)
      // Clears the caches of every process.
      await ctx.signals.raise(tx, 'applications')
      await ctx.signals.raise(tx, 'sessions')
      return true
    }
    const found = await tx`select from ${tableOf(tx, account)} where id = ${idOf(account)}`
    return found.length > 0
  })
  await ctx.signals.refresh()
  return isKnown
}

async function deleteSessionsOfAccount(tx: Queryable, account: SuspendableAccount): Promise<void> {
  const users =
    account.kind === 'brand' ? tx`brand_id = ${account.brandId}` : tx`retailer_id = ${account.retailerId}`
  await tx`
    delete from identity.sessions where user_id in (select id from identity.users where ${users})`
}

const tableOf = (tx: Queryable, { kind }: SuspendableAccount) =>
  kind === 'brand' ? tx`identity.brands` : tx`identity.retailers`

function idOf(account: SuspendableAccount): string | null {
  const { brandId, retailerId } = ownerOf({ account })
  return brandId ?? retailerId
}
