/** What the pages of shipping read. */

import { queryOptions } from '@tanstack/react-query'
import type { DocumentOf, List, OperationOf, Order } from '@tradehall/client'
import { client, send, sendForData } from './client.ts'
import { listQuery, type Position, pageQuery } from './list-pages.ts'

export type Overview = Order['attributes']['shippingOverview']
export type QuotesDocument = DocumentOf<OperationOf<'GET', '/api/v1/orders/{order}/shipping-quotes'>>
export type Quote = QuotesDocument['data'][number]

/** While labels are made, which takes some seconds. */
const MAKING_MS = 1000

/** A quote for labels is confirmed, and the labels are not there yet. */
export const isMakingLabels = ({
  status,
  shippingOverview,
}: Pick<Order['attributes'], 'status' | 'shippingOverview'>) =>
  status === 'brand_confirmed' && shippingOverview.provider !== null

export type ShippedOrder = Awaited<ReturnType<typeof readOrder>>

/** With what the brand may do next, by the name of the action. */
async function readOrder(orderId: string) {
  const options = { path: { order: orderId }, query: { withDetails: true } } as const
  const { data, meta } = await client.request('GET', '/api/v1/orders/{order}', options)
  return { ...data, actions: new Map(meta?.nextActions?.map((next) => [next.action, next])) }
}

export const shippedOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', orderId, 'shipping'],
    queryFn: () => send(() => readOrder(orderId)),
    refetchInterval: ({ state: { data } }) => (data && isMakingLabels(data.attributes) ? MAKING_MS : false),
  })

export const quotesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', orderId, 'quotes'],
    queryFn: () => send(() => readQuotes(orderId)),
  })

export const readQuotes = (orderId: string): Promise<QuotesDocument> =>
  client.request('GET', '/api/v1/orders/{order}/shipping-quotes', { path: { order: orderId } })

export const recentParcelsQuery = queryOptions({
  queryKey: ['recent-parcels'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/recent-parcels')),
})

export const LABEL_STATES = ['to-print', 'printed'] as const
export type LabelState = (typeof LABEL_STATES)[number]

const listLabels = (state: LabelState, position: Position) =>
  client.list('/api/v1/shipping-labels', {
    query: { ...pageQuery(position), 'filter[printed]': state === 'printed' },
  })

export type LabelRow = ReturnType<typeof listLabels> extends List<infer Row> ? Row : never

export const labelsQuery = (state: LabelState, position: Position) =>
  listQuery(['order-labels', state, position], () => listLabels(state, position))

/** Of one order; undefined if it has none that wait for the carrier. */
export const labelsOfOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-labels', 'of', orderId],
    queryFn: () =>
      send(async () => {
        const [labels] = await client
          .list('/api/v1/shipping-labels', { query: { 'filter[order][]': [orderId] } })
          .toArray(1)
        return labels ?? null
      }),
  })

/** The ids of those among these orders that have labels to print, in the given order. Asks again until all of them have. */
export const printableOrdersQuery = (orderIds: readonly string[], { isWaiting = false } = {}) =>
  queryOptions({
    queryKey: ['order-labels', 'among', orderIds],
    queryFn: () =>
      send(async () => {
        const query = { 'filter[order][]': [...orderIds], 'page[limit]': MAX_PRINTED_ORDERS }
        const labels = await client.list('/api/v1/shipping-labels', { query }).toArray(MAX_PRINTED_ORDERS)
        const found = new Set(labels.map(({ attributes }) => attributes.orderId))
        return orderIds.filter((id) => found.has(id))
      }),
    refetchInterval: ({ state: { data } }) =>
      isWaiting && (data?.length ?? 0) < orderIds.length ? MAKING_MS : false,
  })

/** How many orders have labels that are not printed. */
export const unprintedQuery = queryOptions({
  queryKey: ['order-labels', 'unprinted'],
  queryFn: () =>
    send(async () => {
      const query = { 'page[limit]': 1, 'filter[printed]': false }
      return (await client.request('GET', '/api/v1/shipping-labels', { query })).meta.unprinted
    }),
})

export const shippingSettingsQuery = (brandId: string) =>
  queryOptions({
    queryKey: ['shipping-settings'],
    queryFn: () =>
      sendForData(() =>
        client.request('GET', '/api/v1/brands/shipping-settings/{shippingSettingsId}', {
          path: { shippingSettingsId: brandId },
        }),
      ),
  })

export const MAX_PRINTED_ORDERS = 100

export const labelsFile = (orderIds: readonly string[]) =>
  `/api/v1/shipping-labels/pdf?filter[order]=${orderIds.join(',')}`

export const markLabels = (orders: readonly string[], as: 'printed' | 'unprinted') =>
  send(() => client.request('POST', '/api/v1/shipping-labels/mark', { body: { orders, as } }))
