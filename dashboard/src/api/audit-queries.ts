/** What the pages of audit logs read: of the own account, and of the whole marketplace. */

import { queryOptions } from '@tanstack/react-query'
import { client, sendForData } from './client.ts'
import { type Days, momentsOf } from './days.ts'
import { listQuery, type Position, pageQuery } from './list-pages.ts'
import type { One } from './queries.ts'

export type AuditEntry = One<'/api/v1/audit/{entry}'>

export interface AuditSearch extends Position, Days {
  action?: string
  by?: string
}

export const auditQuery = ({ action, by, from, to, ...position }: AuditSearch) =>
  listQuery(['audit-entries', { action, by, from, to, ...position }], () => {
    const moments = momentsOf({ ...(from && { from }), ...(to && { to }) })
    return client.list('/api/v1/audit', {
      query: {
        ...pageQuery(position),
        ...(action && { 'filter[action][]': [action as AuditEntry['attributes']['action']] }),
        ...(by && { 'filter[byUserId][]': [by] }),
        ...(moments.from && { 'filter[createdAt][from]': moments.from }),
        ...(moments.to && { 'filter[createdAt][to]': moments.to }),
      },
    })
  })

export const auditEntryQuery = (entry: string) =>
  queryOptions({
    queryKey: ['audit-entries', 'one', entry],
    queryFn: () => sendForData(() => client.request('GET', '/api/v1/audit/{entry}', { path: { entry } })),
  })

export interface MarketAuditSearch extends Position, Days {
  action?: string
  brand?: string
  retailer?: string
  user?: string
  app?: string
}

export const marketAuditQuery = (search: MarketAuditSearch) =>
  listQuery(['audit-entries', 'market', search], () => {
    const { action, brand, retailer, user, app, from, to } = search
    const moments = momentsOf({ ...(from && { from }), ...(to && { to }) })
    return client.list('/api/operator/v1/audit', {
      query: {
        ...pageQuery(search),
        ...(action && { 'filter[action][]': [action as AuditEntry['attributes']['action']] }),
        ...(brand && { 'filter[brandId][]': [brand] }),
        ...(retailer && { 'filter[retailerId][]': [retailer] }),
        ...(user && { 'filter[userId][]': [user] }),
        ...(app && { 'filter[applicationId][]': [app] }),
        ...(moments.from && { 'filter[createdAt][from]': moments.from }),
        ...(moments.to && { 'filter[createdAt][to]': moments.to }),
      },
    })
  })

export const marketEntryQuery = (entry: string) =>
  queryOptions({
    queryKey: ['audit-entries', 'market', 'one', entry],
    queryFn: () =>
      sendForData(() => client.request('GET', '/api/operator/v1/audit/{entry}', { path: { entry } })),
  })
