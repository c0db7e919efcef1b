/** Creating users and applications of an account. These functions return a password or client secret in plain text once. */

import type { Account } from '../../../domain/actor.ts'
import { createOnce } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import type { Ctx } from '../../../http/operation.ts'
import { type Queryable, violatedConstraint } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { alreadyRevoked, emailTaken, foreignUser } from '../errors.ts'
import { findApplication, findUser, ownerOf, type UserRow } from '../queries.ts'
import { createApplication, createUser, revokeApplication, rotateSecret } from './applications.ts'
import type { Author } from './audit.ts'
import type { ApplicationWithSecret } from './credential-resources.ts'

export interface UserRequest {
  id: string | undefined
  email: string
  firstName: string
  lastName: string
  currency: string
  country: string
}

/** A known id returns the stored user without a password. `at` is the JSON pointer to the attributes in the request. */
export async function addUser(
  ctx: Ctx,
  account: Account,
  { id, ...request }: UserRequest,
  at?: string,
): Promise<UserWithPassword> {
  const creation = {
    what: 'user',
    id,
    find: findUserWithoutPassword,
    isOwn: ({ user }: UserWithPassword) => isOf(account, user),
  }
  try {
    const { row } = await createOnce<UserWithPassword>(ctx, creation, async (work) => {
      const { userId, password } = await createUser(work, { ...request, id, account })
      const user = await findUser(work.db, userId)
      invariant(user, 'a user that was just created exists')
      return { user, password }
    })
    return row
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') throw emailTaken(request.email, at)
    throw error
  }
}

interface UserWithPassword {
  user: UserRow
  /** Null unless the user was just created. */
  password: string | null
}

async function findUserWithoutPassword(db: Queryable, id: string): Promise<UserWithPassword | undefined> {
  const user = await findUser(db, id)
  return user && { user, password: null }
}

export interface ApplicationRequest {
  id: string | undefined
  name: string
  developerEmail: string
  userId: UserId
}

/** A known id returns the stored application without a secret. `at` is the JSON pointer to the attributes in the request. */
export async function addApplication(
  ctx: Ctx,
  account: Account,
  request: ApplicationRequest,
  by: Author,
  at?: string,
): Promise<{ application: ApplicationWithSecret; created: boolean }> {
  const creation = {
    what: 'application',
    id: request.id,
    find: findApplicationWithoutSecret,
    isOwn: (row: ApplicationWithSecret) => isOf(account, row),
  }
  const { row, created } = await createOnce<ApplicationWithSecret>(ctx, creation, async (work) => {
    const user = await findUser(work.db, request.userId)
    if (!user || !isOf(account, user)) throw foreignUser(request.userId, at)
    const { applicationId, clientSecret } = await createApplication(work, { ...request, account }, by)
    const application = await findApplication(work.db, applicationId)
    invariant(application, 'an application that was just created exists')
    return { ...application, client_secret: clientSecret }
  })
  return { application: row, created }
}

/** The previous secret stays valid for a day, so that the client can switch over. */
export async function renewSecret(
  ctx: Ctx,
  account: AccountScope,
  id: string,
  by: Author,
): Promise<ApplicationWithSecret> {
  const application = await readApplication(ctx, account, id)
  const credentials = await rotateSecret(ctx, id, by)
  if (!credentials) throw alreadyRevoked(id)
  return { ...application, client_secret: credentials.clientSecret }
}

/** Idempotent. */
export async function endApplication(
  ctx: Ctx,
  account: AccountScope,
  id: string,
  by: Author,
): Promise<ApplicationWithSecret> {
  await readApplication(ctx, account, id)
  await revokeApplication(ctx, id, by)
  return await readApplication(ctx, account, id)
}

/** `any` is for the operator, who manages the applications of every account. */
type AccountScope = Account | 'any'

/** The owner of an application never changes, so the check stays valid for the write that follows. */
async function readApplication(
  { db }: Ctx,
  account: AccountScope,
  id: string,
): Promise<ApplicationWithSecret> {
  const application = await findApplicationWithoutSecret(db, id)
  if (!application || (account !== 'any' && !isOf(account, application)))
    throw missing('application', id, { exists: application !== undefined })
  return application
}

async function findApplicationWithoutSecret(
  db: Queryable,
  id: string,
): Promise<ApplicationWithSecret | undefined> {
  const application = await findApplication(db, id)
  return application && { ...application, client_secret: null }
}

function isOf(account: Account, row: { brand_id: string | null; retailer_id: string | null }): boolean {
  const { brandId, retailerId } = ownerOf({ account })
  return row.brand_id === brandId && row.retailer_id === retailerId
}
