/** What the pages read. Keys begin with the resource type, so that a change can invalidate all that shows it. */

import { queryOptions } from '@tanstack/react-query'
import type { CompleteDocument, DocumentOf, OperationOf, PathOf } from '@tradehall/client'
import { client, send, sendForData } from './client.ts'

/** What an operation reads, or lists. */
export type One<P extends PathOf<'GET'>> =
  CompleteDocument<DocumentOf<OperationOf<'GET', P>>> extends { data: infer D }
    ? D extends readonly (infer R)[]
      ? R
      : D
    : never
export type Session = One<'/api/v1/sessions/current'>
export type Device = One<'/api/v1/users/current/devices'>
export type Passkey = One<'/api/v1/users/current/passkeys'>
export type SignInRules = One<'/api/v1/sign-in-rules'>
export type OwnApplication = One<'/api/integrations/v1/applications'>
export type User = One<'/api/v1/users'>

/** Without the question for the password: a page that finds no session leads to the sign-in. */
export const sessionQuery = queryOptions({
  queryKey: ['sessions', 'current'],
  queryFn: async () => (await client.request('GET', '/api/v1/sessions/current')).data,
  staleTime: 60_000,
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions', 'list'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/sessions')),
})

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/users/current/devices')),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/users/current/passkeys')),
})

export const signInRulesQuery = queryOptions({
  queryKey: ['sign-in-rules'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/sign-in-rules')),
})

export const ownUserQuery = queryOptions({
  queryKey: ['users', 'current'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/users/current')),
})

export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/users')),
})

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/users/current/second-factor')),
})

export const demoUsersQuery = queryOptions({
  queryKey: ['demo-users'],
  queryFn: async () => (await client.request('GET', '/api/testing/demo-users')).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: () => sendForData(() => client.request('GET', '/api/integrations/v1/applications')),
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
  queryFn: () => sendForData(() => client.request('GET', '/api/testing/clock')),
})

export const faultsQuery = queryOptions({
  queryKey: ['faults'],
  queryFn: () => sendForData(() => client.request('GET', '/api/testing/faults')),
})

export const mailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: () => sendForData(() => client.request('GET', '/api/testing/mails')),
})

export const autopilotQuery = queryOptions({
  queryKey: ['autopilots'],
  queryFn: () => sendForData(() => client.request('GET', '/api/testing/autopilot')),
})
