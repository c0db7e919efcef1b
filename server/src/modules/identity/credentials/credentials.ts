/** Letting people and programs of an account in. Passwords and client secrets leave these functions once, in clear. */

import type { Account } from '../../../http/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import { missing, unknown } from '../../../http/ownership.ts'
import { transaction, violatedConstraint } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { alreadyRevoked, emailTaken, foreignUser } from '../errors.ts'
import { findApplication, findUser, ownerOf, type UserRow } from '../queries.ts'
import { createApplication, createUser, revokeApplication, rotateSecret } from './applications.ts'
import type { ShownApplication } from './credential-resources.ts'

export interface WantedUser {
  id: string | undefined
  email: string
  firstName: string
  lastName: string
  currency: string
  country: string
}

/** A known id answers with the stored user, without a password. */
export async function addUser(
  ctx: Ctx,
  account: Account,
  wanted: WantedUser,
): Promise<{ user: UserRow; password: string | null }> {
  try {
    return await transaction(ctx.db, async (tx) => {
      const { userId, password } = await createUser({ ...ctx, db: tx }, { ...wanted, account })
      const user = await findUser(tx, userId)
      invariant(user, 'a user that was just created exists')
      return { user, password }
    })
  } catch (error) {
    // A repeated request breaks both keys, and which one is told first is up to the database.
    if (!['users_pkey', 'users_email_key'].includes(violatedConstraint(error) ?? '')) throw error
    const stored = wanted.id === undefined ? undefined : await findUser(ctx.db, wanted.id)
    if (!stored) throw emailTaken(wanted.email)
    if (!isOf(account, stored)) throw missing('user', stored.id, { exists: true })
    return { user: stored, password: null }
  }
}

export interface WantedApplication {
  id: string | undefined
  name: string
  developerEmail: string
  userId: UserId
}

/** A known id answers with the stored application, without a secret. */
export async function addApplication(
  ctx: Ctx,
  account: Account,
  wanted: WantedApplication,
): Promise<{ application: ShownApplication; created: boolean }> {
  try {
    const application = await transaction(ctx.db, async (tx) => {
      const user = await findUser(tx, wanted.userId)
      if (!user || !isOf(account, user)) throw foreignUser(wanted.userId)
      const { applicationId, clientSecret } = await createApplication(
        { ...ctx, db: tx },
        { ...wanted, account },
      )
      const application = await findApplication(tx, applicationId)
      invariant(application, 'an application that was just created exists')
      return { ...application, client_secret: clientSecret }
    })
    return { application, created: true }
  } catch (error) {
    if (violatedConstraint(error) !== 'applications_pkey' || wanted.id === undefined) throw error
    const stored = await readApplication(ctx, wanted.id)
    if (!isOf(account, stored)) throw missing('application', stored.id, { exists: true })
    return { application: stored, created: false }
  }
}

/** The secret before the new one works on for a day, so that the client can change over. */
export async function renewSecret(ctx: Ctx, id: string): Promise<ShownApplication> {
  const credentials = await rotateSecret(ctx, id)
  const application = await readApplication(ctx, id)
  if (!credentials) throw alreadyRevoked(id)
  return { ...application, client_secret: credentials.clientSecret }
}

/** Revoking again changes nothing. */
export async function endApplication(ctx: Ctx, id: string): Promise<ShownApplication> {
  await revokeApplication(ctx, id)
  return await readApplication(ctx, id)
}

async function readApplication({ db }: Ctx, id: string): Promise<ShownApplication> {
  const application = await findApplication(db, id)
  if (!application) throw unknown('application', id)
  return { ...application, client_secret: null }
}

function isOf(account: Account, row: { brand_id: string | null; retailer_id: string | null }): boolean {
  const { brandId, retailerId } = ownerOf({ account })
  return row.brand_id === brandId && row.retailer_id === retailerId
}
