import { ownersOfOrder } from '../../../modules/ordering/index.ts'
import { externalOrderSource } from '../../../modules/ordering/reading/master-orders.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'

/** The brand of a master order, which represents an order of the marketplace or an external order. */
export async function ownerOfMasterOrder(db: Queryable, id: string): Promise<BrandId | undefined> {
  return (await ownersOfOrder(db, id))?.brandId ?? (await externalOrderSource.extension?.ownerOf(db, id))
}
