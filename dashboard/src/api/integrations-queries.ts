/** What the pages of integrations read. */

import { queryOptions } from '@tanstack/react-query'
import { client, send, sendForData } from './client.ts'
import { type Days, momentsOf } from './days.ts'
import { listQuery, type Position, pageQuery, readPage } from './list-pages.ts'
import type { One } from './queries.ts'

export type Subscription = One<'/api/v1/webhook-subscriptions/{webhookSubscription}'>
export type Delivery = One<'/api/v1/webhook-deliveries/{delivery}'>
/** Lists leave out what is long. */
type Listed<R extends { id: string; attributes: object }, Long extends keyof R['attributes']> = {
  id: string
  attributes: Omit<R['attributes'], Long>
}
export type ListedDelivery = Listed<Delivery, 'attempts' | 'body'>
export type LoggedRequest = One<'/api/testing/requests/{request}'>
export type ListedRequest = Listed<LoggedRequest, 'effects'>
export type WebhookHealth = One<'/api/v1/webhook-health/{webhookSubscription}'>
export type WebhookEvent = One<'/api/v1/webhook-subscriptions/events'>

export const eventsQuery = queryOptions({
  queryKey: ['webhook-events'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/webhook-subscriptions/events')),
  staleTime: 60_000,
})

export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-subscriptions', 'one', id],
    queryFn: () =>
      sendForData(() =>
        client.request('GET', '/api/v1/webhook-subscriptions/{webhookSubscription}', {
          path: { webhookSubscription: id },
        }),
      ),
  })

/** More subscriptions than a brand has; `subscriptionsQuery` reads as many. */
const SHOWN_HEALTH = 200

/** Changes with deliveries, so its key begins with their type. */
export const healthQuery = queryOptions({
  queryKey: ['webhook-deliveries', 'health'],
  queryFn: () => send(() => client.list('/api/v1/webhook-health').toArray(SHOWN_HEALTH)),
})

export const healthOfQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', 'health', id],
    queryFn: () =>
      sendForData(() =>
        client.request('GET', '/api/v1/webhook-health/{webhookSubscription}', {
          path: { webhookSubscription: id },
        }),
      ),
  })

export interface DeliveriesSearch extends Position, Days {
  state?: 'waiting' | 'delivered' | 'failed'
  event?: string
  subscription?: string
  resource?: string
}

/** Left out where it is undefined, as the types of query parameters require. */
export const filter = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value }

export const deliveriesQuery = ({ state, event, subscription, resource, ...search }: DeliveriesSearch) =>
  listQuery(['webhook-deliveries', 'list', { state, event, subscription, resource, ...search }], () =>
    client.list('/api/v1/webhook-deliveries', {
      query: {
        ...pageQuery(search),
        ...filter('filter[state]', state),
        ...filter('filter[event]', event as never),
        ...filter('filter[subscription]', subscription),
        ...filter('filter[resource]', resource),
        ...filter('filter[createdAt][from]', momentsOf(search).from),
        ...filter('filter[createdAt][to]', momentsOf(search).to),
      },
    }),
  )

const NEWEST = 5

export const newestDeliveriesQuery = (subscription: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', 'newest', subscription],
    queryFn: () =>
      send(() =>
        client
          .list('/api/v1/webhook-deliveries', {
            query: { 'filter[subscription]': subscription, 'page[limit]': NEWEST },
          })
          .toArray(NEWEST),
      ),
  })

const SHOWN_OF_RESOURCE = 20

export const deliveriesOfQuery = (resource: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', 'of', resource],
    queryFn: () =>
      send(() =>
        client
          .list('/api/v1/webhook-deliveries', {
            query: { 'filter[resource]': resource, 'page[limit]': SHOWN_OF_RESOURCE },
          })
          .toArray(SHOWN_OF_RESOURCE),
      ),
  })

/** How many are counted before a webhook is deleted. */
export const COUNTED_WAITING = 100

export const waitingDeliveriesQuery = (subscription: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', 'waiting', subscription],
    queryFn: () =>
      send(() =>
        readPage(
          client.list('/api/v1/webhook-deliveries', {
            query: {
              'filter[subscription]': subscription,
              'filter[state]': 'waiting',
              'page[limit]': COUNTED_WAITING,
            },
          }),
        ),
      ),
  })

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', 'one', id],
    queryFn: () =>
      sendForData(() =>
        client.request('GET', '/api/v1/webhook-deliveries/{delivery}', { path: { delivery: id } }),
      ),
  })

export const resend = (delivery: Pick<ListedDelivery, 'id'> & { attributes: { subscriptionId: string } }) =>
  send(() =>
    client.request(
      'POST',
      '/api/v1/webhook-subscriptions/{webhookSubscription}/deliveries/{delivery}/-actions/redeliver',
      { path: { webhookSubscription: delivery.attributes.subscriptionId, delivery: delivery.id } },
    ),
  )

/** Sends again what failed since then, or only counts it. */
export const redeliverSince = (since: string, { dryRun = false } = {}) =>
  send(
    async () =>
      (
        await client.request('POST', '/api/v1/webhook-deliveries/-actions/redeliver', {
          body: { data: { type: 'webhook-deliveries', attributes: { since, dryRun } } },
        })
      ).meta,
  )

export interface RequestsSearch extends Position {
  path?: string
  statusClass?: '2xx' | '3xx' | '4xx' | '5xx'
  /** The id of an app, or one of `CALLERS`; all apps by default. */
  app?: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  paused?: true
}

/** Who is no single app. The dashboard itself asks a lot, so it is left out by default. */
export const CALLERS = ['everybody', 'users'] as const

function callerFilter(app: string | undefined) {
  if (app === undefined) return { 'filter[caller]': 'application' as const }
  if (app === 'users') return { 'filter[caller]': 'user' as const }
  return app === 'everybody' ? {} : { 'filter[application]': app }
}

export const requestsQuery = ({ path, statusClass, app, method, after, before }: RequestsSearch) => {
  const position = { ...filter('after', after), ...filter('before', before) }
  return listQuery(['requests', 'list', { path, statusClass, app, method, after, before }], () =>
    client.list('/api/testing/requests', {
      query: {
        ...pageQuery(position),
        ...filter('filter[path]', path),
        ...filter('filter[statusClass]', statusClass),
        ...callerFilter(app),
        ...filter('filter[method]', method),
      },
    }),
  )
}

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: () =>
      sendForData(() => client.request('GET', '/api/testing/requests/{request}', { path: { request: id } })),
  })
