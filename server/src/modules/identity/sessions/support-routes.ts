import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerPage, PAGE } from '../../../http/lists/paging.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import { session } from './resources.ts'
import { sessionDocument } from './routes.ts'
import { clientOf } from './sessions.ts'
import { supportBody, supportSession } from './support-resources.ts'
import { hasSupport, listSupport } from './support-rows.ts'
import { startSupport } from './support-sessions.ts'

export function supportRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    access: 'session',
    roles: ['operator'],
    confirmed: true,
    method: 'POST',
    path: `${OPERATOR_API}/brands/{brand}/support-sessions`,
    params: { brand: 'Id of the brand.' },
    id: 'startSupportSession',
    summary: 'View as a brand',
    description:
      'Begins a support session, which replaces your session in this browser for an hour at most: requests then act for the brand, as far as `x-tradehall-support-session` of the operations allows. Without `access` it is read-only. The owners of the brand see who began it, why, and every change. `DELETE /api/v1/sessions/current` ends it and returns to your own session.',
    query: { resource: session },
    body: supportBody,
    answers: [{ status: 201, description: 'The support session; its cookie is set.', resource: session }],
    async handle(ctx, input) {
      const { reason, access = 'read-only' } = input.body.data.attributes
      const request = { brandId: input.params.brand, reason: reason.trim(), access }
      return sessionDocument(ctx, await startSupport(ctx, request, clientOf(input)))
    },
  })

  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/support-sessions`,
    id: 'listSupportSessions',
    summary: 'Support sessions, now and before',
    description: 'Who viewed as which brand, when and why. Filter by brand or by user.',
    query: {
      resource: supportSession,
      filters: {
        brandId: { ...idFilter, description: 'Only those of these brands.' },
        userId: { ...idFilter, description: 'Only those of these users.' },
      },
      page: PAGE,
    },
    answers: [pageAnswer(supportSession, 'One page, newest first.')],
    handle: (ctx, { query }) =>
      answerPage(
        supportSession,
        query,
        (walk) => listSupport(ctx, query.filter, walk),
        (id) => hasSupport(ctx.db, id),
      ),
  })
}
