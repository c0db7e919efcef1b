/** The warehouses, and the enrolments of brands in them. */
import { createOnce } from '../../../domain/create-once.ts'
import { missing, unknown } from '../../../domain/ownership.ts'
import { hasBrand } from '../../../modules/identity/index.ts'
import { openWarehouse } from '../../../modules/stock/ledger/locations.ts'
import { limitTo, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { newestFirst } from '../../../platform/queries/keyset.ts'
import type { ListAll } from '../../../platform/queries/owned.ts'
import type { FulfillmentEnrolmentsRow, FulfillmentWarehousesRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { notEnrolled } from '../errors.ts'

export type WarehouseRow = FulfillmentWarehousesRow
export type Enrolment = Omit<FulfillmentEnrolmentsRow, 'ended_at'>
/** The enrolment as the operator sees it; its id is that of the brand. */
export type EnrolmentRow = FulfillmentEnrolmentsRow & { id: BrandId }

/** The enrolment of a brand, unless it has ended. */
export async function findEnrolment(db: Queryable, brandId: BrandId): Promise<Enrolment | undefined> {
  const [enrolment] = await db<Enrolment[]>`
    select brand_id, fulfillment_brand_id, warehouse_id, location_id, country_codes, is_transferring, enrolled_at
    from fulfillment.enrolments
    where brand_id = ${brandId} and ended_at is null`
  return enrolment
}

export async function requireEnrolment(db: Queryable, brandId: BrandId): Promise<Enrolment> {
  const enrolment = await findEnrolment(db, brandId)
  if (!enrolment) throw notEnrolled()
  return enrolment
}

/** The location of the brand's warehouse stock in the ledger, also after its enrolment has ended. */
export async function findLocation(db: Queryable, brandId: BrandId): Promise<string | undefined> {
  const [enrolment] = await db<{ location_id: string }[]>`
    select location_id from fulfillment.enrolments where brand_id = ${brandId}`
  return enrolment?.location_id
}

export interface EnrolmentTerms {
  warehouseId: string
  countryCodes: readonly string[]
  isTransferring?: boolean | undefined
}

/** Enrols a brand. A brand that returns gets its former stock and fulfillment brand id. */
export async function enrolBrand(
  work: Work,
  brandId: BrandId,
  { warehouseId, countryCodes, isTransferring = false }: EnrolmentTerms,
): Promise<EnrolmentRow> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    if (!(await hasBrand(tx, brandId))) throw missing('brand', brandId, { exists: false, ...AT_BRAND })
    if (!(await findWarehouse(tx, warehouseId))) {
      throw missing('warehouse', warehouseId, { exists: false, pointer: 'data.attributes.warehouseId' })
    }
    const row = {
      brand_id: brandId,
      fulfillment_brand_id: ids.next(),
      warehouse_id: warehouseId,
      location_id: await openWarehouse(work, brandId, warehouseId),
      country_codes: [...countryCodes],
      is_transferring: isTransferring,
      enrolled_at: clock.now(),
    }
    // The warehouse of a former enrolment is retained, because the goods are still there.
    const [enrolled] = await tx<EnrolmentRow[]>`
      insert into fulfillment.enrolments ${tx(row)}
      on conflict on constraint enrolments_pkey do update
      set country_codes = excluded.country_codes, is_transferring = excluded.is_transferring, ended_at = null
      returning ${columns(tx)}`
    return enrolled as EnrolmentRow
  })
}

const AT_BRAND = { pointer: 'data.attributes.brandId' }

export async function changeEnrolment(
  { db }: Work,
  brandId: BrandId,
  { countryCodes, isTransferring }: Partial<Omit<EnrolmentTerms, 'warehouseId'>>,
): Promise<EnrolmentRow> {
  const [changed] = await db<EnrolmentRow[]>`
    update fulfillment.enrolments
    set country_codes = coalesce(${countryCodes ? [...countryCodes] : null}::text[], country_codes),
      is_transferring = coalesce(${isTransferring ?? null}::boolean, is_transferring)
    where brand_id = ${brandId}
    returning ${columns(db)}`
  if (!changed) throw unknown('enrolment', brandId)
  return changed
}

/** Ends an enrolment: the brand cannot announce replenishments, but retains its stock and open replenishments. */
export async function endEnrolment({ db, clock }: Work, brandId: BrandId): Promise<void> {
  const ended = await db`
    update fulfillment.enrolments
    set ended_at = coalesce(ended_at, ${clock.now()})
    where brand_id = ${brandId}
    returning brand_id`
  if (ended.length === 0) throw unknown('enrolment', brandId)
}

export async function findEnrolmentRow(db: Queryable, brandId: BrandId): Promise<EnrolmentRow> {
  const [enrolment] = await db<EnrolmentRow[]>`
    select ${columns(db)} from fulfillment.enrolments where brand_id = ${brandId}`
  if (!enrolment) throw unknown('enrolment', brandId)
  return enrolment
}

/** Lists newest first, without pages. */
export async function listEnrolments(db: Queryable): Promise<EnrolmentRow[]> {
  return await db<EnrolmentRow[]>`
    select ${columns(db)} from fulfillment.enrolments order by enrolled_at desc, brand_id desc ${limitTo(db, MAX_ENROLMENTS)}`
}

/** An upper limit above the expected number of enrolments. */
const MAX_ENROLMENTS = 1000

const columns = (db: Queryable) => db`
  brand_id as id, brand_id, fulfillment_brand_id, warehouse_id, location_id, country_codes, is_transferring, enrolled_at,
  ended_at`

export async function createWarehouse(
  work: Work,
  { id, name, countryCode }: { id: string | undefined; name: string; countryCode: string },
): Promise<{ row: WarehouseRow; created: boolean }> {
  return await createOnce(
    work,
    { what: 'warehouse', id, find: findWarehouse },
    async ({ db, clock, ids }) => {
      const values = { id: id ?? ids.next(), name, country_code: countryCode, created_at: clock.now() }
      await db`insert into fulfillment.warehouses ${db(values)}`
      return values
    },
  )
}

export async function findWarehouse(db: Queryable, id: string): Promise<WarehouseRow | undefined> {
  const [warehouse] = await loadWarehouses(db, [id])
  return warehouse
}

async function loadWarehouses(db: Queryable, ids: readonly string[]): Promise<WarehouseRow[]> {
  return await db<WarehouseRow[]>`
    select id, name, country_code, created_at from fulfillment.warehouses where id = ${oneOf(db, ids)}`
}

export const listWarehouses: ListAll<WarehouseRow, object> = async (db, _filter, walk) => {
  return await db<WarehouseRow[]>`
    select id, name, country_code, created_at
    from fulfillment.warehouses
    where true
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from fulfillment.warehouses where id = ${cursor}`)}`
}

/** Whether any brand has this fulfillment brand id. */
export async function hasFulfillmentBrand(db: Queryable, id: string): Promise<boolean> {
  const found = await db`select 1 from fulfillment.enrolments where fulfillment_brand_id = ${id}`
  return found.length > 0
}
