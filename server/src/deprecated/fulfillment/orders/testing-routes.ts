/** The sandbox endpoint that advances a fulfillment order. */

import { Type } from 'typebox'
import { unknown } from '../../../domain/ownership.ts'
import { forbidden } from '../../../domain/problems.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document } from '../../../http/operation.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { advances } from '../../shared-routes.ts'
import { FULFILLMENT_STATUSES } from './move-table.ts'
import { advanceFulfillmentOrder } from './moves.ts'
import { ownerOfFulfillmentOrder } from './queries.ts'
import { fulfillmentOrder } from './resources.ts'
import { simulatedCarriage } from './simulation.ts'

export function testingRoutes(http: Http): void {
  http.operation({
    ...advances('fulfillment-orders/{id}', fulfillmentOrder, 'The fulfillment order as it is now.'),
    id: 'advanceFulfillmentOrder',
    summary: 'Move a fulfillment order in the name of the warehouse',
    description:
      'Does everything that the warehouse would do to bring it to a status, and what follows from that for its order. Brands do this to their own, the operator to all of them.',
    params: { id: 'Id of the fulfillment order.' },
    body: Type.Object(
      { to: Type.Enum(FULFILLMENT_STATUSES.slice(1), { description: 'The status to bring it to.' }) },
      { additionalProperties: false },
    ),
    bodyExample: { to: 'shipped' },
    problems: [{ status: 409, description: 'No way leads there from its status; nothing was changed.' }],
    async handle(ctx, { params: { id }, body: { to } }) {
      const orderKey = {
        brandId: await brandOfPath(ctx, id, ownerOfFulfillmentOrder, 'fulfillment order'),
        id,
      }
      const carriage = simulatedCarriage(id)
      return document(fulfillmentOrder, await advanceFulfillmentOrder(ctx, orderKey, { to, carriage }))
    },
  })
}

/** The brand whose resource the path names. A brand always gets itself, so that resources of other brands are not found. */
export async function brandOfPath(
  { db, actor: { account } }: Ctx,
  id: string,
  ownerOf: (db: Ctx['db'], id: string) => Promise<BrandId | undefined>,
  what: string,
): Promise<BrandId> {
  if (account.kind === 'brand') return account.brandId
  if (account.kind === 'retailer') throw forbidden('This endpoint is for brand and operator accounts.')
  const owner = await ownerOf(db, id)
  if (owner === undefined) throw unknown(what, id)
  return owner
}
