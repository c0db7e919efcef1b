/** What the operator's pages of brands and retailers read and write. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, send, sendForData, tagOf } from './client.ts'
import { listQuery, type Position, pageQuery } from './list-pages.ts'
import type { One, OwnApplication, User } from './queries.ts'

const API = '/api/operator/v1'

export type MarketBrand = One<'/api/operator/v1/brands/{brand}'>
export type MarketRetailer = One<'/api/operator/v1/retailers/{retailer}'>
export type AccountKind = 'brand' | 'retailer'

export interface AccountsSearch extends Position {
  q?: string
  country?: string
  state?: 'active' | 'suspended'
  segment?: string
}

const accountFilters = ({ q, country, state }: AccountsSearch) => ({
  ...(q && { 'filter[q]': q }),
  ...(country && { 'filter[country][]': [country] }),
  ...(state && { 'filter[suspended]': state === 'suspended' }),
})

export const brandsQuery = (search: AccountsSearch) =>
  listQuery(['brands', 'list', search], () =>
    client.list(`${API}/brands`, { query: { ...pageQuery(search), ...accountFilters(search) } }),
  )

export const retailersOfMarketQuery = ({ segment, ...search }: AccountsSearch) =>
  listQuery(['retailers', 'list', { segment, ...search }], () =>
    client.list(`${API}/retailers`, {
      query: {
        ...pageQuery(search),
        ...accountFilters(search),
        ...(segment && { 'filter[segment]': segment }),
      },
    }),
  )

const SHOWN_FOUND = 8

/** For the search of all pages, and for choosing one. */
export const foundBrandsQuery = (q: string) =>
  queryOptions({
    queryKey: ['brands', 'found', q],
    queryFn: () =>
      send(() => client.list(`${API}/brands`, { query: q ? { 'filter[q]': q } : {} }).toArray(SHOWN_FOUND)),
    placeholderData: keepPreviousData,
  })

export const foundRetailersQuery = (q: string) =>
  queryOptions({
    queryKey: ['retailers', 'found', q],
    queryFn: () =>
      send(() =>
        client.list(`${API}/retailers`, { query: q ? { 'filter[q]': q } : {} }).toArray(SHOWN_FOUND),
      ),
    placeholderData: keepPreviousData,
  })

export const brandQuery = (brand: string) =>
  queryOptions({
    queryKey: ['brands', 'one', brand],
    queryFn: () =>
      send(async () => {
        const answer = await client.request('GET', `${API}/brands/{brand}`, { path: { brand } })
        return { account: answer.data, etag: tagOf(answer) }
      }),
  })

export const retailerQuery = (retailer: string) =>
  queryOptions({
    queryKey: ['retailers', 'one', retailer],
    queryFn: () =>
      send(async () => {
        const answer = await client.request('GET', `${API}/retailers/{retailer}`, { path: { retailer } })
        return { account: answer.data, etag: tagOf(answer) }
      }),
  })

export const createBrand = (attributes: object) =>
  sendForData(() =>
    client.request('POST', `${API}/brands`, {
      body: { data: { type: 'brands', attributes: attributes as never } },
    }),
  )

export const createRetailer = (attributes: object) =>
  sendForData(() =>
    client.request('POST', `${API}/retailers`, {
      body: { data: { type: 'retailers', attributes: attributes as never } },
    }),
  )

export const saveBrand = (brand: string, attributes: object, ifMatch: string) =>
  send(() =>
    client.request('PATCH', `${API}/brands/{brand}`, {
      path: { brand },
      ifMatch,
      body: { data: { type: 'brands', id: brand, attributes: attributes as never } },
    }),
  )

export const saveRetailer = (retailer: string, attributes: object, ifMatch: string) =>
  send(() =>
    client.request('PATCH', `${API}/retailers/{retailer}`, {
      path: { retailer },
      ifMatch,
      body: { data: { type: 'retailers', id: retailer, attributes: attributes as never } },
    }),
  )

export const setSuspended = (kind: AccountKind, id: string, isSuspended: boolean, reason: string) =>
  send<unknown>(() => {
    const action = isSuspended ? 'suspend' : 'resume'
    const attributes = reason === '' ? {} : { reason }
    return kind === 'brand'
      ? client.request('POST', `${API}/brands/{brand}/-actions/${action}`, {
          path: { brand: id },
          body: { data: { type: 'brands', attributes: attributes as never } },
        })
      : client.request('POST', `${API}/retailers/{retailer}/-actions/${action}`, {
          path: { retailer: id },
          body: { data: { type: 'retailers', attributes: attributes as never } },
        })
  })

export const usersOfQuery = (kind: AccountKind, id: string) =>
  queryOptions({
    queryKey: ['users', kind, id],
    queryFn: () =>
      sendForData(() =>
        kind === 'brand'
          ? client.request('GET', `${API}/brands/{brand}/users`, { path: { brand: id } })
          : client.request('GET', `${API}/retailers/{retailer}/users`, { path: { retailer: id } }),
      ),
  })

export const appsOfQuery = (kind: AccountKind, id: string) =>
  queryOptions({
    queryKey: ['applications', kind, id],
    queryFn: () =>
      sendForData(() =>
        kind === 'brand'
          ? client.request('GET', `${API}/brands/{brand}/applications`, { path: { brand: id } })
          : client.request('GET', `${API}/retailers/{retailer}/applications`, {
              path: { retailer: id },
            }),
      ),
  })

export type Role = User['attributes']['role']

/** What can be done to users: by owners to those of their account, by the operator to those of any. */
export interface UsersApi {
  invite: (attributes: { email: string; firstName: string; lastName: string; role: Role }) => Promise<unknown>
  act: (id: string, action: 'suspend' | 'resume' | 'invite' | 'reset-second-factor') => Promise<unknown>
  giveRole: (id: string, role: Role) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}

const USER = `${API}/users/{user}` as const

/** The users of an account, as the operator manages them. */
export const usersApiOf = (kind: AccountKind, id: string): UsersApi => ({
  invite: (attributes) =>
    send(() => {
      const body = { data: { type: 'users' as const, attributes } }
      return kind === 'brand'
        ? client.request('POST', `${API}/brands/{brand}/users`, { path: { brand: id }, body })
        : client.request('POST', `${API}/retailers/{retailer}/users`, { path: { retailer: id }, body })
    }),
  act: (user, action) => send(() => client.request('POST', `${USER}/-actions/${action}`, { path: { user } })),
  giveRole: (user, role) =>
    send(() =>
      client.request('POST', `${USER}/-actions/change-role`, {
        path: { user },
        body: { data: { type: 'users', attributes: { role } } },
      }),
    ),
  remove: (user) => send(() => client.request('DELETE', USER, { path: { user } })),
})

/** What can be done to applications: by a brand to its own, by the operator to those of an account. */
export interface AppsApi {
  create: (attributes: NewApp) => Promise<OwnApplication>
  update: (id: string, attributes: { name: string; developerEmail: string }) => Promise<unknown>
  rotate: (id: string, overlapSeconds: number) => Promise<OwnApplication>
  revoke: (id: string) => Promise<unknown>
}

export interface NewApp {
  name: string
  developerEmail: string
  /** In whose name it acts, where that has to be chosen. */
  userId?: string
}

const APPLICATION = `${API}/applications/{application}` as const

/** The applications of an account, as the operator manages them. */
export const appsApiOf = (kind: AccountKind, id: string): AppsApi => ({
  create: ({ userId = '', ...attributes }) =>
    sendForData(() => {
      const body = { data: { type: 'applications' as const, attributes: { ...attributes, userId } } }
      return kind === 'brand'
        ? client.request('POST', `${API}/brands/{brand}/applications`, { path: { brand: id }, body })
        : client.request('POST', `${API}/retailers/{retailer}/applications`, { path: { retailer: id }, body })
    }),
  update: (application, attributes) =>
    send(() =>
      client.request('PATCH', APPLICATION, {
        path: { application },
        body: { data: { type: 'applications', id: application, attributes } },
      }),
    ),
  rotate: (application, overlapSeconds) =>
    sendForData(() =>
      client.request('POST', `${APPLICATION}/-actions/rotate-secret`, {
        path: { application },
        body: { data: { type: 'applications', attributes: { overlapSeconds } } },
      }),
    ),
  revoke: (application) =>
    send(() => client.request('POST', `${APPLICATION}/-actions/revoke`, { path: { application } })),
})
