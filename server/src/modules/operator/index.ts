import type { Module } from '../../module.ts'
import { brand, discountRule, retailer } from '../identity/accounts/resources.ts'
import { application, user } from '../identity/credentials/credential-resources.ts'
import { order, orderMove } from '../ordering/operator-resources.ts'
import { operatorRoutes } from './routes.ts'

export { address, orNull, text } from '../../http/fields.ts'

export const operator: Module = {
  name: 'operator',
  schemas: [],
  tags: {
    Operator:
      'Brands, retailers, their credentials, discounts and orders. For the operator of the marketplace only.',
  },
  resources: [brand, retailer, user, application, discountRule, order, orderMove],
  routes: operatorRoutes,
}
