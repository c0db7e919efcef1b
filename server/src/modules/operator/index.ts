import type { Module } from '../../module.ts'
import { application, user } from './credential-resources.ts'
import { order, orderMove } from './order-resources.ts'
import { brand, discountRule, retailer } from './resources.ts'
import { operatorRoutes } from './routes.ts'

export { address, text } from './fields.ts'

export const operator: Module = {
  name: 'operator',
  resources: [brand, retailer, user, application, discountRule, order, orderMove],
  routes: operatorRoutes,
}
