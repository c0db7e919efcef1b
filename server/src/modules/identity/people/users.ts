/** The users of an account: inviting, changing roles, suspending and removing them. */
import { type Account, type Actor, type Role, sessionOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Ctx } from '../../../http/operation.ts'
import { type Queryable, violatedConstraint } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/work.ts'
import { createUser } from '../credentials/applications.ts'
import { authorOf, writeUserAudit } from '../credentials/audit.ts'
import {
  emailTaken,
  invitationAccepted,
  lastOwner,
  noSecondFactor,
  ownRoleChanged,
  ownUser,
} from '../errors.ts'
import { accountOf, findUser, ownedBy, personOf, type UserRow, userColumns } from '../queries.ts'
import { endSessions } from '../sessions/sessions.ts'
import { type MailWork, sendInvitation } from './mail-links.ts'
import { deletePasskeys } from './passkey-rows.ts'
import { deleteSecondFactor } from './second-factor-rows.ts'
import { tellOwners, tellUserById } from './security-mails.ts'
import { forgetWrongCodes } from './wrong-codes.ts'

/** A user as those who manage users see it. */
export type UserView = UserRow & { has_second_factor: boolean; invited_until: Date | null }

const viewColumns = (db: Queryable) => db`
  ${userColumns(db)},
  exists (
    select 1 from identity.second_factors where user_id = users.id and enabled_at is not null
  ) as has_second_factor,
  (
    select expires_at from identity.mail_links where user_id = users.id and kind = 'invitation'
  ) as invited_until`

const ofAccount = (db: Queryable, account: Account) => db`${ownedBy(db, { account })} and removed_at is null`

/** Oldest first. */
export async function listUsers(db: Queryable, account: Account): Promise<UserView[]> {
  return await db<UserView[]>`
    select ${viewColumns(db)}
    from identity.users
    where ${ofAccount(db, account)}
    order by created_at, id`
}

/** A user of any account. */
export async function findUserView(db: Queryable, id: UserId): Promise<UserView | undefined> {
  const [user] = await db<UserView[]>`select ${viewColumns(db)} from identity.users where id = ${id}`
  return user
}

/** Throws 404 for a user that does not exist, and 403 for one of another account. */
export async function readUser(db: Queryable, account: Account, id: UserId): Promise<UserView> {
  const [user] = await db<UserView[]>`
    select ${viewColumns(db)}
    from identity.users
    where ${ofAccount(db, account)} and id = ${id}`
  if (user) return user
  const other = await findUser(db, id)
  throw missing('user', id, { exists: other !== undefined && other.removed_at === null })
}

export interface NewMember {
  id?: string | undefined
  email: string
  firstName: string
  lastName: string
  role: Role
  currency: string
  country: string
}

/** Creates a user without a password, and sends the invitation. `at` is the JSON pointer to the attributes. */
export async function inviteUser(
  ctx: MailWork & Pick<Ctx, 'actor'>,
  account: Account,
  member: NewMember,
  at: string | undefined,
): Promise<UserView> {
  refuseRoleOf(account, member.role, at)
  try {
    return await inTransaction(ctx, async (transaction) => {
      const work = { ...transaction, publicUrl: ctx.publicUrl }
      const user = await createUser(work, { ...member, account })
      await sendInvitation(work, user)
      await writeUserAudit(work, authorOf(ctx.actor), 'invite', personOf(user), user.role)
      return await readUser(work.db, account, user.id)
    })
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') throw emailTaken(member.email, at)
    throw error
  }
}

function refuseRoleOf(account: Account, role: Role, at: string | undefined): void {
  if ((account.kind === 'operator') === (role === 'operator')) return
  const possible = account.kind === 'operator' ? 'operator' : 'owner or staff'
  throw unprocessable(
    `The role of a user of a ${account.kind} must be ${possible}; it is ${role}.`,
    at === undefined ? {} : { pointer: `${at}.role` },
  )
}

/** The account of a user of a brand or retailer. Refuses users of the operator, who manages them like every other account. */
export async function managedAccount(db: Queryable, id: UserId): Promise<Account> {
  const user = await findUser(db, id)
  if (!user || user.removed_at) throw missing('user', id, { exists: false })
  const account = accountOf(user)
  if (account.kind === 'operator') throw missing('user', id, { exists: true })
  return account
}

/** Sends the invitation again to a user who has not accepted it yet. */
export async function inviteAgain(ctx: Ctx, account: Account, id: UserId): Promise<UserView> {
  return await change(ctx, account, id, 'invite', async (work, user) => {
    if (user.password_hash !== null || user.invited_until === null)
      throw invitationAccepted(`The user ${id} has accepted the invitation already.`)
    await sendInvitation({ ...work, publicUrl: ctx.publicUrl }, user)
  })
}

/** The sessions of the user end, so that none keeps the old role. */
export async function changeRole(
  ctx: Ctx,
  account: Account,
  id: UserId,
  { role, at }: { role: Role; at: string },
): Promise<UserView> {
  refuseRoleOf(account, role, at)
  return await change(
    ctx,
    account,
    id,
    'change-role',
    async (work, user) => {
      await work.db`
        update identity.users set role = ${role}, updated_at = ${work.clock.now()} where id = ${id}`
      await endSessions(work, id)
      await tellUserById(work, id, { kind: 'role', role })
      if (role === 'owner' && user.role !== 'owner')
        await tellOwners(work, account, { kind: 'owner', name: `${user.first_name} ${user.last_name}` })
    },
    role,
  )
}

/** The password stays, and is valid again when the user is resumed. */
export async function suspendUser(ctx: Ctx, account: Account, id: UserId): Promise<UserView> {
  return await change(ctx, account, id, 'suspend', async (work) => {
    await work.db`
      update identity.users
      set suspended_at = coalesce(suspended_at, ${work.clock.now()}), updated_at = ${work.clock.now()}
      where id = ${id}`
    await endSessions(work, id)
  })
}

export async function resumeUser(ctx: Ctx, account: Account, id: UserId): Promise<UserView> {
  return await change(ctx, account, id, 'resume', async (work) => {
    await work.db`
      update identity.users set suspended_at = null, updated_at = ${work.clock.now()} where id = ${id}`
  })
}

/** For a user who has lost the second factor and its recovery codes. The password alone then suffices, so the sessions end. */
export async function resetSecondFactor(ctx: Ctx, account: Account, id: UserId): Promise<UserView> {
  return await change(ctx, account, id, 'reset-second-factor', async (work) => {
    if (!(await deleteSecondFactor(work.db, id))) throw noSecondFactor(`The user ${id} has no second factor.`)
    await deletePasskeys(work.db, id)
    await forgetWrongCodes(work.db, id)
    await tellUserById(work, id, {
      kind: 'factor',
      what: 'An owner or the operator has reset your second factor: your password alone signs you in until you set up another one.',
    })
    await endSessions(work, id)
  })
}

/**
 * The row stays, because audit and history refer to it. Applications belong to the account, so they stay valid, in the name
 * of the user who removes this one, or of another owner if the operator removes it.
 */
export async function removeUser(ctx: Ctx, account: Account, id: UserId): Promise<void> {
  await change(ctx, account, id, 'remove', async (work) => {
    const { db: tx, clock } = work
    await handOver(
      tx,
      id,
      account.kind === ctx.actor.account.kind ? ctx.actor.userId : await otherOwner(tx, account, id),
    )
    await tx`delete from identity.mail_links where user_id = ${id}`
    await tx`delete from identity.second_factors where user_id = ${id}`
    await deletePasskeys(tx, id)
    await endSessions(work, id)
    await work.signals.raise(tx, 'applications')
    await tx`
      update identity.users
      set removed_at = ${clock.now()}, password_hash = null, updated_at = ${clock.now()}
      where id = ${id}`
  })
}

/** The oldest owner of an account except this user. The caller has locked the users. */
async function otherOwner(tx: Queryable, account: Account, id: UserId): Promise<UserId | null> {
  const [owner] = await tx<{ id: UserId }[]>`
    select id from identity.users
    where ${ofAccount(tx, account)} and role = 'owner' and id <> ${id}
    order by suspended_at is not null, created_at, id
    limit 1`
  return owner?.id ?? null
}

async function handOver(tx: Queryable, from: UserId, to: UserId | null): Promise<void> {
  if (to !== null) {
    await tx`update identity.applications set user_id = ${to} where user_id = ${from}`
    return
  }
  const used = await tx`
    select from identity.applications where user_id = ${from} and revoked_at is null limit 1`
  if (used.length > 0)
    throw lastOwner(
      'Applications act in the name of this user, and there is no other owner. Invite one, or revoke the applications.',
    )
}

type ChangeWork = Parameters<Parameters<typeof inTransaction<Ctx, unknown>>[1]>[0]

/**
 * Changes another user of the caller's account, or of any account if the operator is the caller. Users cannot change their
 * own role or remove themselves, so that an owner always remains. The users are locked in order, so that two owners cannot
 * demote each other concurrently.
 */
async function change(
  ctx: Ctx,
  account: Account,
  id: UserId,
  action: 'invite' | 'change-role' | 'suspend' | 'resume' | 'remove' | 'reset-second-factor',
  apply: (work: ChangeWork, user: UserView) => Promise<void>,
  detail: string | null = null,
): Promise<UserView> {
  const { actor } = ctx
  const changed = await inTransaction(ctx, async (work) => {
    await work.db`
      select from identity.users
      where id = ${actor.userId} or (${ofAccount(work.db, account)})
      order by id
      for update`
    await refuseEndedAuthority(work.db, actor)
    const user = await readUser(work.db, account, id)
    if (id === actor.userId) throw ownUser('Nobody can do this to themselves. Ask another owner.')
    await apply(work, user)
    await writeUserAudit(work, authorOf(actor), action, personOf(user), detail)
    return action === 'remove' ? user : await readUser(work.db, account, id)
  })
  await ctx.signals.refresh()
  return changed
}

async function refuseEndedAuthority(db: Queryable, actor: Actor): Promise<void> {
  const own = await findUser(db, actor.userId)
  if (own && own.role === sessionOf(actor).role && !own.suspended_at && !own.removed_at) return
  throw ownRoleChanged('Your own role has changed meanwhile. Sign in again.')
}
