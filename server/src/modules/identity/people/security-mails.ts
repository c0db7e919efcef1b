/**
 * Mails about what matters for the security of a user or of an account, in the transaction of what they tell. Plain text without
 * links: whoever imitates them gains nothing, because nobody is used to following a link of such a mail.
 */
import { type Account, accountIdOf } from '../../../domain/actor.ts'
import { realNow } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { sendMailsLater } from '../../../platform/mail.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { Work } from '../../../platform/work.ts'
import { accountOf, ownedBy, type UserRow } from '../queries.ts'
import { findRules } from './sign-in-rule-rows.ts'

export type MailingWork = Work & { secrets: Secrets }
type Recipient = Pick<UserRow, 'email' | 'first_name' | 'brand_id' | 'retailer_id'>

/** What users are told of themselves. Nobody can switch these off. */
export type Notice =
  | { kind: 'new-device'; address: string; userAgent: string | null }
  | { kind: 'password' }
  | { kind: 'factor'; what: string }
  | { kind: 'role'; role: string }

/** What owners are told of their account. */
export type AccountNotice =
  | { kind: 'owner'; name: string }
  | { kind: 'application'; name: string }
  | { kind: 'client-secret'; name: string }
  | { kind: 'subscription'; address: string }
  | { kind: 'signing-secret'; address: string }
  | { kind: 'support'; reason: string; access: string }

/** The rule of the account by which owners switch each of them off. */
const RULE_OF = {
  owner: 'mails_owners',
  application: 'mails_credentials',
  'client-secret': 'mails_credentials',
  subscription: 'mails_credentials',
  'signing-secret': 'mails_credentials',
  support: 'mails_support',
} as const

const OWN =
  'If it was not you, choose a new password in the settings of the dashboard, end the sessions that you do not know, and tell an owner of your account.'
const OF_ACCOUNT =
  'If you did not expect it, look at the audit log in the settings of the dashboard, and write to the marketplace.'

const noticeOf = (notice: Notice): { subject: string; what: string } => {
  switch (notice.kind) {
    case 'new-device':
      return {
        subject: 'Sign-in on a new device',
        what: `Your user signed in on a device that was not known before.\n\nNetwork address: ${notice.address}\nBrowser: ${notice.userAgent ?? 'unknown'}`,
      }
    case 'password':
      return {
        subject: 'Your password was changed',
        what: 'Your password was changed. Other sessions of yours have ended.',
      }
    case 'factor':
      return { subject: 'Your second factor was changed', what: notice.what }
    case 'role':
      return {
        subject: 'Your role was changed',
        what: `Your role is now ${notice.role}. Sign in again to use it.`,
      }
  }
}

const accountNoticeOf = (notice: AccountNotice): { subject: string; what: string } => {
  switch (notice.kind) {
    case 'owner':
      return {
        subject: 'A new owner of your account',
        what: `${notice.name} may now do everything in your account, as you may.`,
      }
    case 'application':
      return {
        subject: 'A new application of your account',
        what: `The application ${notice.name} was created. It calls the API for your account.`,
      }
    case 'client-secret':
      return {
        subject: 'A new client secret of your account',
        what: `The application ${notice.name} has a new client secret.`,
      }
    case 'subscription':
      return {
        subject: 'A new webhook of your account',
        what: `Events of your account are sent to ${notice.address} from now on, signed with a new secret.`,
      }
    case 'signing-secret':
      return {
        subject: 'A new signing secret of your account',
        what: `The webhooks to ${notice.address} are signed with a new secret.`,
      }
    case 'support':
      return {
        subject: 'The marketplace views as your account',
        what: `An operator of the marketplace has begun a support session in your account, for an hour at most (${notice.access}).\n\nReason: ${notice.reason}`,
      }
  }
}

const textOf = ({ first_name }: Recipient, what: string, now: Date, advice: string) =>
  `Hello ${first_name},\n\n${what}\n\nWhen: ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC\n\n${advice}\n`

export async function tellUser(work: MailingWork, user: Recipient, notice: Notice): Promise<void> {
  const { subject, what } = noticeOf(notice)
  const text = textOf(user, what, realNow(work.clock), OWN)
  await sendMailsLater(work, [{ to: user.email, accountId: accountIdOf(accountOf(user)), subject, text }])
}

/** Tells a user who is named by the id. */
export async function tellUserById(work: MailingWork, id: UserId, notice: Notice): Promise<void> {
  const [user] = await work.db<Recipient[]>`
    select email, first_name, brand_id, retailer_id from identity.users where id = ${id} and removed_at is null`
  if (user) await tellUser(work, user, notice)
}

/** Tells the owners of a brand or retailer, or all operators, who have accepted their invitation. */
export async function tellOwners(work: MailingWork, account: Account, notice: AccountNotice): Promise<void> {
  const rule = RULE_OF[notice.kind]
  if (!(await findRules(work.db, account))[rule]) return
  const owners = await work.db<Recipient[]>`
    select email, first_name, brand_id, retailer_id
    from identity.users
    where ${ownedBy(work.db, { account })} and role in ('owner', 'operator')
      and password_hash is not null and suspended_at is null and removed_at is null
    order by id`
  const { subject, what } = accountNoticeOf(notice)
  const now = realNow(work.clock)
  await sendMailsLater(
    work,
    owners.map((owner) => ({
      to: owner.email,
      accountId: accountIdOf(account),
      subject,
      text: textOf(owner, what, now, OF_ACCOUNT),
    })),
  )
}
