import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { ApplicationId, BrandId, SubscriptionId } from '../../../platform/ids.ts'
import { brandOfId } from '../../../platform/owned-ids.ts'
import { newestOfBrand } from '../../../platform/queries/keyset.ts'
import type {
  FindOwned,
  HasOwned,
  ListOwned,
  LoadOwned,
  WriteOwned,
} from '../../../platform/queries/owned.ts'
import type { WebhooksSubscriptionsRow } from '../../../platform/rows.ts'

export type SubscriptionRow = WebhooksSubscriptionsRow

export interface SubscriptionKey {
  brandId: BrandId
  subscriptionId: SubscriptionId
}

export const NOTED_AS = 'webhook subscription'

const columns = (db: Queryable) => db`
  brand_id, id, application_id, url, events, secret_encrypted, previous_secret_encrypted, previous_secret_until,
  secret_unreadable_since,
  paused_at, disabled_at, disabled_reason, failing_since, failures, silences, held_until, created_at, updated_at`

export const findSubscription: FindOwned<SubscriptionRow> = async (db, brandId, id) => {
  const [row] = await db<SubscriptionRow[]>`
    select ${columns(db)} from webhooks.subscriptions where brand_id = ${brandId} and id = ${id}`
  return row
}

/**
 * Needed to distinguish 403 from 404, and by the operator. All brands are asked, with subscriptions_id_idx, for what the previous
 * version has created without a note.
 */
export async function findSubscriptionOfAnyBrand(
  db: Queryable,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const brandId = await brandOfId(db, NOTED_AS, id)
  if (brandId !== undefined) return await findSubscription(db, brandId, id)
  const [row] = await db<SubscriptionRow[]>`
    select ${columns(db)} from webhooks.subscriptions where id = ${id}`
  return row
}

export const lockSubscription: FindOwned<SubscriptionRow> = async (db, brandId, id) => {
  const [row] = await db<SubscriptionRow[]>`
    select ${columns(db)} from webhooks.subscriptions where brand_id = ${brandId} and id = ${id} for no key update`
  return row
}

/** In the order of their ids, so that two workers do not deadlock. */
export const lockSubscriptions: WriteOwned<SubscriptionId> = async (db, brandId, ids) => {
  await db`
    select id from webhooks.subscriptions
    where brand_id = ${brandId} and id = any(${ids as string[]}::uuid[])
    order by id
    for no key update`
}

export const listSubscriptions: ListOwned<SubscriptionRow> = async (db, brandId, walk) => {
  return await db<SubscriptionRow[]>`
    select ${columns(db)} from webhooks.subscriptions where brand_id = ${brandId}
      ${newestOfBrand(db, walk, 'webhooks.subscriptions', brandId)}`
}

export const hasSubscription: HasOwned = async (db, brandId, id) =>
  (await findSubscription(db, brandId, id)) !== undefined

/** Newest first. */
export const subscriptionsOfApplications: LoadOwned<SubscriptionRow, ApplicationId> = async (
  db,
  brandId,
  applicationIds,
) => {
  return await db<SubscriptionRow[]>`
    select ${columns(db)}
    from webhooks.subscriptions
    where brand_id = ${brandId} and application_id = ${oneOf(db, applicationIds)}
    order by created_at desc, id desc`
}

export async function insertSubscription(db: Queryable, row: SubscriptionRow): Promise<void> {
  await db`insert into webhooks.subscriptions ${db(row)}`
}

export async function updateSubscription(
  db: Queryable,
  brandId: BrandId,
  id: SubscriptionId,
  changes: Partial<Omit<SubscriptionRow, 'brand_id' | 'id'>>,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db<SubscriptionRow[]>`
    update webhooks.subscriptions
    set ${db(changes)}
    where brand_id = ${brandId} and id = ${id}
    returning ${columns(db)}`
  return row
}

export const deleteSubscription: HasOwned<SubscriptionId> = async (db, brandId, id) => {
  const gone = await db`
    delete from webhooks.subscriptions where brand_id = ${brandId} and id = ${id} returning id`
  return gone.length > 0
}

export const deleteSubscriptionsOfApplications: LoadOwned<SubscriptionId, ApplicationId> = async (
  db,
  brandId,
  applicationIds,
) => {
  const gone = await db<{ id: SubscriptionId }[]>`
    delete from webhooks.subscriptions
    where brand_id = ${brandId} and application_id = ${oneOf(db, applicationIds)}
    returning id`
  return gone.map(({ id }) => id)
}
