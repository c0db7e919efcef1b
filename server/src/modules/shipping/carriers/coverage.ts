/** The routes that a carrier serves, by the countries and country groups of the carriers file. */
import type { CountryGroup } from './carrier-settings.ts'

export interface Route {
  from: string
  to: string
}

export interface CoverageSettings {
  from: readonly string[]
  to: readonly string[]
  sameCountry?: boolean
}

export function createCoverage(
  coverage: CoverageSettings,
  groups: readonly CountryGroup[] = [],
): (route: Route) => boolean {
  const [isFrom, isTo] = [matcher(coverage.from, groups), matcher(coverage.to, groups)]
  return ({ from, to }) => isFrom(from) && isTo(to) && (!coverage.sameCountry || from === to)
}

function matcher(names: readonly string[], groups: readonly CountryGroup[]): (country: string) => boolean {
  const groupsByName = new Map(groups.map(({ name, countries }) => [name, countries]))
  const countries = new Set(names.flatMap((name) => groupsByName.get(name) ?? [name]))
  return (country) => countries.has('*') || countries.has(country)
}

/** Whether an address lies in an area: a country, or the part of it with these prefixes of postal codes. */
export function isIn(
  address: { countryCode: string; postalCode: string },
  area: { countryCode: string; prefixes?: readonly string[] },
): boolean {
  if (address.countryCode !== area.countryCode) return false
  if (!area.prefixes) return true
  const code = address.postalCode.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return area.prefixes.some((prefix) => code.startsWith(prefix))
}
