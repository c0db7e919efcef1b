/** Limits the invitations of an account, because each is a mail to an address that nobody has verified. */
import { type Account, accountIdOf } from '../../../domain/actor.ts'
import type { Work } from '../../../platform/work.ts'
import { tooManyInvitations } from '../errors.ts'
import { ownedBy } from '../queries.ts'

/** Enough for a whole team in a day, and too few for unsolicited mails to strangers. */
const MAX_A_DAY = 50
const DAY_MS = 86_400_000

export const INVITATION_LIMIT = `At most ${MAX_A_DAY} invitations are sent for an account within 24 hours.`
/** For operations without a body; operations with a body document a 422 anyway. */
export const tooManySent = { status: 422, description: INVITATION_LIMIT }

/**
 * Throws 422 if the account has reached the limit. Counts the audit entries of invitations, and locks the count of the
 * account until the transaction ends.
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
