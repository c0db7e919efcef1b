/** What an account asks of its users: a second factor from a day on, and how long sessions last. */
import type { Ctx } from '../../../http/operation.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import { inTransaction } from '../../../platform/work.ts'
import { authorOf, writeUserAudit } from '../credentials/audit.ts'
import { findRules, rulesIdOf, type SignInRules, saveRules, usersWithoutFactor } from './sign-in-rule-rows.ts'

/** The rules with those who do not fulfil them yet. */
export type SignInRulesView = SignInRules & {
  id: string
  unfulfilled: { id: string; name: string; email: string }[]
}

export async function readRules({
  db,
  actor,
}: Pick<Ctx, 'actor'> & { db: Queryable }): Promise<SignInRulesView> {
  const { account } = actor
  return {
    id: rulesIdOf(account),
    ...(await findRules(db, account)),
    unfulfilled: await usersWithoutFactor(db, account),
  }
}

/** What is left out stays. Sessions that last too long end at once. */
export async function changeRules(ctx: Ctx, changes: Partial<SignInRules>): Promise<SignInRulesView> {
  const { actor } = ctx
  const changed = await inTransaction(ctx, async (work) => {
    const lock = `sign-in rules ${rulesIdOf(actor.account)}`
    await work.db`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
    const rules = { ...(await findRules(work.db, actor.account)), ...changes }
    await saveRules(work.db, actor.account, rules, realNow(work.clock))
    await writeUserAudit(work, authorOf(actor), 'change-sign-in-rules', actor, detailOf(rules))
    // Clears the caches of every process.
    await ctx.signals.raise(work.db, 'sessions')
    return await readRules({ db: work.db, actor })
  })
  await ctx.signals.refresh()
  return changed
}

const detailOf = (rules: SignInRules) =>
  [
    rules.second_factor_from && `second factor from ${rules.second_factor_from.toISOString().slice(0, 10)}`,
    rules.longest_session_hours && `sessions of ${rules.longest_session_hours} hours`,
    rules.longest_idle_minutes && `${rules.longest_idle_minutes} minutes without use`,
  ]
    .filter(Boolean)
    .join(', ') || 'no rules'
