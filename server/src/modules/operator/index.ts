import type { Module } from '../../module.ts'
import { application, user } from './credential-resources.ts'
import { order, orderMove } from './order-resources.ts'
import { brand, discountRule, retailer } from './resources.ts'
import { operatorRoutes } from './routes.ts'

export { address, orNull, text } from './fields.ts'

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
