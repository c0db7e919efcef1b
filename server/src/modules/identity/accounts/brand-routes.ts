import { Type } from 'typebox'
import type { Http } from '../../../http/http.ts'
import { accountFilters } from './account-filters.ts'
import { accountRoutes } from './account-routes.ts'
import { createBrand, findBrand, hasBrand, listBrands, lockBrand, updateBrand } from './brands.ts'
import { brand, brandBodies, brandFields } from './resources.ts'

const example = {
  name: 'Alder & Wick',
  currency: 'EUR',
  country: 'BE',
  averageLeadTime: '3-5',
  address: { street: 'Kaai 12', city: 'Gent', postalCode: '9000', countryCode: 'BE' },
  platformFeePercent: 10,
  newCustomerFeePercent: 0,
  feeVatPercent: 20,
}

export function brandRoutes(http: Http): void {
  accountRoutes(http, {
    kind: 'brand',
    name: 'Brand',
    account: (brandId) => ({ kind: 'brand', brandId }),
    resource: brand,
    settable: brandFields,
    bodies: brandBodies,
    examples: { create: example, update: { averageLeadTime: '6-10', platformFeePercent: 12.5 } },
    creating:
      'Opens its stock location as well. Settings that are left out get the usual values. Send an id of your own to make a retry harmless.',
    filters: {
      ...accountFilters,
      name: {
        kind: 'one',
        schema: Type.String({ maxLength: 200 }),
        description: 'Brands with this text in their name, in upper or lower case.',
      },
    },
    list: listBrands,
    has: hasBrand,
    find: findBrand,
    lock: lockBrand,
    create: createBrand,
    update: updateBrand,
  })
}
