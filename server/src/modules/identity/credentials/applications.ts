/** The verbs on applications and on the people they act for. A client secret leaves these functions once, in clear. */

import { randomBytes } from 'node:crypto'
import type { Account } from '../../../http/actor.ts'
import { transaction } from '../../../platform/database.ts'
import type { ApplicationId, UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { recordEvents } from '../../../platform/outbox.ts'
import { hashPassword, hashSecret, newSecret } from '../../../platform/secrets.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { identityEvents } from '../events.ts'
import {
  type ApplicationRow,
  endSecrets,
  insertApplication,
  insertSecret,
  insertUser,
  lockApplication,
  markRevoked,
  ownerOf,
  type UserRow,
} from '../queries.ts'
import { type Author, SHELL, writeAudit } from './audit.ts'

export interface NewApplication {
  /** Made up when it is left out. */
  id?: string | undefined
  account: Account
  userId: UserId
  name: string
  developerEmail: string
}

export interface Credentials {
  applicationId: ApplicationId
  clientId: string
  clientSecret: string
}

export async function createApplication(
  work: Work,
  wanted: NewApplication,
  by: Author,
): Promise<Credentials> {
  const { db: tx } = work
  const { brandId, retailerId } = ownerOf(wanted)
  const application: ApplicationRow = {
    id: wanted.id ?? work.ids.next(),
    brand_id: brandId,
    retailer_id: retailerId,
    user_id: wanted.userId,
    name: wanted.name,
    developer_email: wanted.developerEmail,
    client_id: randomBytes(12).toString('hex'),
    created_at: work.clock.now(),
    revoked_at: null,
  }
  await insertApplication(tx, application)
  const clientSecret = await addSecret(work, application.id)
  await writeAudit(work, by, 'create', application)
  return { applicationId: application.id, clientId: application.client_id, clientSecret }
}

/** How long the secret before the new one keeps working. */
const ROTATION_SECONDS = 86_400

/** Gives the application a new secret; the one before it works on for a while, so that clients can change over. */
export async function rotateSecret(
  platform: Platform,
  applicationId: ApplicationId,
  by: Author,
): Promise<Credentials | undefined> {
  return await inTransaction(platform, async (work) => {
    const { db: tx } = work
    // Two rotations at once would otherwise leave two secrets that never end.
    const application = await lockApplication(tx, applicationId)
    if (!application || application.revoked_at) return undefined
    await endSecrets(tx, applicationId, new Date(work.clock.now().getTime() + ROTATION_SECONDS * 1000))
    const clientSecret = await addSecret(work, applicationId)
    await writeAudit(work, by, 'rotate-secret', application)
    return { applicationId, clientId: application.client_id, clientSecret }
  })
}

/** Ends the application, its secrets and its tokens. Returns false when there was nothing to end. */
export async function revokeApplication(
  platform: Platform,
  applicationId: ApplicationId,
  by: Author,
): Promise<boolean> {
  const revoked = await inTransaction(platform, async (work) => {
    const application = await markRevoked(work.db, applicationId, work.clock.now())
    if (!application) return false
    await writeAudit(work, by, 'revoke', application)
    await recordEvents(work, [
      { type: identityEvents.applicationRevoked, brandId: application.brand_id, subjectId: application.id },
    ])
    await platform.signals.raise(work.db, 'applications')
    return true
  })
  await platform.signals.refresh()
  return revoked
}

export interface NewUser {
  /** Made up when it is left out. */
  id?: string | undefined
  account: Account
  email: string
  firstName: string
  lastName: string
  currency: string
  country: string
}

export async function createUser(work: Work, wanted: NewUser): Promise<{ userId: UserId; password: string }> {
  const { db: tx } = work
  const { brandId, retailerId } = ownerOf(wanted)
  const password = newSecret().slice(0, 16)
  const now = work.clock.now()
  const user: Omit<UserRow, 'number'> = {
    id: wanted.id ?? work.ids.next(),
    brand_id: brandId,
    retailer_id: retailerId,
    email: wanted.email,
    first_name: wanted.firstName,
    last_name: wanted.lastName,
    password_hash: await hashPassword(password),
    currency: wanted.currency,
    country: wanted.country,
    browser_id: newBrowserId(),
    created_at: now,
    updated_at: now,
  }
  await insertUser(tx, user)
  return { userId: user.id, password }
}

/** A user of the operator with an application: the first credentials of a production server. */
export async function createOperator(
  platform: Platform,
  wanted: Omit<NewUser, 'account'>,
): Promise<Credentials & { userId: UserId; email: string; password: string }> {
  const account: Account = { kind: 'operator' }
  return await transaction(platform.db, async (tx) => {
    const { userId, password } = await createUser({ ...platform, db: tx }, { ...wanted, account })
    const credentials = await createApplication(
      { ...platform, db: tx },
      {
        account,
        userId,
        name: 'Operator',
        developerEmail: wanted.email,
      },
      SHELL,
    )
    return { ...credentials, userId, email: wanted.email, password }
  })
}

async function addSecret({ db: tx, clock, ids }: Work, applicationId: ApplicationId): Promise<string> {
  const secret = newSecret()
  await insertSecret(tx, {
    application_id: applicationId,
    id: ids.next(),
    secret_hash: hashSecret(secret),
    created_at: clock.now(),
    expires_at: null,
  })
  return secret
}

const newBrowserId = () => `b-${randomBytes(6).toString('hex')}`
