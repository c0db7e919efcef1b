/** What the operator reads of receivers, jobs, events, deprecated calls and the health of the server. */

import { queryOptions } from '@tanstack/react-query'
import { client, send, sendForData } from './client.ts'
import { filter } from './integrations-queries.ts'
import { listQuery, type Position, pageQuery } from './list-pages.ts'
import type { One } from './queries.ts'

const ENDPOINTS = '/api/operator/v1/webhook-subscriptions'
const ENDPOINT = `${ENDPOINTS}/{webhookSubscription}` as const

export type Endpoint = One<typeof ENDPOINT>

export interface EndpointsSearch extends Position {
  state?: 'failing' | 'disabled' | 'unreadable' | 'any'
  brand?: string
}

export const endpointsQuery = ({ state, brand, ...position }: EndpointsSearch) =>
  listQuery(['webhook-subscriptions', 'of-all', { state, brand, ...position }], () =>
    client.list(ENDPOINTS, {
      query: {
        ...pageQuery(position),
        ...filter('filter[state]', state),
        ...filter('filter[brand]', brand),
      },
    }),
  )

export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-subscriptions', 'of-all', id],
    queryFn: () => sendForData(() => client.request('GET', ENDPOINT, { path: { webhookSubscription: id } })),
  })

export const resumeEndpoint = (id: string) =>
  send(() => client.request('POST', `${ENDPOINT}/-actions/resume`, { path: { webhookSubscription: id } }))

export interface EndpointDeliveriesSearch extends Position {
  state?: 'waiting' | 'delivered' | 'failed'
}

export const endpointDeliveriesQuery = (id: string, { state, ...position }: EndpointDeliveriesSearch) =>
  listQuery(['webhook-deliveries', 'of-endpoint', id, { state, ...position }], () =>
    client.list(`${ENDPOINT}/deliveries`, {
      path: { webhookSubscription: id },
      query: { ...pageQuery(position), ...filter('filter[state]', state) },
    }),
  )

interface DeliveryKey {
  subscriptionId: string
  deliveryId: string
}

export const endpointDeliveryQuery = ({ subscriptionId, deliveryId }: DeliveryKey) =>
  queryOptions({
    queryKey: ['webhook-deliveries', 'of-endpoint', subscriptionId, deliveryId],
    queryFn: () =>
      sendForData(() =>
        client.request('GET', `${ENDPOINT}/deliveries/{delivery}`, {
          path: { webhookSubscription: subscriptionId, delivery: deliveryId },
        }),
      ),
  })

export const resendToEndpoint = ({ subscriptionId, deliveryId }: DeliveryKey) =>
  send(() =>
    client.request('POST', `${ENDPOINT}/deliveries/{delivery}/-actions/redeliver`, {
      path: { webhookSubscription: subscriptionId, delivery: deliveryId },
    }),
  )

export const redeliverToEndpoint =
  (id: string) =>
  (since: string, { dryRun = false } = {}) =>
    send(
      async () =>
        (
          await client.request('POST', `${ENDPOINT}/deliveries/-actions/redeliver`, {
            path: { webhookSubscription: id },
            body: { data: { type: 'webhook-deliveries', attributes: { since, dryRun } } },
          })
        ).meta,
    )

const JOBS = '/api/operator/v1/jobs'
const EVENTS = '/api/operator/v1/parked-events'

export type Job = One<`${typeof JOBS}/{job}`>
export type JobKind = One<'/api/operator/v1/job-kinds'>
export type ParkedEvent = One<`${typeof EVENTS}/{event}`>

export interface JobsSearch extends Position {
  state?: 'retrying' | 'waiting' | 'running'
  kind?: string
}

export const jobsQuery = ({ state, kind, ...position }: JobsSearch) =>
  listQuery(['jobs', 'list', { state, kind, ...position }], () =>
    client.list(JOBS, {
      query: {
        ...pageQuery(position),
        ...filter('filter[state]', state),
        ...filter('filter[kind]', kind),
      },
    }),
  )

export const jobKindsQuery = queryOptions({
  queryKey: ['jobs', 'kinds'],
  queryFn: () => sendForData(() => client.request('GET', '/api/operator/v1/job-kinds')),
})

export const retryJobs = (ids: string[]) =>
  send(
    async () =>
      (
        await client.request('POST', `${JOBS}/-actions/retry`, {
          body: { data: { type: 'jobs', attributes: { ids } } },
        })
      ).meta,
  )

export const retryJob = (id: string) =>
  send(() => client.request('POST', `${JOBS}/{job}/-actions/retry`, { path: { job: id } }))

export const discardJob = (id: string, reason: string) =>
  send(() =>
    client.request('POST', `${JOBS}/{job}/-actions/discard`, {
      path: { job: id },
      body: { data: { type: 'jobs', attributes: { reason } } },
    }),
  )

export const discardJobs = (ids: string[], reason: string) =>
  send(
    async () =>
      (
        await client.request('POST', `${JOBS}/-actions/discard`, {
          body: { data: { type: 'jobs', attributes: { ids, reason } } },
        })
      ).meta,
  )

export interface EventsSearch extends Position {
  state?: 'retrying'
}

export const parkedEventsQuery = ({ state, ...position }: EventsSearch) =>
  listQuery(['parked-events', 'list', { state, ...position }], () =>
    client.list(EVENTS, { query: { ...pageQuery(position), ...filter('filter[state]', state) } }),
  )

export const retryEvent = (id: string) =>
  send(() => client.request('POST', `${EVENTS}/{event}/-actions/retry`, { path: { event: id } }))

export const retryEvents = (ids: string[]) =>
  send(
    async () =>
      (
        await client.request('POST', `${EVENTS}/-actions/retry`, {
          body: { data: { type: 'parked-events', attributes: { ids } } },
        })
      ).meta,
  )

export const discardEvent = (id: string, reason: string) =>
  send(() =>
    client.request('POST', `${EVENTS}/{event}/-actions/discard`, {
      path: { event: id },
      body: { data: { type: 'parked-events', attributes: { reason } } },
    }),
  )

export const discardEvents = (ids: string[], reason: string) =>
  send(
    async () =>
      (
        await client.request('POST', `${EVENTS}/-actions/discard`, {
          body: { data: { type: 'parked-events', attributes: { ids, reason } } },
        })
      ).meta,
  )

export const deprecatedCallersQuery = (position: Position) =>
  listQuery(['deprecated-calls', 'of-all', position], () =>
    client.list('/api/operator/v1/deprecated-calls', { query: pageQuery(position) }),
  )

export const HEALTH_PATH = '/api/operator/v1/health'
/** How often the page of health is read again. */
const HEALTH_MS = 5000

export type SystemHealth = One<typeof HEALTH_PATH>

/** Hidden tabs do not poll: React Query stops intervals there. */
export const healthQuery = queryOptions({
  queryKey: ['system-health'],
  queryFn: () => sendForData(() => client.request('GET', HEALTH_PATH)),
  refetchInterval: HEALTH_MS,
})
