/**
 * Signing secrets that no key of this server opens, because their key was lost or removed from the ring. The deliveries of
 * such a subscription wait, and the brand and the operator see this state. It ends with a new signing secret, or when a
 * worker is restarted with the missing key.
 */
import type { Queryable } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/index.ts'
import { readSealed, type SealedColumn } from '../../../platform/secrets/sealed-columns.ts'
import type { SubscriptionRow } from './queries.ts'

const signingSecrets: SealedColumn = {
  name: 'webhook-secrets',
  lost: 'Deliveries of these subscriptions wait until their brands rotate the signing secret.',
  table: 'webhooks.subscriptions',
  column: 'secret_encrypted',
  key: ['brand_id', 'id'],
}

/** Previous secrets sign too for a while after a rotation. */
const previousSecrets: SealedColumn = {
  ...signingSecrets,
  name: 'previous-webhook-secrets',
  lost: 'What is sent is signed with the new signing secret only, before the overlap of its rotation ends.',
  column: 'previous_secret_encrypted',
}

export const sealedSecrets = [signingSecrets, previousSecrets] as const

type Secret = Pick<SubscriptionRow, 'brand_id' | 'id' | 'secret_encrypted'>

/** Does nothing if the subscription got another secret meanwhile. */
export async function markUnreadable({ db, clock, log }: Platform, secret: Secret): Promise<void> {
  const { brand_id: brandId, id } = secret
  const marked = await db`
    update webhooks.subscriptions
    set secret_unreadable_since = ${clock.now()}
    where brand_id = ${brandId} and id = ${id} and secret_encrypted = ${secret.secret_encrypted}
      and secret_unreadable_since is null
    returning id`
  if (marked.length === 0) return
  log.error(
    { brandId, subscription_id: id },
    'no secret key opens the signing secret of a webhook subscription; its deliveries wait',
  )
}

/** Marks all subscriptions whose secrets are unreadable with the keys of this process, and unmarks the others. */
export async function checkSigningSecrets(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { db, secrets } = platform
  for (const marked of await listUnreadable(db)) {
    if (secrets.open(marked.secret_encrypted)) await unmark(db, marked)
  }
  for await (const rows of readSealed(db, signingSecrets)) {
    for (const { key, sealed } of rows) {
      if (signal?.aborted) return
      const [brand_id = '', id = ''] = key
      if (!secrets.open(sealed)) await markUnreadable(platform, { brand_id, id, secret_encrypted: sealed })
    }
  }
}

/** Uses subscriptions_attention_idx. */
const listUnreadable = async (db: Queryable): Promise<Secret[]> =>
  await db<Secret[]>`
  select brand_id, id, secret_encrypted
  from webhooks.subscriptions
  where secret_unreadable_since is not null`

async function unmark(db: Queryable, { brand_id: brandId, id, secret_encrypted }: Secret): Promise<void> {
  await db`
    update webhooks.subscriptions
    set secret_unreadable_since = null
    where brand_id = ${brandId} and id = ${id} and secret_encrypted = ${secret_encrypted}`
}
