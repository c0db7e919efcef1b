import { name } from '../../../domain/fields.ts'
import type { Http } from '../../../http/http.ts'
import { accountFilters } from './account-filters.ts'
import { accountRoutes } from './account-routes.ts'
import { retailer, retailerBodies, retailerFields } from './resources.ts'
import {
  createRetailer,
  findRetailer,
  hasRetailer,
  listRetailers,
  lockRetailer,
  updateRetailer,
} from './retailers.ts'

const example = {
  companyName: 'Harbour Lane SRL',
  storeName: 'Harbour Lane Stores',
  storeUrl: 'https://harbourlane.test/',
  email: 'buying@harbourlane.test',
  phoneNumberE164: '+32470000000',
  vatNumber: 'BE0700123456',
  businessIdentifier: 'BE0700123456',
  currency: 'EUR',
  country: 'BE',
  segment: 'concept-stores',
  address: { street: 'Kaai 12', city: 'Gent', postalCode: '9000', countryCode: 'BE' },
}

export function retailerRoutes(http: Http): void {
  accountRoutes(http, {
    kind: 'retailer',
    name: 'Retailer',
    account: (retailerId) => ({ kind: 'retailer', retailerId }),
    resource: retailer,
    settable: retailerFields,
    bodies: retailerBodies,
    examples: { create: example, update: { segment: 'concept-stores', phoneNumberE164: '+32470000000' } },
    creating: 'Send an id of your own to make a retry harmless.',
    filters: {
      ...accountFilters,
      segment: {
        kind: 'one',
        schema: name('concept-stores', 'The segment.'),
        description: 'Only retailers of this segment.',
      },
    },
    list: listRetailers,
    has: hasRetailer,
    find: findRetailer,
    lock: lockRetailer,
    create: createRetailer,
    update: updateRetailer,
  })
}
