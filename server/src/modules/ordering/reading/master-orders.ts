/** Master orders: each represents one order of the marketplace or one external order, and has its id. */
import type { CurrentVersion } from '../../../domain/expected-version.ts'
import { missing } from '../../../domain/ownership.ts'
import { dayInPast, pointTo } from '../../../domain/problems.ts'
import {
  type Fragment,
  limitTo,
  oneOf,
  type Queryable,
  type Transaction,
} from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import {
  type ChangedRow,
  type ChangeWalk,
  changedMicros,
  oldestChangeFirst,
} from '../../../platform/queries/changes.ts'
import { newestFirst } from '../../../platform/queries/keyset.ts'
import type { FindOwned, HasOwned, ListOwned, LoadOwned } from '../../../platform/queries/owned.ts'
import { type RowVersion, versionOf } from '../../../platform/queries/row-version.ts'
import type { Work } from '../../../platform/work.ts'
import { dayOf } from '../intake/shipping-dates.ts'
import { type BrandOrder, ownersOfOrder } from '../order/order-row.ts'
import type { ExternalShipment } from '../order/shipment.ts'

export interface MasterOrderRow {
  id: string
  /** Exactly one of the two is set, and equals the id. */
  internal_order_id: string | null
  external_order_id: string | null
  shipment_id: string | null
  created_at: Date
}

/** Another module whose orders have master orders as well. */
export interface ExternalOrderSource {
  /** The table, with `brand_id`, `id`, `shipment_id`, `created_at`, `updated_at` and `changed_at`; indexes for lists lead with the brand. */
  table: (db: Queryable) => Fragment
  /** The include paths below `externalOrder`. */
  includes: readonly string[]
  /** The brand of an order, to distinguish 403 from 404. */
  ownerOf: (db: Queryable, id: string) => Promise<BrandId | undefined>
  /** Sets the latest day on which the brand expects to ship an existing order. */
  setLatest: (work: Work, order: BrandOrder, latestOn: string) => Promise<void>
  /** The shipment of an order; undefined before it is shipped. */
  shipmentOf: (db: Queryable, brandId: BrandId, id: string) => Promise<ExternalShipment | undefined>
}

/** The module that fills this is loaded after ordering, which lists its orders together with its own. */
export const externalOrderSource = singleExtensionPoint<ExternalOrderSource>('ordering.master-orders')

export const externalOrderIncludes = (): readonly string[] => externalOrderSource.extension?.includes ?? []

export const shipmentOfExternalOrder: ExternalOrderSource['shipmentOf'] = async (db, brandId, id) =>
  await externalOrderSource.extension?.shipmentOf(db, brandId, id)

/** `updated_at` is that of the order which the master order represents. */
type SingleMasterOrderRow = MasterOrderRow & RowVersion & { updated_at: Date }

const findMasterOrder: FindOwned<SingleMasterOrderRow> = async (db, brandId, id) => {
  const [found] = await loadMasterOrders(db, brandId, [id])
  return found
}

export const loadMasterOrders: LoadOwned<SingleMasterOrderRow> = async (db, brandId, ids) => {
  const wanted = db`where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
  const version = db`xmin as row_version, updated_at`
  const external = externalOrderSource.extension
  return await db<SingleMasterOrderRow[]>`
    select ${columns(db)}, ${version} from ordering.orders ${wanted}
    ${external ? db`union all select ${externalColumns(db)}, ${version} from ${external.table(db)} ${wanted}` : db``}`
}

export const hasMasterOrder: HasOwned = async (db, brandId, id) =>
  (await findMasterOrder(db, brandId, id)) !== undefined

/** The brand of a master order, for callers without a brand and to distinguish 403 from 404. */
async function ownerOfMasterOrder(db: Queryable, id: string): Promise<BrandId | undefined> {
  return (await ownersOfOrder(db, id))?.brandId ?? (await externalOrderSource.extension?.ownerOf(db, id))
}

/** One page, newest first. Reads at most a page of each kind of order, with orders_newest_idx and its external counterpart. */
export const listMasterOrders: ListOwned<MasterOrderRow> = async (db, brandId, walk) => {
  const keyIn = (table: Fragment) => (cursor: string) =>
    db`select created_at, id from ${table} where brand_id = ${brandId} and id = ${cursor}`
  const own = db`ordering.orders`
  const external = externalOrderSource.extension
  if (!external) {
    return await db<MasterOrderRow[]>`
      select ${columns(db)} from ${own} where brand_id = ${brandId} ${newestFirst(db, walk, keyIn(own))}`
  }
  const others = external.table(db)
  const keyOf = (cursor: string) => db`${keyIn(own)(cursor)} union all ${keyIn(others)(cursor)}`
  const direction = walk.backwards ? db`created_at, id` : db`created_at desc, id desc`
  return await db<MasterOrderRow[]>`
    (select ${columns(db)} from ${own} where brand_id = ${brandId} ${newestFirst(db, walk, keyOf)})
    union all
    (select ${externalColumns(db)} from ${others} where brand_id = ${brandId} ${newestFirst(db, walk, keyOf)})
    order by ${direction} ${limitTo(db, walk.limit)}`
}

/** One page by change. Reads at most a page of each kind of order, with orders_changed_idx of both. */
export function listChangedMasterOrders(db: Queryable, brandId: BrandId, walk: ChangeWalk) {
  const page = (table: Fragment, columns: Fragment) => db`
    select ${columns}, ${changedMicros(db)} from ${table} where brand_id = ${brandId} ${oldestChangeFirst(db, walk)}`
  const own = page(db`ordering.orders`, columns(db))
  const external = externalOrderSource.extension
  if (!external) return db<(MasterOrderRow & ChangedRow)[]>`${own}`
  return db<(MasterOrderRow & ChangedRow)[]>`
    (${own}) union all (${page(external.table(db), externalColumns(db))})
    order by changed_micros, id ${limitTo(db, walk.limit)}`
}

/** Sets the latest day on which the brand expects to ship. */
export async function setExpectedShipping(
  work: Work,
  order: BrandOrder,
  latestOn: string | undefined,
  at?: string,
): Promise<MasterOrderRow> {
  const { db, clock } = work
  const { brandId, orderId } = order
  const now = clock.now()
  if (latestOn !== undefined && latestOn < dayOf(now)) {
    throw dayInPast(`The date must be today, ${dayOf(now)}, or later; it is ${latestOn}.`, {
      ...pointTo(at),
      meta: { earliest: dayOf(now) },
    })
  }
  const found = await readMasterOrder(db, order)
  if (latestOn === undefined) return found
  if (found.internal_order_id === null) await externalOrderSource.extension?.setLatest(work, order, latestOn)
  else {
    await db`
      update ordering.orders
      set updated_latest_on = ${latestOn}, updated_at = ${now}
      where brand_id = ${brandId} and id = ${orderId}`
  }
  return found
}

export async function readMasterOrder(
  db: Queryable,
  { brandId, orderId }: BrandOrder,
): Promise<SingleMasterOrderRow> {
  const found = await findMasterOrder(db, brandId, orderId)
  if (found) return found
  throw missing('master order', orderId, { exists: (await ownerOfMasterOrder(db, orderId)) !== undefined })
}

/** Depends on the row of the order, because what can be set is part of the order. */
export const masterOrderVersion = ({ id, row_version, updated_at }: SingleMasterOrderRow): string =>
  versionOf([id, row_version, updated_at])

/** Locks the order and returns its version, for a write that expects one. Undefined if the brand has no such order. */
export async function lockMasterOrderVersion(
  tx: Transaction,
  { brandId, orderId }: BrandOrder,
): Promise<CurrentVersion | undefined> {
  const external = externalOrderSource.extension
  for (const table of [tx`ordering.orders`, ...(external ? [external.table(tx)] : [])]) {
    await tx`select from ${table} where brand_id = ${brandId} and id = ${orderId} for update`
  }
  const found = await findMasterOrder(tx, brandId, orderId)
  return found && { version: masterOrderVersion(found) }
}

const externalColumns = (db: Queryable) => db`
  id, null::uuid as internal_order_id, id as external_order_id, shipment_id, created_at`

const columns = (db: Queryable) => db`
  id, id as internal_order_id, null::uuid as external_order_id,
  case when shipped_at is not null then coalesce(shipment->>'id', shipment->>'outsideId')::uuid end as shipment_id,
  created_at`
