/** The shipping settings of a brand: its addresses, the countries that it ships to, and its lead time. */
import { joinProblems } from '@tradehall/jsonapi'
import type { CurrentVersion } from '../../domain/expected-version.ts'
import type { Address } from '../../domain/postal-address.ts'
import { pointTo } from '../../domain/problems.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import { versionOf } from '../../platform/queries/row-version.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import {
  type BrandRow,
  findBrand,
  type LeadTime,
  lockBrand,
  lockShippingOrigin,
  noteShippingOrigin,
  updateBrand,
} from '../identity/index.ts'
import { type OriginSettings, senderAddress } from '../ordering/index.ts'
import { numberRequired } from './errors.ts'
import {
  departureSettingsJson,
  findShippingSettings,
  type ShippingSettingsRow,
  type StoredDepartureSettings,
  saveShippingSettings,
} from './queries.ts'
import { isAllowed, missingForCountries, missingNumbers } from './shipping-rules.ts'

/** A postal address without the name of a recipient. */
type StreetAddress = Pick<Address, 'street' | 'postalCode' | 'city' | 'countryCode'>

export interface ShippingSettings {
  /** The id of the brand. */
  id: string
  /** The addresses default to the address of the brand's account, and are null if it has none. */
  publicAddress: StreetAddress | null
  shippingAddress: StreetAddress | null
  billingAddress: StreetAddress | null
  /** An empty string if the brand has none; the same for `lucidNumber`. */
  eoriNumber: string
  lucidNumber: string
  averageLeadTime: LeadTime
  /** Null for all countries. */
  whitelistCountries: readonly string[] | null
}

export type ShippingSettingsChange = Partial<Omit<ShippingSettings, 'id'>>

/** The version depends on the rows of the brand and of its settings. */
export async function readShippingSettings(
  db: Queryable,
  brandId: BrandId,
): Promise<ShippingSettings & { version: string }> {
  const [brand, stored] = await Promise.all([findBrand(db, brandId), findShippingSettings(db, brandId)])
  invariant(brand, 'the caller has checked that the brand exists')
  const version = versionOf([
    brandId,
    brand.row_version,
    brand.updated_at,
    stored?.row_version,
    stored?.updated_at,
  ])
  return { ...settingsOf(brand, stored), version }
}

/** Locks the settings and returns their version, for a write that expects one. Every write of settings locks the brand's origin. */
export async function lockShippingSettings(tx: Queryable, brandId: BrandId): Promise<CurrentVersion> {
  await lockBrand(tx, brandId)
  const { version } = await readShippingSettings(tx, brandId)
  return { version }
}

/**
 * Changes the given members. A change that has every member must have the numbers that its countries require; a partial one
 * need not. `at` is the pointer to the change in the request.
 */
export async function changeShippingSettings(
  work: Work,
  brandId: BrandId,
  change: ShippingSettingsChange,
  at?: string,
): Promise<ShippingSettings> {
  return await inTransaction(work, async (work) => {
    const { db, clock } = work
    await lockShippingOrigin(db, brandId)
    const { averageLeadTime, ...columns } = change
    const [brand, stored] = await Promise.all([
      updateBrand(work, brandId, averageLeadTime === undefined ? {} : { average_lead_time: averageLeadTime }),
      findShippingSettings(db, brandId),
    ])
    invariant(brand, 'the caller has checked that the brand exists')
    const settings = { ...settingsOf(brand, stored), ...columns }
    if (isComplete(change)) refuseMissingNumbers(settings, at)
    const now = clock.now()
    // An address that was never set stays null, so that it continues to follow the address of the account.
    const changed = (name: 'publicAddress' | 'shippingAddress' | 'billingAddress', old: unknown) =>
      columns[name] === undefined ? (old ?? null) : columns[name]
    await saveShippingSettings(db, {
      brand_id: brandId,
      public_address: changed('publicAddress', stored?.public_address),
      shipping_address: changed('shippingAddress', stored?.shipping_address),
      billing_address: changed('billingAddress', stored?.billing_address),
      eori_number: settings.eoriNumber,
      lucid_number: settings.lucidNumber,
      whitelist_countries: settings.whitelistCountries && [...settings.whitelistCountries],
      created_at: stored?.created_at ?? now,
      updated_at: now,
    })
    if (columns.shippingAddress !== undefined) await noteShippingOrigin(work, brandId)
    return settings
  })
}

const MEMBERS = [
  'publicAddress',
  'shippingAddress',
  'billingAddress',
  'eoriNumber',
  'lucidNumber',
  'averageLeadTime',
  'whitelistCountries',
] as const satisfies (keyof ShippingSettingsChange)[]

const isComplete = (change: ShippingSettingsChange): boolean =>
  MEMBERS.every((name) => change[name] !== undefined)

function refuseMissingNumbers(settings: ShippingSettings, at: string | undefined): void {
  const from = settings.shippingAddress?.countryCode ?? ''
  const missing = missingForCountries(from, settings.whitelistCountries, settings)
  if (missing.length > 0) {
    throw joinProblems(
      missing.map((name) => numberRequired(name, at === undefined ? pointTo(name) : pointTo(at, name))),
    )
  }
}

function settingsOf(brand: BrandRow, stored: ShippingSettingsRow | undefined): ShippingSettings {
  const account = streetAddressOf(brand.address)
  return {
    id: brand.id,
    publicAddress: streetAddressOf(stored?.public_address) ?? account,
    shippingAddress: streetAddressOf(stored?.shipping_address) ?? account,
    billingAddress: streetAddressOf(stored?.billing_address) ?? account,
    eoriNumber: stored?.eori_number ?? '',
    lucidNumber: stored?.lucid_number ?? '',
    averageLeadTime: brand.average_lead_time,
    whitelistCountries: stored?.whitelist_countries ?? null,
  }
}

function streetAddressOf(address: unknown): StreetAddress | null {
  if (!address) return null
  const { street, postalCode, city, countryCode } = address as StreetAddress
  return { street, postalCode, city, countryCode }
}

/** Lets ordering and shipping apply these settings to the shipments of a brand. */
export const storedDepartureSettings: OriginSettings = {
  select: departureSettingsJson,
  originOf(brand, settings) {
    const stored = settings as StoredDepartureSettings | null
    const address = streetAddressOf(stored?.shipping_address) ?? streetAddressOf(brand.address)
    const from = address && senderAddress(brand, address)
    const fromCountry = from?.countryCode ?? brand.country
    const numbers = { eoriNumber: stored?.eori_number ?? '', lucidNumber: stored?.lucid_number ?? '' }
    return (to) => ({
      from,
      fromCountry,
      isAllowed: isAllowed(stored?.whitelist_countries ?? null, to),
      missing: missingNumbers({ from: fromCountry, to }, numbers),
    })
  },
}
