/** What the pages of a retailer's own orders read. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Known, List, OrderStatus } from '@tradehall/client'
import { client, send } from './client.ts'
import { type Days, momentsOf } from './days.ts'
import { listQuery, type Position, pageQuery } from './list-pages.ts'

/** The statuses of each tab; none for all of them. */
export const PURCHASE_TABS = {
  all: [],
  waiting: ['ankor_confirmed', 'brand_confirmed', 'shipping_labels_generated', 'fulfillment_requested'],
  'on-the-way': ['shipped'],
  received: ['received', 'invoiced', 'brand_paid'],
  ended: ['rejected', 'reception_refused', 'cancelled'],
} as const satisfies Record<string, readonly Known<OrderStatus>[]>

export type PurchaseTab = keyof typeof PURCHASE_TABS

interface PurchaseFilters extends Days {
  q?: string
  brand?: string
}

export interface PurchasesSearch extends PurchaseFilters, Position {
  tab?: PurchaseTab
  /** Some of the statuses of the tab, separated by commas. */
  status?: string
}

/** The statuses that a tab can be narrowed to. */
export const statusesOfTab = (tab: PurchaseTab): readonly OrderStatus[] =>
  tab === 'all' ? Object.values(PURCHASE_TABS).flat() : PURCHASE_TABS[tab]

export const chosenStatusesOf = ({ tab = 'all', status = '' }: PurchasesSearch) =>
  statusesOfTab(tab).filter((one) => status.split(',').includes(one))

const filterQuery = ({ q, brand, ...days }: PurchaseFilters) => {
  const { from, to } = momentsOf(days)
  return {
    ...(q && { 'filter[q]': q }),
    ...(brand && { 'filter[brand]': brand }),
    ...(from && { 'filter[submittedAt][from]': from }),
    ...(to && { 'filter[submittedAt][to]': to }),
  }
}

function listPurchases(search: PurchasesSearch) {
  const { tab = 'all', after, before, status: _status, ...filters } = search
  const chosen = chosenStatusesOf(search)
  const statuses = chosen.length > 0 ? chosen : [...PURCHASE_TABS[tab]]
  const query = {
    ...pageQuery({ ...(after && { after }), ...(before && { before }) }),
    ...filterQuery(filters),
    ...(statuses.length > 0 && { 'filter[status][]': statuses }),
  }
  return client.list('/api/retailer/v1/orders', { query })
}

export type ListedPurchase = ReturnType<typeof listPurchases> extends List<infer Row> ? Row : never

export const purchasesQuery = (search: PurchasesSearch) =>
  listQuery(['orders', 'purchases', search], () => listPurchases(search))

export const purchaseCountsQuery = ({ q, brand, from, to }: PurchaseFilters = {}) =>
  queryOptions({
    queryKey: ['orders', 'purchase-counts', { q, brand, from, to }],
    queryFn: async (): Promise<Readonly<Record<string, number>>> => {
      const query = filterQuery({
        ...(q && { q }),
        ...(brand && { brand }),
        ...(from && { from }),
        ...(to && { to }),
      })
      const { data } = await send(() => client.request('GET', '/api/retailer/v1/order-counts', { query }))
      return Object.fromEntries(data.map(({ id, attributes }) => [id, attributes.count]))
    },
    placeholderData: keepPreviousData,
  })

const FOUND = 6

/** A few orders for a text, for the palette. */
export const foundPurchasesQuery = (text: string) =>
  queryOptions({
    queryKey: ['orders', 'found-purchases', text],
    queryFn: () =>
      send(() =>
        client
          .list('/api/retailer/v1/orders', { query: { 'filter[q]': text, 'page[limit]': FOUND } })
          .toArray(FOUND),
      ),
    placeholderData: keepPreviousData,
  })

/** The order with exactly this reference; undefined if there is none. */
export async function findPurchase(reference: string): Promise<string | undefined> {
  const digits = reference.replace(/^#/, '')
  const list = client.list('/api/retailer/v1/orders', { query: { 'filter[q]': digits, 'page[limit]': 100 } })
  for await (const { id, attributes } of list) if (String(attributes.reference) === digits) return id
  return undefined
}

async function readPurchase(order: string) {
  const { data, meta } = await client.request('GET', '/api/retailer/v1/orders/{order}', { path: { order } })
  return { ...data, nextActions: meta?.nextActions ?? [] }
}

export type Purchase = Awaited<ReturnType<typeof readPurchase>>

export const purchaseQuery = (order: string) =>
  queryOptions({ queryKey: ['orders', 'purchase', order], queryFn: () => send(() => readPurchase(order)) })

const SHOWN_ENTRIES = 100

const readTimeline = (order: string) =>
  client
    .list('/api/retailer/v1/orders/{order}/timeline', {
      path: { order },
      query: { 'page[limit]': SHOWN_ENTRIES },
    })
    .toArray(SHOWN_ENTRIES)

export type PurchaseEntry = Awaited<ReturnType<typeof readTimeline>>[number]

export const purchaseTimelineQuery = (order: string) =>
  queryOptions({
    queryKey: ['orders', 'purchase-timeline', order],
    queryFn: () => send(() => readTimeline(order)),
  })

export const confirmReception = (order: string) =>
  client.request('POST', '/api/retailer/v1/orders/{order}/-actions/acknowledge-reception', {
    path: { order },
  })

export const refuseReception = (order: string, reason: string) =>
  client.request('POST', '/api/retailer/v1/orders/{order}/-actions/refuse-reception', {
    path: { order },
    body: { reason },
  })

export const askForCancellation = (order: string, reason: string) =>
  client.request('POST', '/api/retailer/v1/orders/{order}/-actions/request-cancellation', {
    path: { order },
    body: { reason },
  })
