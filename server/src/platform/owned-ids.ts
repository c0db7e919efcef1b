/**
 * To which brand the ids of orders belong, and those of what brands create under ids of their choice. In a distributed database
 * this is on the coordinator, so that no other node is asked than that of the brand.
 *
 * An id that is not here may have been given by the previous version.
 */
import type { Queryable } from './database.ts'
import type { BrandId } from './ids.ts'

/** `what` names the kind of resource. */
export async function brandOfId(db: Queryable, what: string, id: string): Promise<BrandId | undefined> {
  const [row] = await db<{ brandId: BrandId }[]>`
    select brand_id as "brandId" from platform.owned_ids where what = ${what} and id = ${id}`
  if (row && 'begin' in db) await db.enterBrand(row.brandId)
  return row?.brandId
}

/** To be called in the transaction that creates what they name. */
export async function noteIds(
  tx: Queryable,
  what: string,
  brandId: BrandId,
  ids: readonly string[],
): Promise<void> {
  await tx`
    insert into platform.owned_ids (what, id, brand_id)
    select ${what}, id, ${brandId} from unnest(${ids as string[]}::uuid[]) as given (id)
    on conflict (what, id) do nothing`
}
