/** Free-shipping thresholds: the terms of a brand per corridor, and the flat fee of one order. */
import type { CurrentVersion } from '../../domain/expected-version.ts'
import { forbidden } from '../../domain/problems.ts'
import { type Queryable, transaction } from '../../platform/database.ts'
import { type BrandId, namedId } from '../../platform/ids.ts'
import { versionOf } from '../../platform/queries/row-version.ts'
import type { Work } from '../../platform/work.ts'
import { type BrandRow, loadBrands, type RetailerRow } from '../identity/index.ts'
import type { ReadFlatFees } from '../ordering/index.ts'
import { feeTooHigh } from './errors.ts'
import {
  CORRIDORS,
  type Corridor,
  corridorOf,
  DEFAULT_TERMS,
  type FrancoTerms,
  flatFee,
  maxFee,
} from './franco-rules.ts'
import { type FrancoRow, insertFranco, listLatestFranco, lockFranco } from './queries.ts'

/** The current terms of a corridor of a brand; the defaults until the brand sets some. */
export type FrancoSetting = Pick<FrancoRow, 'id' | 'corridor' | 'currency' | 'amount_minor' | 'fee_minor'>

/** A brand's threshold as it applies to the caller. */
export interface Franco {
  id: string
  currency: string
  amount_minor: number
  fee_minor: number
}

export async function listFrancoSettings(db: Queryable, brand: BrandRow): Promise<FrancoSetting[]> {
  const latest = await listLatestFranco(db, [brand.id], CORRIDORS)
  return CORRIDORS.map((corridor) => settingOf(brand, corridor, latest))
}

/** The version of all settings of a brand together, as they are listed. Entries never change, so their ids identify them. */
export const francoVersion = (settings: readonly FrancoSetting[]): string =>
  versionOf(settings.flatMap(({ id, currency }) => [id, currency]))

/** Locks all settings of a brand and returns their version, for a write that expects one. */
export async function lockFrancoSettings(tx: Queryable, brand: BrandRow): Promise<CurrentVersion> {
  // In a fixed order, which prevents deadlocks.
  for (const corridor of CORRIDORS) await lockFranco(tx, brand.id, corridor)
  return { version: francoVersion(await listFrancoSettings(tx, brand)) }
}

/** Sets the terms of a corridor. Other values add an entry; the current values change nothing. `at` has the JSON pointers. */
export async function saveFranco(
  { db, clock, ids }: Work,
  brand: BrandRow,
  { corridor, amountMinor, feeMinor }: FrancoTerms & { corridor: Corridor },
  at?: { fee: string },
): Promise<{ row: FrancoSetting; created: boolean }> {
  const max = maxFee(brand.currency)
  if (feeMinor > max) throw feeTooHigh(max, brand.currency, at?.fee)
  return await transaction(db, async (tx) => {
    await lockFranco(tx, brand.id, corridor)
    const latest = await listLatestFranco(tx, [brand.id], [corridor])
    const current = settingOf(brand, corridor, latest)
    if (current.amount_minor === amountMinor && current.fee_minor === feeMinor) {
      return { row: current, created: false }
    }
    const row: FrancoRow = {
      brand_id: brand.id,
      id: ids.next(),
      corridor,
      number: (latest[0]?.number ?? 0) + 1,
      currency: brand.currency,
      amount_minor: amountMinor,
      fee_minor: feeMinor,
      created_at: clock.now(),
    }
    await insertFranco(tx, row)
    return { row, created: true }
  })
}

/**
 * The thresholds of brands: for a retailer those of the corridor from each brand to its country, for other callers the
 * domestic ones. A brand may query only itself.
 */
export async function listFranco(
  db: Queryable,
  brandIds: readonly BrandId[],
  caller: { brandId?: BrandId | undefined; retailer?: RetailerRow | undefined },
): Promise<Franco[]> {
  const brands = await loadBrands(db, brandIds)
  const foreign = brands.find(({ id }) => caller.brandId !== undefined && id !== caller.brandId)
  if (foreign) throw forbidden(`The brand ${foreign.id} is another account; a brand asks about itself.`)
  const latest = await listLatestFranco(db, brandIds, CORRIDORS)
  return brands
    .toSorted((one, other) => brandIds.indexOf(one.id) - brandIds.indexOf(other.id))
    .map((brand) => {
      const to = caller.retailer ? countryOf(caller.retailer) : brand.country
      const setting = settingOf(brand, corridorOf({ from: brand.country, to }), latest)
      return { ...setting, id: brand.id }
    })
}

/** The country of the retailer's address, which is the default destination of its orders. */
const countryOf = ({ address, country }: RetailerRow): string =>
  (address as { countryCode: string } | null)?.countryCode ?? country

/** The flat fee of an order that arrives now and is shipped to this country. */
export const readFlatFees: ReadFlatFees = async ({ db, clock }, brand, country) => {
  const corridor = corridorOf({ from: brand.country, to: country })
  const latest = await listLatestFranco(db, [brand.id], [corridor])
  // Entries of the future are ignored: the clock of the demo and of tests may be set to the past.
  const effective = latest.filter((row) => row.created_at <= clock.now())
  const { amount_minor, fee_minor } = settingOf(brand, corridor, effective)
  const terms = { amountMinor: amount_minor, feeMinor: fee_minor }
  return (totalMinor) => flatFee(terms, totalMinor)
}

/** An entry in a former currency of the brand is ignored. */
function settingOf(brand: BrandRow, corridor: Corridor, latest: readonly FrancoRow[]): FrancoSetting {
  const entry = latest.find((row) => row.brand_id === brand.id && row.corridor === corridor)
  if (entry?.currency === brand.currency) return entry
  return {
    id: namedId(`franco/${brand.id}/${corridor}`),
    corridor,
    currency: brand.currency,
    amount_minor: DEFAULT_TERMS.amountMinor,
    fee_minor: DEFAULT_TERMS.feeMinor,
  }
}
