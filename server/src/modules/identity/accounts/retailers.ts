/** Retailers, which the operator manages. */
import { createOnce } from '../../../domain/create-once.ts'
import { type Fragment, oneOf, type Queryable } from '../../../platform/database.ts'
import { newestFirst } from '../../../platform/queries/keyset.ts'
import { containing } from '../../../platform/queries/like.ts'
import type { ListAll } from '../../../platform/queries/owned.ts'
import type { RowVersion } from '../../../platform/queries/row-version.ts'
import type { IdentityRetailersRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import { accountMatches } from './account-filters.ts'

export type RetailerRow = Omit<IdentityRetailersRow, 'token_generation'>
type Suspension = 'suspended_at' | 'suspended_reason'
export type RetailerChanges = Partial<Omit<RetailerRow, 'id' | 'created_at' | 'updated_at' | Suspension>>
export type NewRetailer = RetailerChanges &
  Pick<RetailerRow, 'store_name' | 'email' | 'currency' | 'country'> & { id?: string | undefined }

/** The id is an idempotency key: a known id returns the stored retailer. */
export async function createRetailer(
  work: Work,
  { id, ...input }: NewRetailer,
): Promise<{ row: RetailerRow; created: boolean }> {
  const now = work.clock.now()
  const values = { ...input, id: id ?? work.ids.next(), created_at: now, updated_at: now }
  return await createOnce(work, { what: 'retailer', id, find: findRetailer }, async ({ db }) => {
    const [retailer] = await db<[RetailerRow]>`
      insert into identity.retailers ${db(values as never)} returning ${columns(db)}`
    return retailer
  })
}

/** Changes only the given columns. Returns undefined if the retailer does not exist. */
export async function updateRetailer(
  { db, clock }: Work,
  id: string,
  changes: RetailerChanges,
): Promise<RetailerRow | undefined> {
  if (Object.keys(changes).length === 0) return await findRetailer(db, id)
  const [changed] = await db<RetailerRow[]>`
    update identity.retailers
    set ${db({ ...changes, updated_at: clock.now() } as never)}
    where id = ${id}
    returning ${columns(db)}`
  return changed
}

export async function findRetailer(
  db: Queryable,
  id: string,
): Promise<(RetailerRow & RowVersion) | undefined> {
  const [retailer] = await db<(RetailerRow & RowVersion)[]>`
    select ${columns(db)}, xmin as row_version from identity.retailers where id = ${id}`
  return retailer
}

export async function lockRetailer(tx: Queryable, id: string): Promise<void> {
  await tx`select from identity.retailers where id = ${id} for no key update`
}

/** Does not check access: callers pass only ids that the account may see, such as those of a brand's orders. */
export async function loadRetailers(db: Queryable, ids: readonly string[]): Promise<RetailerRow[]> {
  return await db<RetailerRow[]>`
    select ${columns(db)} from identity.retailers where id = ${oneOf(db, ids)}`
}

/** A subquery for the ids of the retailers with a text in the name of their store or company. Uses retailers_name_idx. */
export const retailersByName = (db: Queryable, text: string) => db`
  select id from identity.retailers
  where store_name ilike ${containing(text)} or company_name ilike ${containing(text)}`

/** A subquery for the name of the store of a retailer. */
export const storeNameOf = (db: Queryable, retailerId: Fragment) => db`(
  select store_name from identity.retailers where id = ${retailerId}
)`

/** A subquery for the names and places of all retailers, for statements that list some of them. */
export const retailerNames = (db: Queryable) => db`
  select id, store_name, company_name, address ->> 'city' as city, coalesce(address ->> 'countryCode', country) as country
  from identity.retailers`

export interface RetailerFilter {
  id?: readonly string[] | undefined
  segment?: string | undefined
  /** A part of the name of the store or company, of its email address, or of that of a user of the retailer. */
  q?: string | undefined
  country?: readonly string[] | undefined
  suspended?: boolean | undefined
}

/** One page, newest first; uses retailers_newest_idx, or the index of the filter. */
export const listRetailers: ListAll<RetailerRow, RetailerFilter> = async (db, filter, walk) => {
  return await db<RetailerRow[]>`
    select ${columns(db)}
    from identity.retailers
    where ${matches(db, filter)}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from identity.retailers where id = ${cursor}`)}`
}

export async function hasRetailer(db: Queryable, id: string): Promise<boolean> {
  const found = await db`select 1 from identity.retailers where id = ${id}`
  return found.length > 0
}

function matches(db: Queryable, { id: ids, segment, q, country, suspended }: RetailerFilter) {
  return db`true
    ${ids === undefined ? db`` : db`and id in ${db(ids)}`}
    ${segment === undefined ? db`` : db`and segment = ${segment}`}
    ${q === undefined ? db`` : db`and id in (${retailersByText(db, q)})`}
    ${accountMatches(db, { country, suspended })}`
}

/** Uses retailers_name_idx, retailers_email_idx and users_email_idx. */
const retailersByText = (db: Queryable, text: string) => db`
  ${retailersByName(db, text)}
  union
  select id from identity.retailers where email ilike ${containing(text)}
  union
  select retailer_id from identity.users
  where email ilike ${containing(text)} and retailer_id is not null and removed_at is null`

const columns = (db: Queryable) => db`
  id, company_name, store_name, store_url, email, first_name, last_name, tax_number, vat_number, eori_number,
  phone_number_e164, business_identifier, currency, country, segment, address, suspended_at, suspended_reason,
  created_at, updated_at`
