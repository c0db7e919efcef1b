import { brandOf } from '../../http/actor.ts'
import type { Module } from '../../module.ts'
import { listContacts } from './queries.ts'
import { brand, brandContact, brandRetailer, franco, francoSetting } from './resources.ts'
import { brandsRoutes } from './routes.ts'

export { seedBrandsDemo } from './demo.ts'
export { shippingTerms } from './franco.ts'
export { flatFee } from './franco-rules.ts'
export { acceptedAutomatically } from './relations.ts'

export const brands: Module = {
  name: 'brands',
  resources: [brand, brandContact, franco, francoSetting, brandRetailer],
  // Contacts are included with the caller's own brand alone.
  loaders: { contactsOfBrands: ({ db, actor }) => listContacts(db, brandOf(actor)) },
  routes: brandsRoutes,
}
