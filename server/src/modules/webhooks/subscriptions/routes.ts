import { JSON_API } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { orNull } from '../../../domain/fields.ts'
import { idToChange } from '../../../domain/ownership.ts'
import { listAnswer, pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { URL_CHECK } from '../../../http/limits/limits.ts'
import { answerPage, PAGE } from '../../../http/lists/paging.ts'
import { type Ctx, document, none, rendered } from '../../../http/operation.ts'
import { hasEnded, type PublishedEvents } from '../../../platform/events/published-events.ts'
import type { ApplicationId } from '../../../platform/ids.ts'
import { applicationMissing, urlMissing, urlsDiffer } from '../errors.ts'
import { hasSubscription, listSubscriptions, type SubscriptionKey, type SubscriptionRow } from './queries.ts'
import {
  changeExample,
  createExample,
  eventWithId,
  subscriptionBodies,
  webhookEvent,
  webhookSubscription,
  withSecret,
} from './resources.ts'
import {
  addSubscription,
  changeSubscription,
  pauseSubscription,
  readSubscription,
  removeSubscription,
  resumeSubscription,
  rotateSigningSecret,
} from './subscriptions.ts'
import { checkUrl, RESULTS } from './url-checks.ts'

const BASE = '/api/v1/webhook-subscriptions'
export const shared = { tag: 'Webhooks', access: 'brand' } as const
export const ofSubscription = {
  path: `${BASE}/{webhookSubscription}`,
  params: { webhookSubscription: 'Id of the subscription.' },
} as const
export const inactiveSubscription = { status: 409, description: 'The subscription is paused or disabled.' }

export const subscriptionKeyOf = (
  { actor }: Ctx,
  params: { webhookSubscription: string },
): SubscriptionKey => ({
  brandId: brandOf(actor),
  subscriptionId: params.webhookSubscription,
})

const query = { resource: webhookSubscription, include: ['application'] } as const
/** Every response with a subscription contains its signing secret. */
const secret = true
const answers = [{ status: 200, description: 'The subscription.', resource: webhookSubscription }] as const

export function subscriptionRoutes(http: Http, published: PublishedEvents): void {
  const bodies = subscriptionBodies(published)
  readRoutes(http, published)
  writeRoutes(http, published, bodies)
  checkRoute(http, bodies)
  actionRoutes(http, bodies)
}

const one = (ctx: Ctx, row: SubscriptionRow, status = 200) =>
  document(webhookSubscription, withSecret(ctx, row), { status })

function readRoutes(http: Http, published: PublishedEvents): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: `${BASE}/events`,
    id: 'listWebhookEvents',
    access: 'token',
    summary: 'What can be subscribed to',
    description:
      'The id of each is the name to subscribe with. What has ended is left out. There are no pages.',
    query: { resource: webhookEvent },
    answers: [listAnswer(webhookEvent, 'All events.')],
    async handle({ clock }) {
      const open = published.types.filter((event) => !hasEnded(event, clock.now()))
      return document(webhookEvent, open.map(eventWithId))
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: BASE,
    id: 'listWebhookSubscriptions',
    summary: 'Your webhook subscriptions',
    description: 'Those of all applications of your brand.',
    secret,
    query: { ...query, page: PAGE },
    answers: [pageAnswer(webhookSubscription, 'Newest first.')],
    async handle(ctx, { query }) {
      const { db } = ctx
      const brandId = brandOf(ctx.actor)
      return await answerPage(
        webhookSubscription,
        query,
        async (walk) => (await listSubscriptions(db, brandId, walk)).map((row) => withSecret(ctx, row)),
        (id) => hasSubscription(db, brandId, id),
      )
    },
  })

  http.operation({
    ...shared,
    ...ofSubscription,
    method: 'GET',
    id: 'getWebhookSubscription',
    summary: 'One webhook subscription',
    description: 'With its signing secret, and how its receiver is doing.',
    secret,
    query,
    answers,
    async handle(ctx, { params }) {
      return one(ctx, await readSubscription(ctx.db, brandOf(ctx.actor), params.webhookSubscription))
    },
  })
}

interface GivenUrl {
  url?: string
  webhookUrl?: string
}

/** `url` and `webhookUrl` are aliases. */
function urlOf({ url, webhookUrl }: GivenUrl): string | undefined {
  if (url !== undefined && webhookUrl !== undefined && url !== webhookUrl) throw urlsDiffer('data')
  return url ?? webhookUrl
}

type Identifier = { type: string; id: string }
type Linkage = { data: Identifier | Identifier[] } | undefined

function applicationIn(relationships: {
  application?: Linkage
  applications?: Linkage
}): ApplicationId | undefined {
  const { data } = relationships.application ?? relationships.applications ?? { data: [] }
  return [data].flat()[0]?.id
}

type Bodies = ReturnType<typeof subscriptionBodies>

function writeRoutes(http: Http, published: PublishedEvents, bodies: Bodies): void {
  http.operation({
    ...shared,
    method: 'POST',
    path: BASE,
    id: 'createWebhookSubscription',
    roles: ['owner'],
    summary: 'Subscribe an application to events',
    description:
      'Every event is sent by POST to the address, signed with the `signingSecret` of the answer. Without `application` the subscription belongs to the application of the token; a session has to name one. An application has one subscription to each address. Addresses inside of networks are refused. Send an id of your own to make a retry harmless.',
    secret,
    query,
    body: bodies.create,
    bodyExample: createExample,
    answers: [
      {
        status: 201,
        description: 'The subscription with its signing secret.',
        resource: webhookSubscription,
      },
      {
        status: 200,
        description: 'The id was known: the stored subscription.',
        resource: webhookSubscription,
      },
    ],
    problems: [{ status: 404, description: 'There is no such application.' }],
    async handle(ctx, { body: { data } }) {
      const applicationId = applicationIn(data.relationships ?? {}) ?? ctx.actor.applicationId
      if (applicationId === null) throw applicationMissing('data')
      const url = urlOf(data.attributes)
      if (url === undefined) throw urlMissing('data')
      const wanted = { id: data.id, applicationId, url, events: data.attributes.events as string[] }
      const { subscription, created } = await addSubscription(
        ctx,
        brandOf(ctx.actor),
        published,
        wanted,
        'data',
      )
      return one(ctx, subscription, created ? 201 : 200)
    },
  })

  http.operation({
    ...shared,
    ...ofSubscription,
    method: 'PATCH',
    id: 'updateWebhookSubscription',
    roles: ['owner'],
    summary: 'Change the address or the events of a subscription',
    description:
      'What is left out stays as it is, and so does the signing secret. Events are replaced all together. Events that have ended can be sent back when the subscription lists them, and not added.',
    secret,
    query,
    body: bodies.change,
    documentedBody: bodies.documentedChange,
    bodyExample: changeExample,
    answers,
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.webhookSubscription, data.id)
      const { events, ...urls } = data.attributes ?? {}
      const url = urlOf(urls)
      const changes = { ...(url !== undefined && { url }), ...(events && { events: events as string[] }) }
      return one(ctx, await changeSubscription(ctx, brandOf(ctx.actor), published, id, changes, 'data'))
    },
  })

  http.operation({
    ...shared,
    ...ofSubscription,
    method: 'DELETE',
    id: 'deleteWebhookSubscription',
    roles: ['owner'],
    summary: 'End a subscription',
    description:
      'Nothing more is sent, not even what waits. What was sent stays in `webhook-deliveries` for 14 days.',
    answers: [{ status: 200, description: 'It is gone; there is no body.', none: true }],
    async handle(ctx, { params }) {
      await removeSubscription(ctx, brandOf(ctx.actor), params.webhookSubscription)
      return none(200)
    },
  })
}

function checkRoute(http: Http, bodies: Bodies): void {
  http.operation({
    ...shared,
    method: 'POST',
    path: `${BASE}/-actions/check-url`,
    id: 'checkWebhookUrl',
    roles: ['owner'],
    summary: 'Check whether an address can be called',
    description:
      'Sends a GET to it, whose response is not kept. `reachable` says that something responds there, whatever it says; `unreachable` that nothing does within three seconds, or not with a valid certificate. Ten times a minute.',
    body: bodies.checkUrl,
    bodyExample: {
      data: { type: 'webhook-subscriptions', attributes: { url: createExample.data.attributes.url } },
    },
    answers: [
      {
        status: 200,
        description: 'What came of it.',
        contentType: JSON_API,
        schema: Type.Object({
          meta: Type.Object(
            {
              result: Type.Enum([...RESULTS], {
                description: '`not-allowed` is what a subscription to this address is refused for.',
              }),
              detail: orNull(Type.String({ description: 'Why it is not allowed; null otherwise.' })),
            },
            { description: 'The result of the check.' },
          ),
        }),
      },
    ],
    problems: [{ status: 429, description: 'More than ten checks in a minute.' }],
    async handle(ctx, { body: { data }, count }) {
      await count(URL_CHECK, ctx.actor.applicationId ?? ctx.actor.userId)
      const meta = await checkUrl(ctx, data.attributes.url)
      return rendered(JSON.stringify({ jsonapi: { version: '1.0' }, meta }))
    },
  })
}

function actionRoutes(http: Http, bodies: Bodies): void {
  const action = (name: string) =>
    ({
      ...shared,
      ...ofSubscription,
      method: 'POST',
      path: `${ofSubscription.path}/-actions/${name}`,
      secret,
      query,
      answers,
    }) as const

  const changes = [
    {
      ...action('pause'),
      id: 'pauseWebhookSubscription',
      summary: 'Let the deliveries of a subscription wait',
      description:
        'Events are kept for 14 days and sent when the subscription is resumed. Pausing again changes nothing.',
      change: pauseSubscription,
    },
    {
      ...action('resume'),
      id: 'resumeWebhookSubscription',
      summary: 'Let the deliveries of a subscription go out again',
      description:
        'Also when the server disabled it. What waits is sent; what has failed is sent when you ask for it with `redeliver`.',
      change: resumeSubscription,
    },
  ]
  for (const { change, ...operation } of changes) {
    http.operation({
      ...operation,
      support: 'write',
      async handle(ctx, { params }) {
        return one(ctx, await change(ctx, brandOf(ctx.actor), params.webhookSubscription))
      },
    })
  }

  http.operation({
    ...action('rotate-secret'),
    id: 'rotateWebhookSigningSecret',
    roles: ['owner'],
    confirmed: true,
    summary: 'Give a subscription a new signing secret',
    description:
      'Both secrets sign until the overlap ends: `webhook-signature` holds one signature of each; the headers with room for one keep that of the old secret until then, so teach your receiver the new one meanwhile.',
    body: bodies.rotate,
    bodyExample: {
      data: { type: 'webhook-subscriptions', attributes: { overlapSeconds: 86_400 } },
    },
    bodyOptional: true,
    async handle(ctx, { params, body }) {
      const { webhookSubscription: id } = params
      const overlap = body?.data.attributes?.overlapSeconds
      return one(ctx, await rotateSigningSecret(ctx, brandOf(ctx.actor), id, overlap))
    },
  })
}
