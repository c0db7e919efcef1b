import { brandOf } from '../../domain/actor.ts'
import type { Module } from '../../module.ts'
import { seedBrandsDemo } from './demo.ts'
import { listContacts } from './queries.ts'
import { brand, brandContact, brandRetailer, franco, francoSetting } from './resources.ts'
import { brandsRoutes } from './routes.ts'
import { shippingSettings } from './shipping-settings-routes.ts'

export { shippingTerms } from './franco.ts'
export { flatFee } from './franco-rules.ts'
export { acceptedAutomatically } from './relations.ts'
export type { NeededNumber } from './shipping-rules.ts'
export {
  type Departure,
  type DepartureParts,
  departureParts,
  departuresOf,
  holdDeparture,
} from './shipping-settings.ts'

export const brands: Module = {
  name: 'brands',
  schemas: ['brands'],
  tags: {
    Brands: 'Brands as the marketplace shows them, their contacts, shipping thresholds and payouts.',
  },
  resources: [brand, brandContact, franco, francoSetting, brandRetailer, shippingSettings],
  // Contacts are included with the caller's own brand alone.
  loaders: { contactsOfBrands: ({ db, actor }) => listContacts(db, brandOf(actor)) },
  routes: brandsRoutes,
  demo: seedBrandsDemo,
}
