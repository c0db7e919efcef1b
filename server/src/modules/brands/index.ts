import { brandOf } from '../../domain/actor.ts'
import type { Module } from '../../module.ts'
import { fill } from '../../platform/extension-points.ts'
import { automaticAcceptance, flatShippingFees, originSettings } from '../ordering/index.ts'
import { equipTestBrand, seedBrandsDemo } from './demo.ts'
import { readFlatFees } from './franco.ts'
import { listContacts } from './queries.ts'
import { acceptedAutomatically } from './relations.ts'
import { brand, brandContact, brandRetailer, franco, francoSetting, listedRetailer } from './resources.ts'
import { brandsRoutes } from './routes.ts'
import { storedDepartureSettings } from './shipping-settings.ts'
import { shippingSettings } from './shipping-settings-routes.ts'

export const brands: Module = {
  name: 'brands',
  schemas: ['brands'],
  fills: [
    fill(automaticAcceptance, acceptedAutomatically),
    fill(originSettings, storedDepartureSettings),
    fill(flatShippingFees, readFlatFees),
  ],
  resources: [brand, brandContact, franco, francoSetting, brandRetailer, listedRetailer, shippingSettings],
  // Contacts are included only with the caller's own brand.
  loaders: { contactsOfBrands: ({ db, actor }) => listContacts(db, brandOf(actor)) },
  routes: brandsRoutes,
  demo: seedBrandsDemo,
  equipTestBrand,
}
