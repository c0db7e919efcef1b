/** Inviting users and creating applications of an account. A client secret is returned in plain text once. */

import type { Account } from '../../../domain/actor.ts'
import { createOnce } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import type { Ctx } from '../../../http/operation.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { alreadyRevoked, foreignUser } from '../errors.ts'
import { findUserView, inviteUser, type NewMember, type UserView } from '../people/users.ts'
import { findUser, ownerOf } from '../queries.ts'
import { type ApplicationView, findApplicationView } from './application-views.ts'
import { createApplication, revokeApplication, updateApplication } from './applications.ts'
import type { Author } from './audit.ts'
import { rotateSecret } from './secret-rotation.ts'

/** Invites a user of a brand or retailer. A known id returns the stored user. `at` points to the attributes. */
export async function addUser(
  ctx: Ctx,
  account: Account,
  request: NewMember,
  at?: string,
): Promise<{ row: UserView; created: boolean }> {
  const creation = {
    what: 'user',
    id: request.id,
    find: findUserView,
    isOwn: (user: UserView) => isOf(account, user),
  }
  return await createOnce<UserView, Ctx>(ctx, creation, (work) =>
    inviteUser({ ...work, publicUrl: ctx.publicUrl }, account, request, at),
  )
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
): Promise<{ row: ApplicationView; created: boolean }> {
  const creation = {
    what: 'application',
    id: request.id,
    find: (db: Queryable, id: string) => findApplicationView({ ...ctx, db }, id),
    isOwn: (row: ApplicationView) => isOf(account, row),
  }
  return await createOnce<ApplicationView, Ctx>(ctx, creation, async (work) => {
    const user = await findUser(work.db, request.userId)
    if (!user || user.removed_at || !isOf(account, user)) throw foreignUser(request.userId, at)
    const { applicationId, clientSecret } = await createApplication(work, { ...request, account }, by)
    const application = await findApplicationView(work, applicationId)
    invariant(application, 'an application that was just created exists')
    return { ...application, client_secret: clientSecret }
  })
}

/** The previous secret stays valid for a while, so that the client can switch over. */
export async function renewSecret(
  ctx: Ctx,
  account: AccountScope,
  id: string,
  { by, overlapSeconds }: { by: Author; overlapSeconds: number | undefined },
): Promise<ApplicationView> {
  await readApplication(ctx, account, id)
  const credentials = await rotateSecret(ctx, id, by, overlapSeconds)
  if (!credentials) throw alreadyRevoked(id)
  return { ...(await readApplication(ctx, account, id)), client_secret: credentials.clientSecret }
}

export async function changeApplication(
  ctx: Ctx,
  account: AccountScope,
  id: string,
  { by, ...changes }: { by: Author; name?: string; developerEmail?: string },
): Promise<ApplicationView> {
  const application = await readApplication(ctx, account, id)
  const changed = await updateApplication(ctx, id, changes, by)
  if (!changed) throw alreadyRevoked(id)
  return { ...application, ...changed }
}

export async function endApplication(
  ctx: Ctx,
  account: AccountScope,
  id: string,
  by: Author,
): Promise<ApplicationView> {
  await readApplication(ctx, account, id)
  await revokeApplication(ctx, id, by)
  return await readApplication(ctx, account, id)
}

/** `any` is for the operator, who manages the applications of every account. */
type AccountScope = Account | 'any'

/** The owner of an application never changes, so the check stays valid for the write that follows. */
async function readApplication(ctx: Ctx, account: AccountScope, id: string): Promise<ApplicationView> {
  const application = await findApplicationView(ctx, id)
  if (!application || (account !== 'any' && !isOf(account, application)))
    throw missing('application', id, { exists: application !== undefined })
  return application
}

function isOf(account: Account, row: { brand_id: string | null; retailer_id: string | null }): boolean {
  const { brandId, retailerId } = ownerOf({ account })
  return row.brand_id === brandId && row.retailer_id === retailerId
}
