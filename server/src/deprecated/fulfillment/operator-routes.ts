/** The operator endpoints for running a warehouse, except those of fulfillment orders (`orders/operator-routes.ts`). */
import type { Http } from '../../http/http.ts'
import { replenishmentOperatorRoutes } from './replenishments/operator-routes.ts'
import { enrolmentRoutes } from './warehouse/enrolment-routes.ts'
import { goodsRoutes } from './warehouse/goods-routes.ts'
import { warehouseRoutes } from './warehouse/warehouse-routes.ts'

export function operatorRoutes(http: Http): void {
  warehouseRoutes(http)
  enrolmentRoutes(http)
  goodsRoutes(http)
  replenishmentOperatorRoutes(http)
}
