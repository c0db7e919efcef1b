/** Which countries a carrier goes from and to, as the carriers file names them. */
import type { Group } from './carrier-settings.ts'

export interface Route {
  from: string
  to: string
}

export interface Places {
  from: readonly string[]
  to: readonly string[]
  sameCountry?: boolean
}

export function createCoverage(places: Places, groups: readonly Group[] = []): (route: Route) => boolean {
  const [isFrom, isTo] = [matcher(places.from, groups), matcher(places.to, groups)]
  return ({ from, to }) => isFrom(from) && isTo(to) && (!places.sameCountry || from === to)
}

function matcher(places: readonly string[], groups: readonly Group[]): (country: string) => boolean {
  const named = new Map(groups.map(({ name, countries }) => [name, countries]))
  const countries = new Set(places.flatMap((place) => named.get(place) ?? [place]))
  return (country) => countries.has('*') || countries.has(country)
}

/** Whether an address lies in an area: a country, or the parts of it whose postal codes begin so. */
export function isIn(
  address: { countryCode: string; postalCode: string },
  area: { countryCode: string; prefixes?: readonly string[] },
): boolean {
  if (address.countryCode !== area.countryCode) return false
  if (!area.prefixes) return true
  const code = address.postalCode.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return area.prefixes.some((prefix) => code.startsWith(prefix))
}
