/** From where and to where a brand ships, and how long it takes it to. */
import { joinProblems } from '@tradehall/jsonapi'
import type { Address } from '../../domain/postal-address.ts'
import { pointTo } from '../../domain/problems.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import {
  type BrandRow,
  findBrand,
  type LeadTime,
  lockShippingOrigin,
  noteShippingOrigin,
  updateBrand,
} from '../identity/index.ts'
import { type DepartureSettings, senderAddress } from '../ordering/index.ts'
import { numberNeeded } from './errors.ts'
import {
  departureSettingsJson,
  findShippingSettings,
  type SettingsRow,
  type StoredDepartureSettings,
  saveShippingSettings,
} from './queries.ts'
import { isAllowed, missingForCountries, missingNumbers } from './shipping-rules.ts'

/** A place, without who is there. */
export type Place = Pick<Address, 'street' | 'postalCode' | 'city' | 'countryCode'>

export interface ShippingSettings {
  /** That of the brand. */
  id: string
  /** Null while the brand has no address at all. */
  publicAddress: Place | null
  shippingAddress: Place | null
  billingAddress: Place | null
  /** Empty: none. */
  eoriNumber: string
  lucidNumber: string
  averageLeadTime: LeadTime
  /** Null: all. */
  whitelistCountries: readonly string[] | null
}

export type SettingsChange = Partial<Omit<ShippingSettings, 'id'>>

export async function readShippingSettings(db: Queryable, brandId: BrandId): Promise<ShippingSettings> {
  const [brand, said] = await Promise.all([findBrand(db, brandId), findShippingSettings(db, brandId)])
  invariant(brand, 'the caller knows that the brand is there')
  return settingsOf(brand, said)
}

/** Changes what is named and leaves the rest. Who tells everything has to tell everything that is needed. */
export async function changeShippingSettings(
  work: Work,
  brandId: BrandId,
  change: SettingsChange,
  at?: string,
): Promise<ShippingSettings> {
  return await inTransaction(work, async (work) => {
    const { db, clock } = work
    await lockShippingOrigin(db, brandId)
    const { averageLeadTime, ...told } = change
    const [brand, said] = await Promise.all([
      updateBrand(work, brandId, averageLeadTime === undefined ? {} : { average_lead_time: averageLeadTime }),
      findShippingSettings(db, brandId),
    ])
    invariant(brand, 'the caller knows that the brand is there')
    const settings = { ...settingsOf(brand, said), ...told }
    if (isWhole(change)) refuseMissing(settings, at)
    const now = clock.now()
    const given = (name: 'publicAddress' | 'shippingAddress' | 'billingAddress', old: unknown) =>
      told[name] === undefined ? (old ?? null) : told[name]
    await saveShippingSettings(db, {
      brand_id: brandId,
      public_address: given('publicAddress', said?.public_address),
      shipping_address: given('shippingAddress', said?.shipping_address),
      billing_address: given('billingAddress', said?.billing_address),
      eori_number: settings.eoriNumber,
      lucid_number: settings.lucidNumber,
      whitelist_countries: settings.whitelistCountries && [...settings.whitelistCountries],
      created_at: said?.created_at ?? now,
      updated_at: now,
    })
    if (told.shippingAddress !== undefined) await noteShippingOrigin(work, brandId)
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
] as const satisfies (keyof SettingsChange)[]

const isWhole = (change: SettingsChange): boolean => MEMBERS.every((name) => change[name] !== undefined)

function refuseMissing(settings: ShippingSettings, at: string | undefined): void {
  const from = settings.shippingAddress?.countryCode ?? ''
  const missing = missingForCountries(from, settings.whitelistCountries, settings)
  if (missing.length > 0) {
    throw joinProblems(
      missing.map((name) => numberNeeded(name, at === undefined ? pointTo(name) : pointTo(at, name))),
    )
  }
}

function settingsOf(brand: BrandRow, said: SettingsRow | undefined): ShippingSettings {
  const own = placeOf(brand.address)
  return {
    id: brand.id,
    publicAddress: placeOf(said?.public_address) ?? own,
    shippingAddress: placeOf(said?.shipping_address) ?? own,
    billingAddress: placeOf(said?.billing_address) ?? own,
    eoriNumber: said?.eori_number ?? '',
    lucidNumber: said?.lucid_number ?? '',
    averageLeadTime: brand.average_lead_time,
    whitelistCountries: said?.whitelist_countries ?? null,
  }
}

function placeOf(address: unknown): Place | null {
  if (!address) return null
  const { street, postalCode, city, countryCode } = address as Place
  return { street, postalCode, city, countryCode }
}

/** Lets ordering and shipping apply these settings to the shipments of a brand. */
export const storedDepartureSettings: DepartureSettings = {
  select: departureSettingsJson,
  departureOf(brand, settings) {
    const stored = settings as StoredDepartureSettings | null
    const place = placeOf(stored?.shipping_address) ?? placeOf(brand.address)
    const from = place && senderAddress(brand, place)
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
