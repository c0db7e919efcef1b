/** Checks whether the warehouse can ship an order now, and returns every blocker if it cannot. */

import { type Blocker, blocker } from '../../../modules/ordering/life/fulfillment-blockers.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { WantedLine } from '../warehouse/allocation-rules.ts'
import { planBatches } from '../warehouse/allocations.ts'
import { findEnrolment } from '../warehouse/enrolments.ts'
import { loadFulfillables } from '../warehouse/fulfillables.ts'
import { crossesCustoms } from './customs.ts'

export interface WantedVariant {
  variantId: VariantId
  /** One pack of an order is one batch of the warehouse. */
  batches: number
  /** The minimum number of days between shipping and expiry. */
  minimumRemainingShelfLife?: number | undefined
}

export interface Fulfillability {
  blockers: Blocker[]
  /** The lines to reserve; complete only if there are no blockers. */
  lines: WantedLine[]
}

export async function checkFulfillability(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  brandId: BrandId,
  { country, variants }: { country: string; variants: readonly WantedVariant[] },
): Promise<Fulfillability> {
  const enrolment = await findEnrolment(db, brandId)
  if (!enrolment) return { blockers: [blocker('not_a_fulfillment_brand')], lines: [] }
  const variantIds = [...new Set(variants.map(({ variantId }) => variantId))]
  const now = clock.now()
  const [fulfillables, from] = await Promise.all([
    loadFulfillables(db, brandId, { variantIds }, now),
    countryOfWarehouse(db, enrolment.warehouse_id),
  ])
  const idOf = new Map(fulfillables.map((one) => [one.variant_id, one.id]))
  const lines = variants.flatMap(({ variantId, batches, minimumRemainingShelfLife }) => {
    const fulfillableId = idOf.get(variantId)
    return fulfillableId === undefined ? [] : [{ fulfillableId, batches, minimumRemainingShelfLife }]
  })
  const undeclared = variantIds.filter((id) => !idOf.has(id))
  const [plan, uncoded] = await Promise.all([
    planBatches(db, brandId, lines, now),
    crossesCustoms(from, country) ? withoutCode(db, brandId, [...idOf.values()]) : [],
  ])
  const unavailable = plan.isFeasible ? [] : plan.unavailable.map(({ fulfillableId }) => fulfillableId)
  const blockers = [
    ...(enrolment.is_transferring ? [blocker('stock_is_being_transferred')] : []),
    ...(enrolment.country_codes.includes(country) ? [] : [blocker('not_available_for_international_orders')]),
    ...(uncoded.length > 0
      ? [blocker('missing_hs_code_for_international_order', { undeclaredItems: uncoded })]
      : []),
    ...(undeclared.length > 0 || unavailable.length > 0
      ? [
          blocker('unavailable_items', {
            undeclaredItems: undeclared,
            unavailableItems: [...new Set(unavailable)],
          }),
        ]
      : []),
  ]
  return { blockers, lines }
}

export async function countryOfWarehouse(db: Queryable, warehouseId: string): Promise<string> {
  const [warehouse] = await db<[{ country_code: string }]>`
    select country_code from fulfillment.warehouses where id = ${warehouseId}`
  return warehouse.country_code
}

/** The fulfillables that contain an item without a classification code. */
async function withoutCode(
  db: Queryable,
  brandId: BrandId,
  fulfillableIds: readonly string[],
): Promise<string[]> {
  const rows = await db<{ fulfillable_id: string }[]>`
    select distinct fulfillable_id
    from fulfillment.parts
    join fulfillment.items on items.brand_id = parts.brand_id and items.id = item_id
    where parts.brand_id = ${brandId} and fulfillable_id = ${oneOf(db, fulfillableIds)}
      and classification_code is null`
  return rows.map((row) => row.fulfillable_id)
}
