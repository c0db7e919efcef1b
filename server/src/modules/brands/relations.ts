/** What a brand has said about a retailer. */

import { missing } from '../../domain/ownership.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId, RetailerId } from '../../platform/ids.ts'
import type { Work } from '../../platform/work.ts'
import { findRetailer } from '../identity/index.ts'
import type { SelectAccepted } from '../ordering/index.ts'
import { findRelation, listAutomatic, saveRelation } from './queries.ts'

/** Has the id of the retailer. */
export interface Relation {
  id: string
  automatic_order_validation_mode: boolean | null
}

export async function readRelation(
  db: Queryable,
  brandId: BrandId,
  retailerId: RetailerId,
): Promise<Relation> {
  const [retailer, said] = await Promise.all([
    findRetailer(db, retailerId),
    findRelation(db, brandId, retailerId),
  ])
  if (!retailer) throw missing('retailer', retailerId, { exists: false })
  return {
    id: retailer.id,
    automatic_order_validation_mode: said?.automatic_order_validation_mode ?? null,
  }
}

/** Left out: it stays as it is. */
export async function changeRelation(
  { db, clock }: Work,
  brandId: BrandId,
  retailerId: RetailerId,
  { automaticOrderValidationMode }: { automaticOrderValidationMode?: boolean | null | undefined },
): Promise<Relation> {
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
  const pairs = await listAutomatic(
    db,
    orders.map(({ brandId }) => brandId),
    orders.map(({ retailerId }) => retailerId),
  )
  const wanted = new Set(pairs.map(({ brand_id, retailer_id }) => `${brand_id}/${retailer_id}`))
  return orders.filter(({ brandId, retailerId }) => wanted.has(`${brandId}/${retailerId}`))
}
