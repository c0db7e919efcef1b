/** The SQL of this module. */
import { type Fragment, oneOfTexts, type Queryable } from '../../platform/database.ts'
import type { BrandId, RetailerId } from '../../platform/ids.ts'
import type { FindOwned } from '../../platform/queries/owned.ts'
import type { RowVersion } from '../../platform/queries/row-version.ts'
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
export type ShippingSettingsRow = BrandsShippingSettingsRow

/** Serializes requests that add a contact of this brand. */
export async function lockContacts(tx: Queryable, brandId: BrandId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`contacts ${brandId}`}, 0))`
}

/** Returns the existing contact if the brand has one with this email address, compared case-insensitively. */
export async function insertContact(
  tx: Queryable,
  { brand_id, id, email, purposes, created_at, updated_at }: ContactRow,
): Promise<ContactRow> {
  // The update changes nothing; it locks the conflicting row and returns it, so that it cannot be deleted meanwhile.
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

export const deleteContact: FindOwned<ContactRow> = async (db, brandId, id) => {
  const [deleted] = await db<ContactRow[]>`
    delete from brands.contacts where brand_id = ${brandId} and id = ${id} returning ${contactColumns(db)}`
  return deleted
}

export const findContact: FindOwned<ContactRow> = async (db, brandId, id) => {
  const [contact] = await contactsWhere(db, db`brand_id = ${brandId} and id = ${id}`)
  return contact
}

/** Uses contacts_id_idx. */
export async function findContactOfAnyBrand(db: Queryable, id: string): Promise<ContactRow | undefined> {
  const [contact] = await contactsWhere(db, db`id = ${id}`)
  return contact
}

/** All contacts of a brand, oldest first. Their number is limited, so there are no pages. */
export async function listContacts(db: Queryable, brandId: BrandId): Promise<ContactRow[]> {
  return await contactsWhere(db, db`brand_id = ${brandId} order by created_at, id`)
}

const contactsWhere = (db: Queryable, condition: Fragment) =>
  db<ContactRow[]>`select ${contactColumns(db)} from brands.contacts where ${condition}`

const contactColumns = (db: Queryable) => db`brand_id, id, email, purposes, created_at, updated_at`

/** Serializes requests that change this corridor of the brand. */
export async function lockFranco(tx: Queryable, brandId: BrandId, corridor: Corridor): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`franco ${brandId} ${corridor}`}, 0))`
}

/**
 * The newest entry of each brand and corridor. Uses franco_settings_number_key. `distinct on` reads the whole history of each,
 * which is short; a database that is distributed by brand refuses a lateral subquery with a limit for several brands. For
 * one brand it asks one node.
 */
export async function listLatestFranco(
  db: Queryable,
  brandIds: readonly BrandId[],
  corridors: readonly Corridor[],
): Promise<FrancoRow[]> {
  const [only, ...others] = brandIds
  const wanted =
    only === undefined || others.length > 0 ? db`any(${brandIds as string[]}::uuid[])` : db`${only}`
  return await db<FrancoRow[]>`
    select distinct on (brand_id, corridor)
      brand_id, id, corridor, number, currency, amount_minor, fee_minor, created_at
    from brands.franco_settings
    where brand_id = ${wanted} and corridor = ${oneOfTexts(db, corridors)}
    order by brand_id, corridor, number desc`
}

export async function insertFranco(tx: Queryable, row: FrancoRow): Promise<void> {
  await tx`insert into brands.franco_settings ${tx(row as never)}`
}

/** Serializes requests that change the relation of this brand to this retailer. */
export async function lockRelation(tx: Queryable, brandId: BrandId, retailerId: RetailerId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`relation ${brandId} ${retailerId}`}, 0))`
}

export const findRelation: FindOwned<RelationRow & RowVersion, RetailerId> = async (
  db,
  brandId,
  retailerId,
) => {
  const [relation] = await db<(RelationRow & RowVersion)[]>`
    select brand_id, retailer_id, automatic_order_validation_mode, created_at, updated_at, xmin as row_version
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

/** The brand and the retailer at the same index form a pair; returns the pairs whose orders are accepted automatically. */
export async function listAutomaticallyAccepted(
  db: Queryable,
  brandIds: readonly BrandId[],
  retailerIds: readonly RetailerId[],
): Promise<Pick<RelationRow, 'brand_id' | 'retailer_id'>[]> {
  return await db`
    select brand_id, retailer_id
    from brands.retailers
    where brand_id = any(${brandIds as string[]}::uuid[]) and automatic_order_validation_mode
      and (brand_id, retailer_id) in (
        select * from unnest(${brandIds as string[]}::uuid[], ${retailerIds as string[]}::uuid[])
      )`
}

export async function findShippingSettings(
  db: Queryable,
  brandId: BrandId,
): Promise<(ShippingSettingsRow & RowVersion) | undefined> {
  const [settings] = await db<(ShippingSettingsRow & RowVersion)[]>`
    select brand_id, public_address, shipping_address, billing_address, eori_number, lucid_number,
      whitelist_countries, created_at, updated_at, xmin as row_version
    from brands.shipping_settings
    where brand_id = ${brandId}`
  return settings
}

export type StoredDepartureSettings = Pick<
  ShippingSettingsRow,
  'shipping_address' | 'eori_number' | 'lucid_number' | 'whitelist_countries'
>

/** A subquery for `StoredDepartureSettings` as JSON, for statements that read other data of the brand. Null if there are none. */
export const departureSettingsJson = (db: Queryable, brandId: BrandId) => db`(
  select json_build_object('shipping_address', shipping_address, 'eori_number', eori_number,
    'lucid_number', lucid_number, 'whitelist_countries', whitelist_countries)
  from brands.shipping_settings
  where brand_id = ${brandId}
)`

export async function saveShippingSettings(db: Queryable, row: ShippingSettingsRow): Promise<void> {
  const { brand_id: _, ...changes } = row
  await db`
    insert into brands.shipping_settings ${db(row as never)}
    on conflict on constraint shipping_settings_pkey do update set ${db(changes as never)}`
}
