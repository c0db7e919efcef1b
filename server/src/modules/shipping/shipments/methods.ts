/** The available shipping methods of orders: the label service of the marketplace does not serve every route. */
import type { CarrierConfig } from '../../../config.ts'
import type { Consumer } from '../../../platform/events/outbox.ts'
import {
  listOpenDestinations,
  type OriginData,
  originData,
  originOf,
  type Route,
  setShippingMethods,
} from '../../ordering/index.ts'
import { carriersOf, MARKETPLACE } from '../carrier-list.ts'

/** `custom` always, and `marketplace` where one of the carriers whose quotes lead to labels serves the route. */
export function methodsOf(config: CarrierConfig, route: Route): readonly ('custom' | 'marketplace')[] {
  const partners = [...carriersOf(config).values()].filter(
    ({ code }) => (code === MARKETPLACE) === (config.labelQuotes === 'marketplace'),
  )
  return partners.some((carrier) => carrier.serves(route)) ? ['custom', 'marketplace'] : ['custom']
}

/** Runs in the relay's transaction. Updates the open orders of brands whose shipping origin has changed. */
export const updateMethods: Consumer = async (tx, { config }, events) => {
  const brandIds = new Set(events.map(({ subjectId }) => subjectId))
  for (const brandId of brandIds) {
    const [row] = await tx<{ data: OriginData }[]>`select ${originData(tx, brandId)} as data`
    if (!row?.data.brand) continue
    const origin = originOf(row.data)
    const countries = await listOpenDestinations(tx, brandId)
    const byMethods = Map.groupBy(countries, (to) =>
      JSON.stringify(methodsOf(config, { from: origin(to).fromCountry, to })),
    )
    for (const [methods, to] of byMethods) await setShippingMethods(tx, brandId, to, JSON.parse(methods))
  }
}
