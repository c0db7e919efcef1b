import type { Http } from '../../http/server.ts'
import { discountRuleRoutes } from '../catalog/prices/discount-rule-routes.ts'
import { brandRoutes } from '../identity/accounts/brand-routes.ts'
import { retailerRoutes } from '../identity/accounts/retailer-routes.ts'
import { credentialRoutes } from '../identity/credentials/credential-routes.ts'
import { orderRoutes } from '../ordering/operator-routes.ts'

export function operatorRoutes(http: Http): void {
  brandRoutes(http)
  retailerRoutes(http)
  credentialRoutes(http)
  discountRuleRoutes(http)
  orderRoutes(http)
}
