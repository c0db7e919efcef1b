/** What the pages of orders read. Keys begin with `orders`, so that every change of an order renews them. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CompleteDocument, DocumentOf, Known, List, OperationOf, OrderStatus } from '@tradehall/client'
import { client, send, sendForData } from './client.ts'
import { type Days, momentsOf } from './days.ts'
import { type ListPage, type Position, pageQuery, readPage } from './list-pages.ts'

export type OrderTab = keyof typeof TABS

/** The statuses of each tab; none for all of them. */
export const TABS = {
  'to-accept': ['ankor_confirmed'],
  'to-ship': ['brand_confirmed'],
  labels: ['shipping_labels_generated'],
  'on-the-way': ['fulfillment_requested', 'shipped'],
  refused: ['reception_refused'],
  done: ['rejected', 'received', 'invoiced', 'brand_paid', 'cancelled'],
  all: [],
} as const satisfies Record<string, readonly Known<OrderStatus>[]>

export const ORDER_SORTS = ['submittedAt', 'expectedShippingDate'] as const
export type OrdersSort = (typeof ORDER_SORTS)[number]

interface OrderFilters extends Days {
  q?: string
  retailer?: string
}

export interface OrderListSearch extends OrderFilters, Position {
  tab?: OrderTab
  /** Some of the statuses of the tab, separated by commas. */
  status?: string
  sort?: OrdersSort | 'newest'
}

/** The statuses that a tab can be narrowed to. */
export const statusesOf = (tab: OrderTab): readonly OrderStatus[] =>
  tab === 'all' ? Object.values(TABS).flat() : TABS[tab]

export const chosenStatuses = ({ tab = 'to-accept', status = '' }: OrderListSearch) =>
  statusesOf(tab).filter((one) => status.split(',').includes(one))

type OrderDocument = DocumentOf<OperationOf<'GET', '/api/v1/orders/{order}'>>
type OrderMeta = NonNullable<OrderDocument['meta']>
export type NextAction = NonNullable<OrderMeta['nextActions']>[number]
export type RevertRequest = NonNullable<OrderMeta['revertRequest']>
export type OrderDetails = NonNullable<OrderMeta['details']>
export type OrderSummary = Omit<OrderDetails, 'earlierOrdersCount' | 'previousSubmittedAt'>

const filterQuery = ({ q, retailer, ...days }: OrderFilters) => {
  const { from, to } = momentsOf(days)
  return {
    ...(q && { 'filter[q]': q }),
    ...(retailer && { 'filter[retailer]': retailer }),
    ...(from && { 'filter[submittedAt][from]': from }),
    ...(to && { 'filter[submittedAt][to]': to }),
  }
}

/** What waits is shown in the order of its urgency. */
export const sortOf = ({ tab = 'to-accept', sort }: OrderListSearch): OrdersSort | 'newest' =>
  sort ?? (tab === 'to-accept' ? 'submittedAt' : tab === 'to-ship' ? 'expectedShippingDate' : 'newest')

function listOrders(search: OrderListSearch) {
  const { tab = 'to-accept', after, before, ...filters } = search
  const chosen = chosenStatuses(search)
  const sort = sortOf(search)
  const query = {
    ...pageQuery({ ...(after && { after }), ...(before && { before }) }),
    ...filterQuery(filters),
    'filter[status][]': chosen.length > 0 ? chosen : [...TABS[tab]],
    ...(sort !== 'newest' && { sort: [sort] }),
    withDetails: true,
  }
  return client.list('/api/v1/orders', { include: ['retailer'], query })
}

export type ListedOrder = ReturnType<typeof listOrders> extends List<infer Row> ? Row : never

export interface OrdersPage extends ListPage<ListedOrder> {
  details: Readonly<Record<string, OrderSummary>>
}

export const ordersQuery = (search: OrderListSearch) =>
  queryOptions({
    queryKey: ['orders', 'list', search],
    queryFn: async (): Promise<OrdersPage> => {
      const page = await send(() => readPage(listOrders(search)))
      return { ...page, details: (page.meta.details ?? {}) as OrdersPage['details'] }
    },
    placeholderData: keepPreviousData,
  })

export const orderCountsQuery = ({ q, retailer, from, to }: OrderFilters = {}) =>
  queryOptions({
    queryKey: ['orders', 'counts', { q, retailer, from, to }],
    queryFn: async (): Promise<Readonly<Record<string, number>>> => {
      const query = filterQuery({
        ...(q && { q }),
        ...(retailer && { retailer }),
        ...(from && { from }),
        ...(to && { to }),
      })
      const { data } = await send(() => client.request('GET', '/api/v1/order-counts', { query }))
      return Object.fromEntries(data.map(({ id, attributes }) => [id, attributes.count]))
    },
    placeholderData: keepPreviousData,
  })

const FOUND = 6

/** A few orders for a text, for the palette. */
export const foundOrdersQuery = (text: string) =>
  queryOptions({
    queryKey: ['orders', 'found', text],
    queryFn: () => send(() => findOrders(text)),
    placeholderData: keepPreviousData,
  })

const findOrders = (text: string) =>
  client
    .list('/api/v1/orders', { include: ['retailer'], query: { 'filter[q]': text, 'page[limit]': FOUND } })
    .toArray(FOUND)

/** The order with exactly this reference; undefined if there is none. */
export async function findByReference(reference: string): Promise<ListedOrder['id'] | undefined> {
  const digits = reference.replace(/^#/, '')
  const list = client.list('/api/v1/orders', { query: { 'filter[q]': digits, 'page[limit]': 100 } })
  for await (const { id, attributes } of list) if (String(attributes.reference) === digits) return id
  return undefined
}

const ORDER_INCLUDES = ['retailer', 'billingItems', 'orderItems.productVariant.product'] as const

const readOrder = (order: string) =>
  client.get('/api/v1/orders/{order}', { path: { order }, include: ORDER_INCLUDES })

export type OpenOrder = Awaited<ReturnType<typeof readOrder>>

export const orderQuery = (order: string) =>
  queryOptions({ queryKey: ['orders', 'one', order], queryFn: () => send(() => readOrder(order)) })

export const orderDetailsQuery = (order: string) =>
  queryOptions({
    queryKey: ['orders', 'details', order],
    queryFn: async () => {
      const { meta } = await send(() =>
        client.request('GET', '/api/v1/orders/{order}', { path: { order }, query: { withDetails: true } }),
      )
      return {
        details: meta?.details,
        nextActions: meta?.nextActions ?? [],
        revertRequest: meta?.revertRequest ?? null,
      }
    },
  })

/** What people call an order, where only its id is known. It never changes. */
export const orderReferenceQuery = (order: string) =>
  queryOptions({
    queryKey: ['order-references', order],
    queryFn: () =>
      send(async () => {
        const options = { path: { order }, query: { 'fields[order]': ['reference' as const] } }
        const { data } = await client.request('GET', '/api/v1/orders/{order}', options)
        return String(data.attributes.reference)
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })

type PreviewDocument = DocumentOf<OperationOf<'POST', '/api/v1/orders/{order}/-actions/preview-transition'>>
export type TransitionPreview = CompleteDocument<PreviewDocument>['data']['attributes']

/** What accepting with these quantities would come to. */
export const previewQuery = (order: string, quantities: Readonly<Record<string, number>>) =>
  queryOptions({
    queryKey: ['orders', 'preview', order, quantities],
    queryFn: async () => {
      const orderItems = Object.entries(quantities).map(([id, quantity]) => ({
        id,
        type: 'order-items' as const,
        attributes: { quantity },
      }))
      const body = { data: { type: 'brand-validates' as const, attributes: { orderItems } } }
      const { attributes } = await sendForData(() =>
        client.request('POST', '/api/v1/orders/{order}/-actions/preview-transition', {
          path: { order },
          body,
        }),
      )
      return attributes
    },
    placeholderData: keepPreviousData,
  })

const SHOWN_ENTRIES = 100

const readTimeline = (order: string) =>
  client
    .list('/api/v1/orders/{order}/timeline', {
      path: { order },
      include: ['application', 'supportSession'],
      query: { 'page[limit]': SHOWN_ENTRIES },
    })
    .toArray(SHOWN_ENTRIES)

export type TimelineEntry = Awaited<ReturnType<typeof readTimeline>>[number]

export const timelineQuery = (order: string) =>
  queryOptions({ queryKey: ['orders', 'timeline', order], queryFn: () => send(() => readTimeline(order)) })

export const packingSlipPath = (order: string) => `/api/v1/orders/${order}/packing-slip`

/** The limit of the API. */
export const MAX_PICKED_ORDERS = 100
export const pickListPath = (orders: readonly string[]) =>
  `/api/v1/orders/pick-list?filter[id]=${orders.join(',')}`
