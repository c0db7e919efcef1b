/**
 * Where shipments of a brand leave from, and what restricts them. By default they leave from the address of the brand's
 * account and go everywhere; a later module that stores shipping settings of brands can decide otherwise.
 */
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { type BrandAddress, brandAddress, shareShippingOrigin } from '../../identity/index.ts'

/** A number that customs or a packaging register require on some routes. */
export type RequiredNumber = 'eoriNumber' | 'lucidNumber'

/** The sender's side of a shipment to one country. */
export interface ShippingOrigin {
  /** Null if the brand has no address. */
  from: Address | null
  /** Known even if the brand has no address. */
  fromCountry: string
  /** Whether the brand ships to the country. */
  isAllowed: boolean
  /** Numbers that the route requires and the brand has not provided. */
  missing: readonly RequiredNumber[]
}

/** The origin of a shipment by the country of its destination. */
export type OriginFor = (country: string) => ShippingOrigin

/** The shipping settings of brands, stored by the module that fills the extension point. */
export interface OriginSettings {
  /** A scalar subquery for the settings of a brand as JSON, so that they are read with other data in one statement. */
  select(db: Queryable, brandId: BrandId): Fragment
  /** `settings`: what `select` returned; null if the brand has none. */
  originOf(brand: BrandAddress, settings: unknown): OriginFor
}

export const originSettings = singleExtensionPoint<OriginSettings>('ordering.shipping-origins')

/** The stored data that origins of a brand are derived from. `brand` is null if the brand does not exist. */
export interface OriginData {
  brand: BrandAddress | null
  settings: unknown
}

/** An expression for `OriginData`, for a statement that reads other data of the brand as well. */
export const originData = (db: Queryable, brandId: BrandId): Fragment => db`
  json_build_object('brand', ${brandAddress(db, brandId)},
    'settings', ${originSettings.extension?.select(db, brandId) ?? db`null`})`

export function originOf({ brand, settings }: OriginData): OriginFor {
  invariant(brand, 'orders belong to brands')
  const stored = originSettings.extension
  return stored ? stored.originOf(brand, settings) : unrestricted(brand)
}

function unrestricted(brand: BrandAddress): OriginFor {
  const from = brand.address ? senderAddress(brand, brand.address as Address) : null
  return () => ({ from, fromCountry: from?.countryCode ?? brand.country, isAllowed: true, missing: [] })
}

/** The address that a brand ships from. The brand itself is the sender, whoever the address names. */
export const senderAddress = (
  { name }: BrandAddress,
  { street, city, postalCode, countryCode }: Address,
): Address => wholeAddress({ street, city, postalCode, countryCode }, { organisationName: name })

/** Locks the brand's shipping origin in shared mode, so that the origin stays valid until the transaction ends. */
export async function lockOrigin(tx: Queryable, brandId: BrandId, to: string): Promise<ShippingOrigin> {
  const [, [row]] = await Promise.all([
    shareShippingOrigin(tx, brandId),
    tx<{ data: OriginData }[]>`select ${originData(tx, brandId)} as data`,
  ])
  invariant(row, 'a select without a table returns one row')
  return originOf(row.data)(to)
}
