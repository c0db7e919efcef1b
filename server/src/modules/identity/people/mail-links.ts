/** Invitations and password resets: links in mails, each of which works once. Their times are real times. */
import { accountIdOf } from '../../../domain/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import { sendMailsLater } from '../../../platform/mail.ts'
import type { IdentityMailLinksRow } from '../../../platform/rows.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { accountSuspendedAt, refuseSuspended, shareAccount } from '../accounts/suspension-rows.ts'
import { authorOf, NOBODY, writeUserAudit } from '../credentials/audit.ts'
import { accountSuspended, unusableLink } from '../errors.ts'
import { accountName, accountOf, findUserByEmail, personOf, type UserRow, userColumns } from '../queries.ts'
import { type Client, endSessions, type StartedSession, startSession } from '../sessions/sessions.ts'
import { admitInvitation } from './invitation-limit.ts'
import { linkBaseOf } from './link-base.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword, savePassword } from './passwords.ts'
import { tellOwners, tellUser } from './security-mails.ts'

type Kind = 'invitation' | 'password-reset'

const LIFETIME_MS: Record<Kind, number> = { invitation: 7 * 86_400_000, 'password-reset': 3_600_000 }
/** Limited so that strangers cannot fill a mailbox by asking for resets. */
const MAX_RESETS = 3

export type MailWork = Work & Pick<Ctx, 'config' | 'secrets' | 'publicUrl'>

/** Sends an invitation, which replaces an earlier one of the user. The caller writes the audit entry. */
export async function sendInvitation(work: MailWork, user: UserRow): Promise<void> {
  await admitInvitation(work, accountOf(user))
  await work.db`delete from identity.mail_links where user_id = ${user.id} and kind = 'invitation'`
  const link = await createLink(work, user, 'invitation')
  await sendMailsLater(work, [
    {
      to: user.email,
      accountId: accountIdOf(accountOf(user)),
      subject: 'Your invitation to Tradehall',
      text: `Hello ${user.first_name},\n\nYou are invited to Tradehall. Choose a password to begin:\n\n${link}\n\nThe link works once, within seven days. If you did not expect this invitation, ignore this mail.\n`,
    },
  ])
}

/** Sends a link to the user of an address, if there is one. */
export async function sendPasswordReset(source: MailWork, email: string): Promise<void> {
  const user = await findUserByEmail(source.db, email)
  if (!user || user.suspended_at) return
  await inTransaction(source, async (work) => {
    if ((await shareAccount(work.db, accountOf(user))).isSuspended) return
    // Otherwise several requests at the same time would count the same links.
    await work.db`select from identity.users where id = ${user.id} for update`
    if (!(await mayReset(work, user))) return
    const link = await createLink(work, user, 'password-reset')
    await writeUserAudit(work, NOBODY, 'request-password-reset', personOf(user))
    await sendMailsLater(work, [
      {
        to: user.email,
        accountId: accountIdOf(accountOf(user)),
        subject: 'Your new password for Tradehall',
        text: `Hello ${user.first_name},\n\nSomebody, probably you, has asked for a new password for this address. Choose one here:\n\n${link}\n\nThe link works once, within an hour. If you did not ask for it, ignore this mail. Your password stays as it is.\n`,
      },
    ])
  })
}

/** A user with an open or expired invitation gets no reset link: it would outlive the invitation, which must be sent again. */
async function mayReset({ db, clock }: Work, user: UserRow): Promise<boolean> {
  const links = await db<Pick<IdentityMailLinksRow, 'kind'>[]>`
    select kind from identity.mail_links
    where user_id = ${user.id} and (kind = 'invitation' or expires_at > ${realNow(clock)})`
  return links.length < MAX_RESETS && links.every(({ kind }) => kind === 'password-reset')
}

async function createLink(work: MailWork, user: UserRow, kind: Kind): Promise<string> {
  const now = realNow(work.clock)
  const token = newSecret()
  const link: IdentityMailLinksRow = {
    id: work.ids.next(),
    user_id: user.id,
    kind,
    token_hash: hashSecret(token),
    created_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS[kind]),
  }
  await work.db`insert into identity.mail_links ${work.db(link)}`
  return `${linkBaseOf(work)}/dashboard/${kind === 'invitation' ? 'invitation' : 'reset'}/${token}`
}

/** A link with its user and the name of the account. */
export type LinkView = UserRow & {
  expires_at: Date
  account_name: string
  account_suspended_at: Date | null
}

async function findLink(db: Queryable, kind: Kind, token: string, now: Date): Promise<LinkView> {
  const hash = hashSecret(token)
  const [link] = await db<LinkView[]>`
    select ${userColumns(db)},
      (select expires_at from identity.mail_links where token_hash = ${hash}) as expires_at,
      ${accountName(db)}, ${accountSuspendedAt(db)}
    from identity.users
    where suspended_at is null and removed_at is null and id = (
      select user_id from identity.mail_links
      where token_hash = ${hash} and kind = ${kind} and expires_at > ${now}
    )`
  if (!link) throw unusableLink()
  if (link.account_suspended_at) throw accountSuspended()
  return link
}

export const readLink = async ({ db, clock }: Ctx, kind: Kind, token: string): Promise<LinkView> =>
  await findLink(db, kind, token, realNow(clock))

/** Sets the password, ends all sessions of the user, and signs in; a second factor may still be missing then. */
export async function useLink(
  ctx: Ctx,
  kind: Kind,
  { token, password }: { token: string; password: string },
  client: Client,
): Promise<StartedSession> {
  const { email } = await readLink(ctx, kind, token)
  await refuseWeakPassword(ctx, { password, email, at: 'data.attributes.password' })
  const hash = await hashPassword(password)
  const started = await inTransaction(ctx, async (work) => {
    const user = await findLink(work.db, kind, token, realNow(work.clock))
    await refuseSuspended(work.db, accountOf(user))
    // First, because it locks the user, like every change of a user, so that transactions do not deadlock.
    await savePassword(work.db, user.id, hash, work.clock.now())
    // The link works once: one of two concurrent requests deletes nothing.
    const used = await work.db`
      delete from identity.mail_links where token_hash = ${hashSecret(token)} returning id`
    if (used.length === 0) throw unusableLink()
    await work.db`delete from identity.mail_links where user_id = ${user.id}`
    const person = personOf(user)
    await endSessions(work, user.id)
    const action = kind === 'invitation' ? 'accept-invitation' : 'reset-password'
    await writeUserAudit(work, authorOf(person), action, person)
    if (kind === 'password-reset') await tellUser(work, user, { kind: 'password' })
    else if (user.role !== 'staff')
      await tellOwners(work, accountOf(user), { kind: 'owner', name: `${user.first_name} ${user.last_name}` })
    return await startSession(work, { ...user, password_hash: hash }, client, { isTold: false })
  })
  await ctx.signals.refresh()
  return started
}

/** Deletes reset links that have expired. Invitations stay, as they show who was invited. */
export async function deleteExpiredLinks({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await db`
    delete from identity.mail_links where kind = 'password-reset' and expires_at < ${realNow(clock)}`
}
