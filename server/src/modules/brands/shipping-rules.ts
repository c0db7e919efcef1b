/** Which countries a brand ships to and which numbers a route requires. Pure functions. */

import type { RequiredNumber } from '../ordering/index.ts'

export interface ShippingNumbers {
  eoriNumber: string
  lucidNumber: string
}

/** The numbers that this route requires and the brand has not provided. */
export function missingNumbers(
  { from, to }: { from: string; to: string },
  { eoriNumber, lucidNumber }: ShippingNumbers,
): RequiredNumber[] {
  // Within the United Kingdom there is no border.
  const needsEori = (from === 'GB') !== (to === 'GB')
  return [
    ...(needsEori && eoriNumber === '' ? (['eoriNumber'] as const) : []),
    ...(to === 'DE' && lucidNumber === '' ? (['lucidNumber'] as const) : []),
  ]
}

/** The numbers that are missing for any of these countries. Without a list there are none, as each order is checked. */
export function missingForCountries(
  from: string,
  countries: readonly string[] | null,
  numbers: ShippingNumbers,
): RequiredNumber[] {
  return [...new Set((countries ?? []).flatMap((to) => missingNumbers({ from, to }, numbers)))]
}

/** Null allows all countries. */
export const isAllowed = (countries: readonly string[] | null, country: string): boolean =>
  countries === null || countries.includes(country)
