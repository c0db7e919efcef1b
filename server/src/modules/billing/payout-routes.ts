import { offsetMeta, offsetParameters, readOffset } from '@tradehall/jsonapi'
import { brandOf } from '../../domain/actor.ts'
import type { Http } from '../../http/http.ts'
import { document } from '../../http/operation.ts'
import { payout } from './payout-resource.ts'
import { readPayouts } from './payouts.ts'

const PAGE = { default: 20, max: 100 }

export function payoutRoutes(http: Http): void {
  http.operation({
    method: 'GET',
    path: '/api/v1/brands/payouts',
    id: 'listPayouts',
    tag: 'Brands',
    summary: 'What you were paid',
    description: 'One payout for each order that the marketplace has paid, newest first.',
    access: 'brand',
    query: { resource: payout, parameters: offsetParameters(PAGE) },
    answers: [
      { status: 200, description: 'One page, newest first.', resource: payout, many: true, paged: 'offset' },
    ],
    async handle({ db, actor }, { query }) {
      const page = readOffset(query, PAGE)
      const { payouts, total } = await readPayouts(db, brandOf(actor), page)
      return document(payout, payouts, { meta: { page: offsetMeta(page, { rows: payouts.length, total }) } })
    },
  })
}
