import { offsetMeta, offsetParameters, readOffset } from '@tradehall/jsonapi'
import { brandOf } from '../../domain/actor.ts'
import { instant } from '../../domain/fields.ts'
import { returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { document } from '../../http/operation.ts'
import { payout } from './payout-resource.ts'
import { readPayout, readPayouts } from './payouts.ts'

const PAGE = { default: 20, max: 100 }
const PATH = '/api/v1/brands/payouts'
const shared = { tag: 'Brands', access: 'brand', method: 'GET' } as const

const filters = {
  arrivedAt: {
    kind: 'operators',
    operators: {
      from: {
        kind: 'one',
        schema: instant('A moment.'),
        description: 'Only what arrived then or later.',
      },
      to: { kind: 'one', schema: instant('A moment.'), description: 'Only what arrived before then.' },
    },
  },
} as const

const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export function payoutRoutes(http: Http): void {
  http.operation({
    ...shared,
    path: PATH,
    id: 'listPayouts',
    summary: 'What you were paid',
    description: 'One payout for each order that the marketplace has paid, newest first.',
    query: { resource: payout, filters, parameters: offsetParameters(PAGE) },
    answers: [
      { status: 200, description: 'One page, newest first.', resource: payout, many: true, paged: 'offset' },
    ],
    async handle({ db, actor }, { query }) {
      const page = readOffset(query, PAGE)
      const { from, to } = query.filter.arrivedAt ?? {}
      const within = { from: moment(from), to: moment(to) }
      const { payouts, total } = await readPayouts(db, brandOf(actor), { ...page, ...within })
      return document(payout, payouts, { meta: { page: offsetMeta(page, { rows: payouts.length, total }) } })
    },
  })

  http.operation({
    ...shared,
    ...returnsOne(payout, 'The payout.'),
    path: `${PATH}/{payout}`,
    id: 'getPayout',
    summary: 'One payout',
    description:
      'With its transfers. What the amount of a transfer is made of is told by its order: read `/api/v1/orders/{order}` with `include=billingItems`.',
    params: { payout: 'Id of the payout.' },
    async handle({ db, actor }, { params }) {
      return document(payout, await readPayout(db, brandOf(actor), params.payout))
    },
  })
}
