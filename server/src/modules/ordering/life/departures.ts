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
export interface Departure {
  /** Null if the brand has no address. */
  from: Address | null
  /** Known even if the brand has no address. */
  fromCountry: string
  /** Whether the brand ships to the country. */
  isAllowed: boolean
  /** Numbers that the route requires and the brand has not provided. */
  missing: readonly RequiredNumber[]
}

/** The departure of a shipment by the country of its destination. */
export type DepartureTo = (country: string) => Departure

/** The shipping settings of brands, stored by the module that fills the extension point. */
export interface DepartureSettings {
  /** A scalar subquery for the settings of a brand as JSON, so that they are read with other data in one statement. */
  select(db: Queryable, brandId: BrandId): Fragment
  /** `settings`: what `select` returned; null if the brand has none. */
  departureOf(brand: BrandAddress, settings: unknown): DepartureTo
}

export const departureSettings = singleExtensionPoint<DepartureSettings>('ordering.departures')

/** The stored data that departures of a brand are derived from. `brand` is null if the brand does not exist. */
export interface DepartureData {
  brand: BrandAddress | null
  settings: unknown
}

/** An expression for `DepartureData`, for a statement that reads other data of the brand as well. */
export const departureData = (db: Queryable, brandId: BrandId): Fragment => db`
  json_build_object('brand', ${brandAddress(db, brandId)},
    'settings', ${departureSettings.extension?.select(db, brandId) ?? db`null`})`

export function departureOf({ brand, settings }: DepartureData): DepartureTo {
  invariant(brand, 'orders belong to brands')
  const stored = departureSettings.extension
  return stored ? stored.departureOf(brand, settings) : unrestricted(brand)
}

function unrestricted(brand: BrandAddress): DepartureTo {
  const from = brand.address ? senderAddress(brand, brand.address as Address) : null
  return () => ({ from, fromCountry: from?.countryCode ?? brand.country, isAllowed: true, missing: [] })
}

/** The address that a brand ships from. The brand itself is the sender, whoever the address names. */
export const senderAddress = (
  { name }: BrandAddress,
  { street, city, postalCode, countryCode }: Address,
): Address => wholeAddress({ street, city, postalCode, countryCode }, { organisationName: name })

/** Locks the brand's shipping origin in shared mode, so that the departure stays valid until the transaction ends. */
export async function holdDeparture(tx: Queryable, brandId: BrandId, to: string): Promise<Departure> {
  const [, [row]] = await Promise.all([
    shareShippingOrigin(tx, brandId),
    tx<{ data: DepartureData }[]>`select ${departureData(tx, brandId)} as data`,
  ])
  invariant(row, 'a select without a table returns one row')
  return departureOf(row.data)(to)
}
