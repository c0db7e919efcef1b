/** Letting people and programs of an account in. Passwords and client secrets leave these functions once, in clear. */

import { createOnce } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import type { Account } from '../../../http/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import { type Queryable, violatedConstraint } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { alreadyRevoked, emailTaken, foreignUser } from '../errors.ts'
import { findApplication, findUser, ownerOf, type UserRow } from '../queries.ts'
import { createApplication, createUser, revokeApplication, rotateSecret } from './applications.ts'
import type { Author } from './audit.ts'
import type { ShownApplication } from './credential-resources.ts'

export interface WantedUser {
  id: string | undefined
  email: string
  firstName: string
  lastName: string
  currency: string
  country: string
}

/** A known id answers with the stored user, without a password. `at` is where the request says what is wanted. */
export async function addUser(
  ctx: Ctx,
  account: Account,
  { id, ...wanted }: WantedUser,
  at?: string,
): Promise<ShownUser> {
  const given = {
    what: 'user',
    id,
    find: findShownUser,
    isOwn: ({ user }: ShownUser) => isOf(account, user),
  }
  try {
    const { row } = await createOnce<ShownUser>(ctx, given, async (work) => {
      const { userId, password } = await createUser(work, { ...wanted, id, account })
      const user = await findUser(work.db, userId)
      invariant(user, 'a user that was just created exists')
      return { user, password }
    })
    return row
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') throw emailTaken(wanted.email, at)
    throw error
  }
}

interface ShownUser {
  user: UserRow
  /** Null unless the user is new. */
  password: string | null
}

async function findShownUser(db: Queryable, id: string): Promise<ShownUser | undefined> {
  const user = await findUser(db, id)
  return user && { user, password: null }
}

export interface WantedApplication {
  id: string | undefined
  name: string
  developerEmail: string
  userId: UserId
}

/** A known id answers with the stored application, without a secret. `at` is where the request says what is wanted. */
export async function addApplication(
  ctx: Ctx,
  account: Account,
  wanted: WantedApplication,
  by: Author,
  at?: string,
): Promise<{ application: ShownApplication; created: boolean }> {
  const given = {
    what: 'application',
    id: wanted.id,
    find: findShownApplication,
    isOwn: (row: ShownApplication) => isOf(account, row),
  }
  const { row, created } = await createOnce<ShownApplication>(ctx, given, async (work) => {
    const user = await findUser(work.db, wanted.userId)
    if (!user || !isOf(account, user)) throw foreignUser(wanted.userId, at)
    const { applicationId, clientSecret } = await createApplication(work, { ...wanted, account }, by)
    const application = await findApplication(work.db, applicationId)
    invariant(application, 'an application that was just created exists')
    return { ...application, client_secret: clientSecret }
  })
  return { application: row, created }
}

/** The secret before the new one works on for a day, so that the client can change over. */
export async function renewSecret(
  ctx: Ctx,
  account: AccountOrAny,
  id: string,
  by: Author,
): Promise<ShownApplication> {
  const application = await readApplication(ctx, account, id)
  const credentials = await rotateSecret(ctx, id, by)
  if (!credentials) throw alreadyRevoked(id)
  return { ...application, client_secret: credentials.clientSecret }
}

/** Revoking again changes nothing. */
export async function endApplication(
  ctx: Ctx,
  account: AccountOrAny,
  id: string,
  by: Author,
): Promise<ShownApplication> {
  await readApplication(ctx, account, id)
  await revokeApplication(ctx, id, by)
  return await readApplication(ctx, account, id)
}

/** The operator sees the applications of every account. */
type AccountOrAny = Account | 'any'

/** An application never changes hands, so whoever may see it now may act on it afterwards. */
async function readApplication({ db }: Ctx, account: AccountOrAny, id: string): Promise<ShownApplication> {
  const application = await findShownApplication(db, id)
  if (!application || (account !== 'any' && !isOf(account, application)))
    throw missing('application', id, { exists: application !== undefined })
  return application
}

async function findShownApplication(db: Queryable, id: string): Promise<ShownApplication | undefined> {
  const application = await findApplication(db, id)
  return application && { ...application, client_secret: null }
}

function isOf(account: Account, row: { brand_id: string | null; retailer_id: string | null }): boolean {
  const { brandId, retailerId } = ownerOf({ account })
  return row.brand_id === brandId && row.retailer_id === retailerId
}
