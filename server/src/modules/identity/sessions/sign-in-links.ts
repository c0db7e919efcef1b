/**
 * Links that complete a sign-in whose password was right, while the account is attacked or too many codes were wrong. A link
 * signs in the browser that opens it, never the one that gave the password: a stranger with the password gets nothing.
 */
import { accountIdOf } from '../../../domain/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { sendMailsLater } from '../../../platform/mail.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { accountSuspendedAt, shareAccount } from '../accounts/suspension-rows.ts'
import { authorOf, NOBODY, writeUserAudit } from '../credentials/audit.ts'
import { accountSuspended, unusableLink } from '../errors.ts'
import { linkBaseOf } from '../people/link-base.ts'
import { accountOf, findUser, personOf, type UserRow, userColumns } from '../queries.ts'
import { type Client, lockSessions, type StartedSession, startSession } from './sessions.ts'

const LIFETIME_MS = 3_600_000
/** Whoever has the password can let this many mails an hour be sent. Each link works, so more would help nobody. */
const MAX_OPEN = 3

/** To be called when the password was right. Sends nothing while enough links are open. */
export async function mailSignInLink(
  ctx: Pick<Ctx, 'config' | 'secrets' | 'publicUrl'> & Work,
  userId: UserId,
  { address, userAgent }: Pick<Client, 'address' | 'userAgent'>,
): Promise<void> {
  await inTransaction(ctx, async (work) => {
    const { db: tx } = work
    const now = realNow(work.clock)
    // Concurrent requests would count the same links.
    await lockSessions(tx, userId)
    const user = await findUser(tx, userId)
    if (!user || user.suspended_at || user.removed_at) return
    if ((await shareAccount(tx, accountOf(user))).isSuspended) return
    const open = await tx`
      select from identity.sign_in_links where user_id = ${userId} and expires_at > ${now}`
    if (open.length >= MAX_OPEN) return
    const token = newSecret()
    const link = {
      id: work.ids.next(),
      user_id: userId,
      token_hash: hashSecret(token),
      address,
      user_agent: userAgent,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
    }
    await tx`insert into identity.sign_in_links ${tx(link)}`
    await writeUserAudit(work, NOBODY, 'request-sign-in-link', personOf(user))
    await sendMailsLater(work, [
      {
        to: user.email,
        accountId: accountIdOf(accountOf(user)),
        subject: 'Continue signing in to Tradehall',
        text: `Hello ${user.first_name},\n\nsomebody gave your password at ${address}. If that was you, open this link in the browser in which you want to be signed in:\n\n${linkBaseOf(ctx)}/dashboard/sign-in-link/${token}\n\nThe link works once, for an hour. We ask for it because too many wrong passwords or codes were given for your address.\n\nIf it was not you, somebody knows your password: do not open the link, and choose a new password.\n`,
      },
    ])
  })
}

/** Starts a session; a second factor may still be missing. */
export async function signInWithLink(ctx: Ctx, token: string, client: Client): Promise<StartedSession> {
  const started = await inTransaction(ctx, async (work) => {
    const user = await useLink(work.db, token, realNow(work.clock))
    const session = await startSession(work, user, client, { byLink: true })
    await writeUserAudit(work, authorOf(personOf(user)), 'sign-in', personOf(user), 'by a mailed link')
    return session
  })
  await ctx.signals.refresh()
  return started
}

/** The link works once: one of two concurrent requests deletes nothing. */
async function useLink(tx: Queryable, token: string, now: Date): Promise<UserRow> {
  const [used] = await tx<{ user_id: UserId }[]>`
    delete from identity.sign_in_links
    where token_hash = ${hashSecret(token)} and expires_at > ${now}
    returning user_id`
  if (!used) throw unusableLink()
  const [user] = await tx<(UserRow & { account_suspended_at: Date | null })[]>`
    select ${userColumns(tx)}, ${accountSuspendedAt(tx)}
    from identity.users
    where id = ${used.user_id} and suspended_at is null and removed_at is null`
  if (!user) throw unusableLink()
  if (user.account_suspended_at) throw accountSuspended()
  return user
}

export async function deleteExpiredSignInLinks({ db, clock }: Pick<Work, 'db' | 'clock'>): Promise<void> {
  await db`delete from identity.sign_in_links where expires_at < ${realNow(clock)}`
}
