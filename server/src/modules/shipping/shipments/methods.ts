/** How orders can be shipped at all: not every address is one that the label service of the marketplace goes to. */
import type { Consumer } from '../../../platform/outbox.ts'
import { loadBrands } from '../../identity/index.ts'
import { listDestinations, setShippingMethods } from '../../ordering/index.ts'
import { carriersOf, MARKETPLACE } from '../carrier-list.ts'
import type { Carrier } from '../carriers/carrier.ts'

/** In the relay's transaction, for orders that have arrived or go somewhere else now. */
export const noteMethods: Consumer = async (tx, { config }, events) => {
  const carriers = [...carriersOf(config).values()]
  const partners = carriers.filter(
    ({ code }) => (code === MARKETPLACE) === (config.labelQuotes === 'marketplace'),
  )
  const orders = events.flatMap(({ brandId, subjectId }) =>
    brandId ? [{ brandId, orderId: subjectId }] : [],
  )
  const destinations = await listDestinations(tx, orders)
  const brands = await loadBrands(tx, [...new Set(orders.map(({ brandId }) => brandId))])
  const countries = new Map(brands.map(({ id, country }) => [id, country]))
  const isServed = ({ brandId, country: to }: { brandId: string; country: string }) =>
    partners.some((carrier: Carrier) => carrier.serves({ from: countries.get(brandId) ?? '', to }))
  await setShippingMethods(tx, destinations.filter(isServed), ['custom', 'marketplace'])
  await setShippingMethods(
    tx,
    destinations.filter((order) => !isServed(order)),
    ['custom'],
  )
}
