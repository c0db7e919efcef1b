/** The deprecated endpoints to accept and to reject, from before the transition endpoint. */
import { KEEP_OTHERS } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { deprecatedFromLaunch } from '../../../http/deprecation/deprecation.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { order } from '../resources.ts'
import { brandAsMover, orderAction, orderInPath } from '../routes.ts'
import { rejectOrderBody } from './transition-bodies.ts'
import { acceptOrder, rejectOrder } from './transitions.ts'

const deprecatedAction = { ...orderAction, deprecated: deprecatedFromLaunch } as const

export function olderActionRoutes(http: Http): void {
  http.operation({
    ...deprecatedAction,
    path: '/api/v1/orders/{order}/accept',
    id: 'acceptOrder',
    summary: 'Accept an order as it is',
    description: 'The transition `brand-validates` does the same and can lower quantities.',
    async handle(ctx, input) {
      return document(order, await acceptOrder(ctx, orderInPath(ctx, input), brandAsMover(ctx)))
    },
  })

  http.operation({
    ...deprecatedAction,
    path: '/api/v1/orders/{order}/reject',
    id: 'rejectOrder',
    summary: 'Reject an order',
    description: 'The transition `brand-rejects` does the same. Without a `rejectType` it is `OTHER`.',
    body: Type.Object({}, KEEP_OTHERS),
    documentedBody: rejectOrderBody,
    bodyExample: { order: { rejectType: 'PRODUCT_OUT_OF_STOCK', rejectReason: 'Sold out until autumn.' } },
    async handle(ctx, input) {
      return document(order, await rejectOrder(ctx, orderInPath(ctx, input), brandAsMover(ctx), input.body))
    },
  })
}
