/** What operators read of the orders of all brands, and what waits for them. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Known, List, OrderStatus } from '@tradehall/client'
import { client, send, tagOf } from './client.ts'
import { type Days, momentsOf } from './days.ts'
import { type ListPage, listQuery, type Position, pageQuery, readPage } from './list-pages.ts'
import type { NextAction } from './orders-queries.ts'

export const DECISION_KINDS = [
  'rejections',
  'refused-receptions',
  'revert-requests',
  'cancellation-requests',
  'invoices',
  'payouts',
] as const
type DecisionKind = (typeof DECISION_KINDS)[number]

export interface PendingSearch extends Position {
  /** All of them if it is left out. */
  kind?: DecisionKind | 'all'
  brand?: string
  retailer?: string
  /** The decision that is asked about, and its order. */
  decide?: string
  order?: string
}

function listPending({ kind = 'all', brand, retailer, after, before }: PendingSearch) {
  const query = {
    ...pageQuery({ ...(after && { after }), ...(before && { before }) }),
    ...(kind !== 'all' && { 'filter[kind]': kind }),
    ...(brand && { 'filter[brand]': brand }),
    ...(retailer && { 'filter[retailer]': retailer }),
  }
  return client.list('/api/operator/v1/pending-decisions', { query: query as never })
}

type Row<L> = L extends List<infer R> ? R : never
export type PendingDecision = Row<ReturnType<typeof listPending>>

/** The API counts up to this number. */
export const MAX_COUNTED = 1000
type DecisionCounts = Readonly<Record<DecisionKind, number>>

export interface PendingPage extends ListPage<PendingDecision> {
  counts: DecisionCounts
}

export const pendingQuery = ({ decide: _decide, order: _order, ...search }: PendingSearch) =>
  queryOptions({
    queryKey: ['pending-decisions', 'list', search],
    queryFn: async (): Promise<PendingPage> => {
      const page = await send(() => readPage(listPending(search)))
      return { ...page, counts: page.meta.counts as DecisionCounts }
    },
    placeholderData: keepPreviousData,
  })

/** How much waits, for the navigation. */
export const pendingCountQuery = queryOptions({
  queryKey: ['pending-decisions', 'count'],
  queryFn: async () => {
    const { meta } = await send(() =>
      client.request('GET', '/api/operator/v1/pending-decisions', { query: { 'page[limit]': 1 } }),
    )
    return Object.values((meta?.counts ?? {}) as DecisionCounts).reduce((sum, count) => sum + count, 0)
  },
})

/** One decision, by the name of its action. */
export const decideOn = (action: string, order: string, reason: string) =>
  send(() =>
    client.request('POST', `/api/operator/v1/orders/{order}/-actions/${action}` as DecisionPath, {
      path: { order },
      ...(reason !== '' && { body: { reason } }),
    }),
  )

/** The names of actions come from the API; all of their operations take the same. */
type DecisionPath = '/api/operator/v1/orders/{order}/-actions/approve-rejection'

interface OrderFilters extends Days {
  q?: string
  brand?: string
  retailer?: string
  /** Statuses, separated by commas. */
  status?: string
}

export interface OperatorOrdersSearch extends OrderFilters, Position {}

export const ORDER_STATUSES = [
  'ankor_confirmed',
  'rejected',
  'brand_confirmed',
  'shipping_labels_generated',
  'fulfillment_requested',
  'shipped',
  'received',
  'reception_refused',
  'invoiced',
  'brand_paid',
  'cancelled',
] as const satisfies readonly Known<OrderStatus>[]

export const statusesIn = ({ status = '' }: OrderFilters) =>
  ORDER_STATUSES.filter((one) => status.split(',').includes(one))

function listOrders(search: OperatorOrdersSearch) {
  const { q, brand, retailer, after, before } = search
  const { from, to } = momentsOf(search)
  const statuses = statusesIn(search)
  const query = {
    ...pageQuery({ ...(after && { after }), ...(before && { before }) }),
    ...(q && { 'filter[q]': q }),
    ...(brand && { 'filter[brand]': brand }),
    ...(retailer && { 'filter[retailer]': retailer }),
    ...(statuses.length > 0 && { 'filter[status][]': statuses }),
    ...(from && { 'filter[submittedAt][from]': from }),
    ...(to && { 'filter[submittedAt][to]': to }),
  }
  return client.list('/api/operator/v1/orders', { query: query as never })
}

export type OrderOfAnyBrand = Row<ReturnType<typeof listOrders>>

export const operatorOrdersQuery = (search: OperatorOrdersSearch) =>
  listQuery(['orders', 'operator', 'list', search], () => listOrders(search))

const FOUND = 6

/** A few orders for a text, for the palette. */
export const foundOrdersOfAllQuery = (text: string) =>
  queryOptions({
    queryKey: ['orders', 'operator', 'found', text],
    queryFn: () =>
      send(() =>
        client
          .list('/api/operator/v1/orders', { query: { 'filter[q]': text, 'page[limit]': FOUND } })
          .toArray(FOUND),
      ),
    placeholderData: keepPreviousData,
  })

/** The order with exactly this reference, of whichever brand; undefined if there is none. */
export async function findOrderOfAll(reference: string): Promise<string | undefined> {
  const digits = reference.replace(/^#/, '')
  const list = client.list('/api/operator/v1/orders', { query: { 'filter[q]': digits, 'page[limit]': 100 } })
  for await (const { id, attributes } of list) if (String(attributes.reference) === digits) return id
  return undefined
}

async function readOrder(order: string) {
  const answer = await client.request('GET', '/api/operator/v1/orders/{order}', { path: { order } })
  return { order: answer.data, etag: tagOf(answer) }
}

export type OperatorOrder = Awaited<ReturnType<typeof readOrder>>['order']

export const operatorOrderQuery = (order: string) =>
  queryOptions({
    queryKey: ['orders', 'operator', 'one', order],
    queryFn: () => send(() => readOrder(order)),
  })

export interface OperatorOrderDetails {
  variants: Readonly<Record<string, { title: string; sku: string | null }>>
  charges: readonly { type: string; amountWithVat: number }[]
}

export const operatorOrderDetailsQuery = (order: string) =>
  queryOptions({
    queryKey: ['orders', 'operator', 'details', order],
    queryFn: async () => {
      const { meta } = await send(() =>
        client.request('GET', '/api/operator/v1/orders/{order}', {
          path: { order },
          query: { withDetails: true },
        }),
      )
      return {
        details: meta?.details as OperatorOrderDetails | undefined,
        nextActions: (meta?.nextActions ?? []) as readonly NextAction[],
      }
    },
  })

const SHOWN_ENTRIES = 100

export const operatorTimelineQuery = (order: string) =>
  queryOptions({
    queryKey: ['orders', 'operator', 'timeline', order],
    queryFn: () =>
      send(() =>
        client
          .list('/api/operator/v1/orders/{order}/timeline', {
            path: { order },
            query: { 'page[limit]': SHOWN_ENTRIES },
          })
          .toArray(SHOWN_ENTRIES),
      ),
  })

export type AddressKind = 'billingAddress' | 'shippingAddress'

export const changeAddress = (
  order: string,
  kind: AddressKind,
  address: Readonly<Record<string, string | null>>,
  ifMatch: string,
) =>
  send(() =>
    client.request('PATCH', '/api/operator/v1/orders/{order}', {
      path: { order },
      ifMatch,
      body: { data: { type: 'orders', id: order, attributes: { [kind]: address } as never } },
    }),
  )
