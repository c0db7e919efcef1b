/** What waits for a decision of the operator, and how requests are declined. */
import { cutPage, type PageSpec } from '@tradehall/jsonapi'
import { uuid } from '../../../domain/fields.ts'
import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { PAGE } from '../../../http/lists/paging.ts'
import { pageDocument } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { invariant } from '../../../platform/invariant.ts'
import { cursorOf, PLACE, placeIn } from '../reading/places.ts'
import { countPendingDecisions, DECISION_KINDS, listPendingDecisions } from './pending-decisions.ts'
import { decisionCounts, decisionKind, pendingDecision } from './resource.ts'

/** A cursor is a position and not the id of an order, because that order may have left the list since. */
const page: PageSpec = { ...PAGE, cursor: PLACE }

export function decisionRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/pending-decisions`,
    id: 'listPendingDecisions',
    summary: 'What waits for a decision of yours',
    description:
      'Orders of all brands, what waits longest first. Each order waits for one decision: a rejected order whose brand asks to take the rejection back is a `revert-requests`.',
    query: {
      resource: pendingDecision,
      page,
      filters: {
        kind: {
          kind: 'some',
          schema: decisionKind,
          max: DECISION_KINDS.length,
          description: 'Only decisions of this kind, or of one of these.',
        },
        brand: { kind: 'one', schema: uuid(), description: 'Only orders with this brand.' },
        retailer: { kind: 'one', schema: uuid(), description: 'Only orders of this retailer.' },
      },
    },
    answers: [{ ...pageAnswer(pendingDecision, 'Oldest first.'), meta: { counts: decisionCounts } }],
    async handle({ db }, { query: { page, filter } }) {
      invariant(page, 'the operation declares pages')
      const { kind: _kind, ...accounts } = filter
      const walk = {
        from: placeIn(page.after ?? page.before),
        backwards: page.before !== undefined,
        limit: page.limit + 1,
      }
      const [rows, counts] = await Promise.all([
        listPendingDecisions(db, filter, walk),
        countPendingDecisions(db, accounts),
      ])
      return { ...pageDocument(pendingDecision, cutPage(rows, page, cursorOf)), meta: { counts } }
    },
  })
}
