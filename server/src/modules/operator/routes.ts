import type { Http } from '../../http/server.ts'
import { brandRoutes } from './brand-routes.ts'
import { credentialRoutes } from './credential-routes.ts'
import { discountRuleRoutes } from './discount-rule-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { retailerRoutes } from './retailer-routes.ts'

export function operatorRoutes(http: Http): void {
  brandRoutes(http)
  retailerRoutes(http)
  credentialRoutes(http)
  discountRuleRoutes(http)
  orderRoutes(http)
}
