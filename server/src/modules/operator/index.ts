import type { Module } from '../../module.ts'
import { application, user } from './credential-resources.ts'
import { brand, discountRule, retailer } from './resources.ts'
import { operatorRoutes } from './routes.ts'

export const operator: Module = {
  name: 'operator',
  resources: [brand, retailer, user, application, discountRule],
  routes: operatorRoutes,
}
