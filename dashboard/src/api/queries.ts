/** What the pages read. Keys begin with the resource type, so that a change can invalidate all that shows it. */

import { queryOptions } from '@tanstack/react-query'
import type { DocumentOf, OperationOf, PathOf } from '@tradehall/client'
import { client, send } from './client.ts'
import { type Whole, whole } from './whole.ts'

export type One<P extends PathOf<'GET'>> =
  DocumentOf<OperationOf<'GET', P>> extends { data: infer D }
    ? Whole<D extends readonly (infer R)[] ? R : D>
    : never
export type Session = One<'/api/v1/sessions/current'>
export type OwnApplication = One<'/api/integrations/v1/applications'>
export type User = One<'/api/v1/users'>

/** Without the question for the password: a page that finds no session leads to the sign-in. */
export const sessionQuery = queryOptions({
  queryKey: ['sessions', 'current'],
  queryFn: async () => whole((await client.request('GET', '/api/v1/sessions/current')).data),
  staleTime: 60_000,
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions', 'list'],
  queryFn: () => send(async () => (await client.request('GET', '/api/v1/sessions')).data.map(whole)),
})

export const ownUserQuery = queryOptions({
  queryKey: ['users', 'current'],
  queryFn: () => send(async () => whole((await client.request('GET', '/api/v1/users/current')).data)),
})

export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: () => send(async () => (await client.request('GET', '/api/v1/users')).data.map(whole)),
})

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: () =>
    send(async () => whole((await client.request('GET', '/api/v1/users/current/second-factor')).data)),
})

export const demoUsersQuery = queryOptions({
  queryKey: ['demo-users'],
  queryFn: async () => (await client.request('GET', '/api/testing/demo-users')).data.map(whole),
  staleTime: Number.POSITIVE_INFINITY,
})

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: () =>
    send(async () => (await client.request('GET', '/api/integrations/v1/applications')).data.map(whole)),
})

export const ownDeprecatedCallsQuery = queryOptions({
  queryKey: ['deprecated-calls', 'own'],
  queryFn: () => send(() => client.list('/api/integrations/v1/deprecated-calls').toArray(200)),
})

export const subscriptionsQuery = queryOptions({
  queryKey: ['webhook-subscriptions'],
  queryFn: () => send(() => client.list('/api/v1/webhook-subscriptions').toArray(200)),
})

export const clockQuery = queryOptions({
  queryKey: ['clocks'],
  queryFn: () => send(async () => whole((await client.request('GET', '/api/testing/clock')).data)),
})

export const faultsQuery = queryOptions({
  queryKey: ['faults'],
  queryFn: () => send(async () => (await client.request('GET', '/api/testing/faults')).data.map(whole)),
})

export const mailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: () => send(async () => (await client.request('GET', '/api/testing/mails')).data.map(whole)),
})

export const autopilotQuery = queryOptions({
  queryKey: ['autopilots'],
  queryFn: () => send(async () => whole((await client.request('GET', '/api/testing/autopilot')).data)),
})
