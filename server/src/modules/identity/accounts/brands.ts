/** Brands, which the operator manages. */
import { createOnce } from '../../../domain/create-once.ts'
import { type Fragment, oneOf, type Queryable } from '../../../platform/database.ts'
import { recordEvents } from '../../../platform/events/outbox.ts'
import { newestFirst } from '../../../platform/queries/keyset.ts'
import { containing } from '../../../platform/queries/like.ts'
import type { ListAll } from '../../../platform/queries/owned.ts'
import type { RowVersion } from '../../../platform/queries/row-version.ts'
import type { IdentityBrandsRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { openLocation } from '../../stock/index.ts'
import { identityEvents } from '../events.ts'
import { accountMatches } from './account-filters.ts'
import type { BrandImages } from './brand-images.ts'
import type { LeadTime } from './lead-times.ts'

export type BrandRow = Omit<IdentityBrandsRow, 'average_lead_time' | 'images' | 'token_generation'> & {
  average_lead_time: LeadTime
  images: BrandImages
}
type Suspension = 'suspended_at' | 'suspended_reason'
export type BrandChanges = Partial<Omit<BrandRow, 'id' | 'created_at' | 'updated_at' | Suspension>>
export type NewBrand = BrandChanges &
  Pick<BrandRow, 'name' | 'currency' | 'country'> & { id?: string | undefined }

/**
 * Creates a brand and its stock location in one transaction. Columns that are left out get the marketplace's defaults. The id
 * is an idempotency key: a known id returns the stored brand.
 */
export async function createBrand(
  work: Work,
  { id, ...input }: NewBrand,
): Promise<{ row: BrandRow; created: boolean }> {
  const now = work.clock.now()
  const values = { ...input, id: id ?? work.ids.next(), created_at: now, updated_at: now }
  return await createOnce(work, { what: 'brand', id, find: findBrand }, async (work) => {
    const { db } = work
    const [brand] = await db<[BrandRow]>`
      insert into identity.brands ${db(values as never)} returning ${columns(db)}`
    await openLocation(work, brand.id)
    return brand
  })
}

/** Changes only the given columns. Returns undefined if the brand does not exist. */
export async function updateBrand(
  work: Work,
  id: string,
  changes: BrandChanges,
): Promise<BrandRow | undefined> {
  if (Object.keys(changes).length === 0) return await findBrand(work.db, id)
  if (changes.address === undefined && changes.country === undefined)
    return await saveBrand(work, id, changes)
  return await inTransaction(work, async (work) => {
    await lockShippingOrigin(work.db, id)
    const changed = await saveBrand(work, id, changes)
    if (changed) await noteShippingOrigin(work, id)
    return changed
  })
}

/**
 * To be locked before the address that a brand ships from is changed. Transactions that derive data from the address hold the
 * lock shared, so that their data is visible to the consumers of the change.
 */
export async function lockShippingOrigin(tx: Queryable, brandId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${originKey(brandId)}, 0))`
}

/** Keeps the address that a brand ships from unchanged until the transaction ends. */
export async function shareShippingOrigin(tx: Queryable, brandId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(hashtextextended(${originKey(brandId)}, 0))`
}

const originKey = (brandId: string) => `shipping origin ${brandId}`

/** Records that the address which a brand ships from may have changed. */
export async function noteShippingOrigin(work: Work, brandId: string): Promise<void> {
  await recordEvents(work, [{ type: identityEvents.shippingOriginChanged, brandId, subjectId: brandId }])
}

async function saveBrand(
  { db, clock }: Work,
  id: string,
  changes: BrandChanges,
): Promise<BrandRow | undefined> {
  const [changed] = await db<BrandRow[]>`
    update identity.brands
    set ${db({ ...changes, updated_at: clock.now() } as never)}
    where id = ${id}
    returning ${columns(db)}`
  return changed
}

export async function findBrand(db: Queryable, id: string): Promise<(BrandRow & RowVersion) | undefined> {
  const [brand] = await db<(BrandRow & RowVersion)[]>`
    select ${columns(db)}, xmin as row_version from identity.brands where id = ${id}`
  return brand
}

/** Prevents changes of the brand and of the address that it ships from. Locks in the same order as `updateBrand`. */
export async function lockBrand(tx: Queryable, id: string): Promise<void> {
  await lockShippingOrigin(tx, id)
  await tx`select from identity.brands where id = ${id} for no key update`
}

/** A subquery for the name of a brand. */
export const brandNameOf = (db: Queryable, brandId: Fragment) => db`(
  select name from identity.brands where brands.id = ${brandId}
)`

/** A subquery for the ids of brands with a text in their name, for statements that already select a few brands. */
export const brandsNamed = (db: Queryable, text: string) => db`
  select id from identity.brands where name ilike ${containing(text)}`

export type BrandAddress = Pick<BrandRow, 'name' | 'country' | 'address'>

/** A subquery for a `BrandAddress` as JSON, for statements that read other data of the brand. */
export const brandAddress = (db: Queryable, id: string) => db`(
  select json_build_object('name', name, 'country', country, 'address', address)
  from identity.brands
  where id = ${id}
)`

/** The result has no order, and leaves out unknown ids. */
export async function loadBrands(db: Queryable, ids: readonly string[]): Promise<BrandRow[]> {
  return await db<BrandRow[]>`select ${columns(db)} from identity.brands where id = ${oneOf(db, ids)}`
}

export interface BrandFilter {
  /** The only brands that who asks may know of. */
  visible?: readonly string[] | undefined
  id?: readonly string[] | undefined
  /** A part of the name, case-insensitive. */
  name?: string | undefined
  /** A part of the name, or of the email address of a user of the brand. */
  q?: string | undefined
  country?: readonly string[] | undefined
  suspended?: boolean | undefined
}

/** A subquery for the ids of some brands with a text in their name; uses brands_name_idx. */
export const brandsByName = (db: Queryable, text: string, limit: number) => db`
  select id from identity.brands where name ilike ${containing(text)} order by name, id limit ${limit}`

/** One page, newest first; uses brands_newest_idx, or the index of the filter. */
export const listBrands: ListAll<BrandRow, BrandFilter> = async (db, filter, walk) => {
  return await db<BrandRow[]>`
    select ${columns(db)}
    from identity.brands
    where ${matches(db, filter)}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from identity.brands where id = ${cursor} ${isAmong(db, filter.visible)}`)}`
}

export async function hasBrand(db: Queryable, id: string): Promise<boolean> {
  const found = await db`select 1 from identity.brands where id = ${id}`
  return found.length > 0
}

function matches(db: Queryable, { visible, id: ids, name, q, country, suspended }: BrandFilter) {
  // strpos instead of like, which would interpret wildcards in the name.
  return db`true
    ${isAmong(db, visible)}
    ${isAmong(db, ids)}
    ${name === undefined ? db`` : db`and strpos(lower(name), lower(${name})) > 0`}
    ${q === undefined ? db`` : db`and id in (${brandsByText(db, q)})`}
    ${accountMatches(db, { country, suspended })}`
}

const isAmong = (db: Queryable, ids: readonly string[] | undefined) =>
  ids === undefined ? db`` : db`and id in ${db(ids)}`

/** Uses brands_name_idx and users_email_idx. */
const brandsByText = (db: Queryable, text: string) => db`
  select id from identity.brands where name ilike ${containing(text)}
  union
  select brand_id from identity.users
  where email ilike ${containing(text)} and brand_id is not null and removed_at is null`

const columns = (db: Queryable) => db`
  id, name, currency, country, average_lead_time, platform_fee_percent, new_customer_fee_percent, fee_vat_percent,
  address, marketplace_stock_location, automation_mode, images, link, suspended_at, suspended_reason, created_at, updated_at`
