/** What a brand needs to ship from one country to another, without I/O. */

import type { RequiredNumber } from '../ordering/index.ts'

export interface Numbers {
  eoriNumber: string
  lucidNumber: string
}

/** The numbers that goods on this way need and the brand has not told. */
export function missingNumbers(
  { from, to }: { from: string; to: string },
  { eoriNumber, lucidNumber }: Numbers,
): RequiredNumber[] {
  // Within the United Kingdom there is no border.
  const needsEori = (from === 'GB') !== (to === 'GB')
  return [
    ...(needsEori && eoriNumber === '' ? (['eoriNumber'] as const) : []),
    ...(to === 'DE' && lucidNumber === '' ? (['lucidNumber'] as const) : []),
  ]
}

/** The numbers that are missing for the countries of a list; where all are allowed, nobody knows which will be needed. */
export function missingForCountries(
  from: string,
  countries: readonly string[] | null,
  numbers: Numbers,
): RequiredNumber[] {
  return [...new Set((countries ?? []).flatMap((to) => missingNumbers({ from, to }, numbers)))]
}

/** Null: to all countries. */
export const isAllowed = (countries: readonly string[] | null, country: string): boolean =>
  countries === null || countries.includes(country)
