import type { BrandId } from '../../../platform/ids.ts'
import type { IntegrationsExternalIntegrationsRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'

/** Stores the status of a connection. The first call creates the connection; later ones keep its id. */
export async function setConnection(
  { db, clock, ids }: Work,
  brandId: BrandId,
  { platform, status }: { platform: string; status: string },
): Promise<IntegrationsExternalIntegrationsRow> {
  const now = clock.now()
  const [row] = await db<[IntegrationsExternalIntegrationsRow]>`
    insert into integrations.external_integrations (brand_id, platform, id, status, created_at, updated_at)
    values (${brandId}, ${platform}, ${ids.next()}, ${status}, ${now}, ${now})
    on conflict on constraint external_integrations_pkey
      do update set status = excluded.status, updated_at = excluded.updated_at
    returning brand_id, platform, id, status, created_at, updated_at`
  return row
}
