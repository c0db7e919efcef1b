/** The deprecated check whether the warehouse could ship an order. It has no end date. */
import { deprecatedFromLaunch } from '../../http/deprecation.ts'
import type { Http } from '../../http/http.ts'
import { empty } from '../../http/operation.ts'
import { blocked } from './life/fulfillment-blockers.ts'
import { fulfillmentBlockers } from './life/fulfillment-requests.ts'
import { orderInPath } from './routes.ts'

/** The documentation that all checks of this kind share. */
export const fulfillabilityCheck = {
  description:
    'An empty answer: it could be requested now. Else an error for each thing that stands in the way, with its code as `detail`: `not_a_fulfillment_brand`, `unavailable_items`, `already_being_fulfilled`, `not_available_for_international_orders`, `missing_hs_code_for_international_order`, `stock_is_being_transferred`. `meta` lists the `fulfillableId` of variants that are `unavailableItems`, and of `undeclaredItems`; of what has none, the id of the variant.',
  answers: [{ status: 200, description: 'Nothing stands in the way.', empty: true }],
  problems: [
    { status: 422, description: 'What stands in the way, one error each.' },
    { status: 409, description: 'Not possible in the status of the order.' },
  ],
} as const

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
