import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { oneAnswer, pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { PAGE, readPage } from '../../../http/lists/paging.ts'
import { document, pageDocument } from '../../../http/operation.ts'
import { invariant } from '../../../platform/invariant.ts'
import { hasSubscription, listSubscriptions } from './queries.ts'
import { readHealth } from './receiver-hours.ts'
import { webhookHealth } from './resources.ts'
import { shared } from './routes.ts'
import { readSubscription } from './subscriptions.ts'

const BASE = '/api/v1/webhook-health'
const DESCRIPTION =
  'Attempts by the hour for two days, or by the day (of UTC) for two weeks. Periods without an attempt are left out.'
const query = {
  resource: webhookHealth,
  parameters: {
    unit: {
      schema: Type.Enum(['hour', 'day']),
      description: 'How long a period is; an hour unless told otherwise.',
    },
  },
} as const

export function healthRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: BASE,
    id: 'listWebhookHealth',
    summary: 'How the receivers of your subscriptions are doing',
    description: `${DESCRIPTION} One entry for each subscription, in the order and with the pages of the list of subscriptions.`,
    query: { ...query, page: PAGE },
    answers: [pageAnswer(webhookHealth, 'That of the newest subscription first.')],
    async handle({ db, clock, actor }, { query }) {
      const brandId = brandOf(actor)
      const read = readHealth(clock.now(), query.parameters.unit ?? 'hour')
      const page = await readPage(
        query,
        async (walk) => {
          const subscriptions = await listSubscriptions(db, brandId, walk)
          return await read(
            db,
            brandId,
            subscriptions.map(({ id }) => id),
          )
        },
        (id) => hasSubscription(db, brandId, id),
      )
      return pageDocument(webhookHealth, page)
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: `${BASE}/{webhookSubscription}`,
    params: { webhookSubscription: 'Id of the subscription.' },
    id: 'getWebhookHealth',
    summary: 'How the receiver of a subscription is doing',
    description: DESCRIPTION,
    query,
    answers: [oneAnswer(webhookHealth, 'The attempts of the subscription.')],
    async handle({ db, clock, actor }, { params, query }) {
      const brandId = brandOf(actor)
      const { id } = await readSubscription(db, brandId, params.webhookSubscription)
      const [health] = await readHealth(clock.now(), query.parameters.unit ?? 'hour')(db, brandId, [id])
      invariant(health, 'each given subscription has a health')
      return document(webhookHealth, health)
    },
  })
}
