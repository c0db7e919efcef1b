/** The deprecated check whether the warehouse could ship an order. It has no end date. */
import { deprecatedFromLaunch } from '../../../http/deprecation/deprecation.ts'
import type { Http } from '../../../http/http.ts'
import { empty } from '../../../http/operation.ts'
import { orderInPath } from '../routes.ts'
import { fulfillabilityCheck } from './fulfillability-check.ts'
import { blocked } from './fulfillment-blockers.ts'
import { fulfillmentBlockers } from './fulfillment-requests.ts'

export function fulfillabilityRoutes(http: Http): void {
  http.operation({
    ...fulfillabilityCheck,
    tag: 'Ordering',
    access: 'brand',
    method: 'GET',
    path: '/api/v1/orders/{order}/is-fulfillable',
    id: 'isOrderFulfillable',
    summary: 'Ask whether the warehouse could ship an order',
    description: `${fulfillabilityCheck.description} The warehouse service ends on 1 December 2026; from then on every brand is one that is not enrolled, \`not_a_fulfillment_brand\`.`,
    deprecated: deprecatedFromLaunch,
    params: { order: 'Id of the order.' },
    async handle(ctx, input) {
      const blockers = await fulfillmentBlockers(ctx, orderInPath(ctx, input))
      if (blockers.length > 0) throw blocked(blockers)
      return empty()
    },
  })
}
