/** Limits the invitations of an account, because each is a mail that this server sends to whatever address somebody has written. */
import { type Account, accountIdOf } from '../../../domain/actor.ts'
import type { Work } from '../../../platform/work.ts'
import { tooManyInvitations } from '../errors.ts'
import { ownedBy } from '../queries.ts'

/** A whole team joins in a day, and whoever wants to reach strangers by the mails of a marketplace gets nowhere. */
const MAX_A_DAY = 50
const DAY_MS = 86_400_000

export const INVITATION_LIMIT = `At most ${MAX_A_DAY} invitations are sent for an account within 24 hours.`
/** Of an operation without a body; those with one have a 422 anyway. */
export const tooManySent = { status: 422, description: INVITATION_LIMIT }

/**
 * Throws 422 if the account has sent as many as it may, of which the audit has an entry each. Until the transaction ends, no
 * other one counts for the account.
 */
export async function admitInvitation({ db: tx, clock }: Work, account: Account): Promise<void> {
  const name = `invitations ${accountIdOf(account) ?? 'of the operator'}`
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
  const since = new Date(clock.now().getTime() - DAY_MS)
  const [first] = await tx<{ created_at: Date }[]>`
    select created_at
    from identity.audit
    where ${ownedBy(tx, { account })} and action = 'invite' and created_at > ${since}
    order by created_at desc, id desc
    offset ${MAX_A_DAY - 1}
    limit 1`
  if (first) throw tooManyInvitations(MAX_A_DAY, new Date(first.created_at.getTime() + DAY_MS))
}
