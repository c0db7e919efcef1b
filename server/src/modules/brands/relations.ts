/** The relation of a brand to one retailer: its settings for that retailer. */

import type { CurrentVersion } from '../../domain/expected-version.ts'
import { missing } from '../../domain/ownership.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId, RetailerId } from '../../platform/ids.ts'
import { versionOf } from '../../platform/queries/row-version.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import { findRetailer } from '../identity/index.ts'
import type { SelectAccepted } from '../ordering/index.ts'
import { findRelation, listAutomaticallyAccepted, lockRelation, saveRelation } from './queries.ts'

/** `id` is the id of the retailer. */
export interface RetailerRelation {
  id: string
  store_name: string
  automatic_order_validation_mode: boolean | null
}

export async function readRelation(
  db: Queryable,
  brandId: BrandId,
  retailerId: RetailerId,
): Promise<RetailerRelation & { version: string }> {
  const [retailer, stored] = await Promise.all([
    findRetailer(db, retailerId),
    findRelation(db, brandId, retailerId),
  ])
  if (!retailer) throw missing('retailer', retailerId, { exists: false })
  return {
    id: retailer.id,
    store_name: retailer.store_name,
    automatic_order_validation_mode: stored?.automatic_order_validation_mode ?? null,
    version: versionOf([brandId, retailer.id, stored?.row_version, stored?.updated_at]),
  }
}

/** Locks a relation and returns its version, for a write that expects one. */
export async function lockRelationVersion(
  tx: Queryable,
  brandId: BrandId,
  retailerId: RetailerId,
): Promise<CurrentVersion> {
  await lockRelation(tx, brandId, retailerId)
  const { version } = await readRelation(tx, brandId, retailerId)
  return { version }
}

/** The relation as text for the audit log. */
export const describeRelation = ({ store_name, automatic_order_validation_mode: mode }: RetailerRelation) =>
  `${store_name}: ${mode === null ? 'not set' : mode ? 'on' : 'off'}`

/** A mode that is left out is not changed. */
export async function changeRelation(
  work: Work,
  brandId: BrandId,
  retailerId: RetailerId,
  { automaticOrderValidationMode }: { automaticOrderValidationMode?: boolean | null | undefined },
): Promise<{ relation: RetailerRelation; isChanged: boolean }> {
  return await inTransaction(work, async (work) => {
    const { db, clock } = work
    // An advisory lock, because a relation that was never changed has no row to lock.
    await lockRelation(db, brandId, retailerId)
    const current = await readRelation(db, brandId, retailerId)
    if (
      automaticOrderValidationMode === undefined ||
      automaticOrderValidationMode === current.automatic_order_validation_mode
    ) {
      return { relation: current, isChanged: false }
    }
    const now = clock.now()
    await saveRelation(db, {
      brand_id: brandId,
      retailer_id: current.id,
      automatic_order_validation_mode: automaticOrderValidationMode,
      created_at: now,
      updated_at: now,
    })
    const relation = { ...current, automatic_order_validation_mode: automaticOrderValidationMode }
    return { relation, isChanged: true }
  })
}

export const acceptedAutomatically: SelectAccepted = async (db, orders) => {
  const pairs = await listAutomaticallyAccepted(
    db,
    orders.map(({ brandId }) => brandId),
    orders.map(({ retailerId }) => retailerId),
  )
  const accepted = new Set(pairs.map(({ brand_id, retailer_id }) => `${brand_id}/${retailer_id}`))
  return orders.filter(({ brandId, retailerId }) => accepted.has(`${brandId}/${retailerId}`))
}
