/** What the operator's pages of brands, retailers, discount rules and audit read and write. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { responseOf } from '@tradehall/client'
import type { AppsApi } from '../parts/app-dialogs.tsx'
import { type Days, momentsOf } from '../parts/days.ts'
import type { UsersApi } from '../parts/users.tsx'
import { client, send, sendForData } from './client.ts'
import { type Position, pageQuery, readPage } from './pages.ts'
import type { One } from './queries.ts'
import type { AuditEntry } from './settings-queries.ts'

const API = '/api/operator/v1'

export type MarketBrand = One<'/api/operator/v1/brands/{brand}'>
export type MarketRetailer = One<'/api/operator/v1/retailers/{retailer}'>
export type DiscountRule = One<'/api/operator/v1/discount-rules'>
export type PricePreview = One<'/api/operator/v1/brands/{brand}/price-previews'>
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
  queryOptions({
    queryKey: ['brands', 'list', search],
    queryFn: () =>
      send(() =>
        readPage(
          client.list(`${API}/brands`, { query: { ...pageQuery(search), ...accountFilters(search) } }),
        ),
      ),
    placeholderData: keepPreviousData,
  })

export const retailersOfMarketQuery = ({ segment, ...search }: AccountsSearch) =>
  queryOptions({
    queryKey: ['retailers', 'list', { segment, ...search }],
    queryFn: () =>
      send(() =>
        readPage(
          client.list(`${API}/retailers`, {
            query: {
              ...pageQuery(search),
              ...accountFilters(search),
              ...(segment && { 'filter[segment]': segment }),
            },
          }),
        ),
      ),
    placeholderData: keepPreviousData,
  })

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

const tagOf = (answer: object) => responseOf(answer)?.etag ?? ''

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

/** Suspends or resumes an account. */
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

export interface DiscountsSearch extends Position {
  brand?: string
  retailer?: string
  segment?: string
  active?: 'true' | 'false'
}

export const discountsQuery = ({ brand, retailer, segment, active, ...position }: DiscountsSearch) =>
  queryOptions({
    queryKey: ['discount-rules', 'list', { brand, retailer, segment, active, ...position }],
    queryFn: () =>
      send(() =>
        readPage(
          client.list(`${API}/discount-rules`, {
            query: {
              ...pageQuery(position),
              ...(brand && { 'filter[brandId][]': [brand] }),
              ...(retailer && { 'filter[retailerId]': retailer }),
              ...(segment && { 'filter[retailerSegment][]': [segment] }),
              ...(active && { 'filter[active]': active === 'true' }),
            },
          }),
        ),
      ),
    placeholderData: keepPreviousData,
  })

export const discountQuery = (rule: string) =>
  queryOptions({
    queryKey: ['discount-rules', 'one', rule],
    queryFn: () =>
      send(async () => {
        const [found] = await client
          .list(`${API}/discount-rules`, { query: { 'filter[id][]': [rule] } })
          .toArray(1)
        return found ?? null
      }),
  })

export interface RuleValues {
  name: string
  ratePercent: number
  retailerSegment: string | null
  startsAt: string
  endsAt: string | null
}

export const createRule = (brand: string, attributes: RuleValues) =>
  send(() =>
    client.request('POST', `${API}/brands/{brand}/discount-rules`, {
      path: { brand },
      body: { data: { type: 'discount-rules', attributes } },
    }),
  )

export const saveRule = (rule: string, attributes: RuleValues) =>
  send(() =>
    client.request('PATCH', `${API}/discount-rules/{rule}`, {
      path: { rule },
      body: { data: { type: 'discount-rules', id: rule, attributes } },
    }),
  )

export const deleteRule = (rule: string) =>
  send(() => client.request('DELETE', `${API}/discount-rules/{rule}`, { path: { rule } }))

export interface PreviewOf {
  brand: string
  retailer: string
  /** The rule that is edited or deleted. */
  without?: string | undefined
  draft?: Omit<RuleValues, 'name'> | undefined
  at: string
}

const SHOWN_PRICES = 20

export const pricesQuery = ({ brand, retailer, without, draft, at }: PreviewOf) =>
  queryOptions({
    queryKey: ['price-previews', { brand, retailer, without, draft, at }],
    queryFn: () =>
      send(async () => {
        const list = client.list(`${API}/brands/{brand}/price-previews`, {
          path: { brand },
          query: {
            'page[limit]': SHOWN_PRICES,
            'filter[retailerId]': retailer,
            'filter[at]': at,
            ...(without && { 'filter[without]': without }),
            ...(draft && {
              'filter[draft][ratePercent]': draft.ratePercent,
              'filter[draft][startsAt]': draft.startsAt,
              ...(draft.retailerSegment && { 'filter[draft][retailerSegment]': draft.retailerSegment }),
              ...(draft.endsAt && { 'filter[draft][endsAt]': draft.endsAt }),
            }),
          },
        })
        return (await readPage(list)).rows
      }),
    placeholderData: keepPreviousData,
  })

export interface MarketAuditSearch extends Position, Days {
  action?: string
  brand?: string
  retailer?: string
  user?: string
  app?: string
}

export const marketAuditQuery = (search: MarketAuditSearch) =>
  queryOptions({
    queryKey: ['audit-entries', 'market', search],
    queryFn: () => {
      const { action, brand, retailer, user, app, from, to } = search
      const moments = momentsOf({ ...(from && { from }), ...(to && { to }) })
      return send(() =>
        readPage(
          client.list(`${API}/audit`, {
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
          }),
        ),
      )
    },
    placeholderData: keepPreviousData,
  })

export const marketEntryQuery = (entry: string) =>
  queryOptions({
    queryKey: ['audit-entries', 'market', 'one', entry],
    queryFn: () => sendForData(() => client.request('GET', `${API}/audit/{entry}`, { path: { entry } })),
  })
