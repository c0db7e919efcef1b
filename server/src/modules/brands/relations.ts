/** What a brand has chosen for one retailer. */

import { missing } from '../../domain/ownership.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId, RetailerId } from '../../platform/ids.ts'
import type { Work } from '../../platform/work.ts'
import { findRetailer } from '../identity/index.ts'
import type { SelectAccepted } from '../ordering/index.ts'
import { findRelation, listAutomaticallyAccepted, saveRelation } from './queries.ts'

/** `id` is the id of the retailer. */
export interface RetailerRelation {
  id: string
  automatic_order_validation_mode: boolean | null
}

export async function readRelation(
  db: Queryable,
  brandId: BrandId,
  retailerId: RetailerId,
): Promise<RetailerRelation> {
  const [retailer, stored] = await Promise.all([
    findRetailer(db, retailerId),
    findRelation(db, brandId, retailerId),
  ])
  if (!retailer) throw missing('retailer', retailerId, { exists: false })
  return {
    id: retailer.id,
    automatic_order_validation_mode: stored?.automatic_order_validation_mode ?? null,
  }
}

/** A mode that is left out is not changed. */
export async function changeRelation(
  { db, clock }: Work,
  brandId: BrandId,
  retailerId: RetailerId,
  { automaticOrderValidationMode }: { automaticOrderValidationMode?: boolean | null | undefined },
): Promise<RetailerRelation> {
  const { id } = await readRelation(db, brandId, retailerId)
  if (automaticOrderValidationMode !== undefined) {
    const now = clock.now()
    await saveRelation(db, {
      brand_id: brandId,
      retailer_id: id,
      automatic_order_validation_mode: automaticOrderValidationMode,
      created_at: now,
      updated_at: now,
    })
  }
  return await readRelation(db, brandId, id)
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
