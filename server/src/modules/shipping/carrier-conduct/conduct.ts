/** Simulates slow and strict carriers for a brand in the sandbox, so that a connector can be tested with delays and denials. */
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { ShippingCarrierConductRow } from '../../../platform/rows.ts'

export type Conduct = ShippingCarrierConductRow

export async function setConduct(db: Queryable, conduct: Conduct): Promise<void> {
  await db`
    insert into shipping.carrier_conduct ${db(conduct)}
    on conflict (brand_id) do update
    set label_delay_seconds = excluded.label_delay_seconds, denied_pickups = excluded.denied_pickups`
}

/** The delays by brand, without brands that have no delay. */
export async function labelDelaysOf(
  db: Queryable,
  { config }: Pick<Platform, 'config'>,
  brandIds: readonly BrandId[],
): Promise<ReadonlyMap<string, number>> {
  if (config.mode !== 'sandbox' || brandIds.length === 0) return new Map()
  const rows = await db<Pick<Conduct, 'brand_id' | 'label_delay_seconds'>[]>`
    select brand_id, label_delay_seconds from shipping.carrier_conduct
    where brand_id = any(${[...new Set(brandIds)]}::uuid[]) and label_delay_seconds > 0`
  return new Map(rows.map(({ brand_id, label_delay_seconds }) => [brand_id, label_delay_seconds]))
}

/** Whether the carrier denies this pickup, independent of its data. Each denial is counted. */
export async function deniesPickup(
  db: Queryable,
  { config }: Pick<Platform, 'config'>,
  brandId: BrandId,
): Promise<boolean> {
  if (config.mode !== 'sandbox') return false
  const denied = await db`
    update shipping.carrier_conduct set denied_pickups = denied_pickups - 1
    where brand_id = ${brandId} and denied_pickups > 0
    returning brand_id`
  return denied.length > 0
}
