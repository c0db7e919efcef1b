/** Rotates the secrets of an application. A client secret is returned in plain text once. */
import type { ApplicationId } from '../../../platform/ids.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { type MailingWork, tellOwners } from '../people/security-mails.ts'
import { accountOf, endSecrets, insertSecret, lockApplication } from '../queries.ts'
import { type Author, writeAudit } from './audit.ts'

export interface Credentials {
  applicationId: ApplicationId
  clientId: string
  clientSecret: string
}

/** How long the previous secret stays valid unless the caller decides otherwise. */
const ROTATION_SECONDS = 86_400

/** Creates a new secret; the previous one stays valid for a while, so that clients can switch over. */
export async function rotateSecret(
  platform: MailingWork,
  applicationId: ApplicationId,
  by: Author,
  overlapSeconds = ROTATION_SECONDS,
): Promise<Credentials | undefined> {
  return await inTransaction(platform, async (work) => {
    const { db: tx } = work
    // Without the lock, concurrent rotations would leave two secrets that never expire.
    const application = await lockApplication(tx, applicationId)
    if (!application || application.revoked_at) return undefined
    await endSecrets(tx, applicationId, new Date(work.clock.now().getTime() + overlapSeconds * 1000))
    const clientSecret = await addSecret(work, applicationId)
    await writeAudit(work, by, 'rotate-secret', application)
    await tellOwners(work, accountOf(application), { kind: 'client-secret', name: application.name })
    return { applicationId, clientId: application.client_id, clientSecret }
  })
}

export async function addSecret({ db: tx, clock, ids }: Work, applicationId: ApplicationId): Promise<string> {
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
