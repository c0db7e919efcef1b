import { oneOf, type Queryable } from '../../platform/database.ts'
import type { BrandId, RetailerId } from '../../platform/ids.ts'
import type { FindOwned, HasOwned } from '../../platform/owned.ts'
import type {
  BrandsContactsRow,
  BrandsFrancoSettingsRow,
  BrandsRetailersRow,
  BrandsShippingSettingsRow,
} from '../../platform/rows.ts'
import type { Corridor } from './franco-rules.ts'

export type ContactRow = BrandsContactsRow
export type FrancoRow = Omit<BrandsFrancoSettingsRow, 'corridor'> & { corridor: Corridor }
export type RelationRow = BrandsRetailersRow
export type SettingsRow = BrandsShippingSettingsRow

/** Lets one request at a time add a contact of this brand. */
export async function lockContacts(tx: Queryable, brandId: BrandId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`contacts ${brandId}`}, 0))`
}

/** With the address, in any case, of a contact that is there already, it is that one. */
export async function insertContact(
  tx: Queryable,
  { brand_id, id, email, purposes, created_at, updated_at }: ContactRow,
): Promise<ContactRow> {
  // Even where nothing changes, the row that stands in the way is locked and returned, and cannot be gone meanwhile.
  const [contact] = await tx<[ContactRow]>`
    insert into brands.contacts (brand_id, id, email, purposes, created_at, updated_at)
    values (${brand_id}, ${id}, ${email}, ${purposes}, ${created_at}, ${updated_at})
    on conflict (brand_id, lower(email)) do update set updated_at = contacts.updated_at
    returning ${contactColumns(tx)}`
  return contact
}

export async function updateContact(
  db: Queryable,
  brandId: BrandId,
  id: string,
  changes: Partial<ContactRow>,
): Promise<ContactRow | undefined> {
  const [contact] = await db<ContactRow[]>`
    update brands.contacts
    set ${db(changes as never)}
    where brand_id = ${brandId} and id = ${id}
    returning ${contactColumns(db)}`
  return contact
}

export const deleteContact: HasOwned = async (db, brandId, id) => {
  const deleted =
    await db`delete from brands.contacts where brand_id = ${brandId} and id = ${id} returning id`
  return deleted.length > 0
}

export const findContact: FindOwned<ContactRow> = async (db, brandId, id) => {
  const [contact] = await db<ContactRow[]>`
    select ${contactColumns(db)} from brands.contacts where brand_id = ${brandId} and id = ${id}`
  return contact
}

/** Rides on contacts_id_idx. */
export async function findContactOfAnyBrand(db: Queryable, id: string): Promise<ContactRow | undefined> {
  const [contact] = await db<ContactRow[]>`
    select ${contactColumns(db)} from brands.contacts where id = ${id}`
  return contact
}

/** All of a brand, oldest first: there are few. */
export async function listContacts(db: Queryable, brandId: BrandId): Promise<ContactRow[]> {
  return await db<ContactRow[]>`
    select ${contactColumns(db)} from brands.contacts where brand_id = ${brandId} order by created_at, id`
}

const contactColumns = (db: Queryable) => db`brand_id, id, email, purposes, created_at, updated_at`

/** Lets one request at a time change this corridor of the brand. */
export async function lockFranco(tx: Queryable, brandId: BrandId, corridor: Corridor): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`franco ${brandId} ${corridor}`}, 0))`
}

/** What was said last of each brand and corridor; rides on franco_settings_number_key, however long the history is. */
export async function listLatestFranco(
  db: Queryable,
  brandIds: readonly BrandId[],
  corridors: readonly Corridor[],
): Promise<FrancoRow[]> {
  return await db<FrancoRow[]>`
    select latest.*
    from unnest(${brandIds as string[]}::uuid[]) as wanted_brand (id)
    cross join unnest(${corridors as Corridor[]}::text[]) as wanted_corridor (name)
    cross join lateral (
      select brand_id, id, corridor, number, currency, amount_minor, fee_minor, created_at
      from brands.franco_settings
      where brand_id = wanted_brand.id and corridor = wanted_corridor.name
      order by number desc
      limit 1
    ) as latest`
}

export async function insertFranco(tx: Queryable, row: FrancoRow): Promise<void> {
  await tx`insert into brands.franco_settings ${tx(row as never)}`
}

export async function findRelation(
  db: Queryable,
  brandId: BrandId,
  retailerId: RetailerId,
): Promise<RelationRow | undefined> {
  const [relation] = await db<RelationRow[]>`
    select brand_id, retailer_id, automatic_order_validation_mode, created_at, updated_at
    from brands.retailers
    where brand_id = ${brandId} and retailer_id = ${retailerId}`
  return relation
}

export async function saveRelation(db: Queryable, row: RelationRow): Promise<void> {
  await db`
    insert into brands.retailers ${db(row as never)}
    on conflict on constraint retailers_pkey do update set
      automatic_order_validation_mode = excluded.automatic_order_validation_mode, updated_at = excluded.updated_at
    where retailers.automatic_order_validation_mode is distinct from excluded.automatic_order_validation_mode`
}

/** Of these pairs, at the same places of both lists, those whose orders the brand wants accepted without being asked. */
export async function listAutomatic(
  db: Queryable,
  brandIds: readonly BrandId[],
  retailerIds: readonly RetailerId[],
): Promise<Pick<RelationRow, 'brand_id' | 'retailer_id'>[]> {
  return await db`
    select brand_id, retailer_id
    from brands.retailers
    where brand_id = ${oneOf(db, brandIds)} and automatic_order_validation_mode
      and (brand_id, retailer_id) in (
        select * from unnest(${brandIds as string[]}::uuid[], ${retailerIds as string[]}::uuid[])
      )`
}

export async function findShippingSettings(
  db: Queryable,
  brandId: BrandId,
): Promise<SettingsRow | undefined> {
  const [settings] = await db<SettingsRow[]>`
    select brand_id, public_address, shipping_address, billing_address, eori_number, lucid_number,
      whitelist_countries, created_at, updated_at
    from brands.shipping_settings
    where brand_id = ${brandId}`
  return settings
}

export type StoredDepartureSettings = Pick<
  SettingsRow,
  'shipping_address' | 'eori_number' | 'lucid_number' | 'whitelist_countries'
>

/** A `StoredDepartureSettings` as one value, for a statement that reads something else of the brand. Null: nothing was said. */
export const departureSettingsJson = (db: Queryable, brandId: BrandId) => db`(
  select json_build_object('shipping_address', shipping_address, 'eori_number', eori_number,
    'lucid_number', lucid_number, 'whitelist_countries', whitelist_countries)
  from brands.shipping_settings
  where brand_id = ${brandId}
)`

export async function saveShippingSettings(db: Queryable, row: SettingsRow): Promise<void> {
  await db`
    insert into brands.shipping_settings ${db(row as never)}
    on conflict on constraint shipping_settings_pkey do update set ${db(row as never)}`
}
