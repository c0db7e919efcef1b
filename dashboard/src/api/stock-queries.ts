/** What the page of a variant's stock reads. Keys begin with `products`, whose version changes with every movement. */

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { List } from '@tradehall/client'
import { client, send } from './client.ts'
import { type Days, momentsOf } from './days.ts'
import { type Position, pageQuery, readPage } from './list-pages.ts'
import { readServerNow } from './server-time.ts'

export const STOCK_RANGES = ['7', '30', '90', '365'] as const
export type StockRange = (typeof STOCK_RANGES)[number]

/** Chosen days go before the last days. */
export interface RangeSearch extends Days {
  days?: StockRange
}

export interface StockSearch extends RangeSearch, Position {
  /** The moment of the balance, as in `<input type="datetime-local">`. */
  at?: string
}

const DAY_MS = 86_400_000

/** By the clock of the server, which the sandbox may have moved. */
async function rangeOf(queryClient: QueryClient, { days = '30', from, to }: RangeSearch) {
  if (from || to) return momentsOf({ ...(from && { from }), ...(to && { to }) })
  const now = await readServerNow(queryClient)
  return { from: new Date(now - Number(days) * DAY_MS).toISOString() }
}

const readVariant = (productVariant: string) =>
  client.get('/api/v1/product-variants/{productVariant}', { path: { productVariant }, include: ['product'] })

export type VariantWithProduct = Awaited<ReturnType<typeof readVariant>>

export const variantQuery = (variant: string) =>
  queryOptions({
    queryKey: ['products', 'variant', variant],
    queryFn: () => send(() => readVariant(variant)),
  })

/** The balance now, or at a moment. */
export const stockStateQuery = (variant: string, at?: string) =>
  queryOptions({
    queryKey: ['products', 'state', variant, at],
    queryFn: async () => {
      const query = {
        'filter[productVariantIds][]': [variant],
        ...(at && { stateAt: Math.floor(new Date(at).getTime() / 1000) }),
      }
      const [state] = await send(() => client.list('/api/stock/v1/stock/state', { query }).toArray(1))
      return state?.attributes.quantities ?? []
    },
    placeholderData: keepPreviousData,
  })

export const stockHistoryQuery = (variant: string, { days, from, to }: RangeSearch) =>
  queryOptions({
    queryKey: ['products', 'history', variant, { days, from, to }],
    queryFn: async ({ client: queryClient }) => {
      const query = await rangeOf(queryClient, {
        ...(days && { days }),
        ...(from && { from }),
        ...(to && { to }),
      })
      const { data } = await send(() =>
        client.request('GET', '/api/v1/product-variants/{productVariant}/stock-history', {
          path: { productVariant: variant },
          query,
        }),
      )
      return data.attributes
    },
    placeholderData: keepPreviousData,
  })

const listMovements = (productVariant: string, range: { from?: string; to?: string }, position: Position) =>
  client.list('/api/v1/product-variants/{productVariant}/stock-movements', {
    path: { productVariant },
    include: ['order', 'application', 'supportSession'],
    query: {
      ...pageQuery(position),
      ...(range.from && { 'filter[createdAt][from]': range.from }),
      ...(range.to && { 'filter[createdAt][to]': range.to }),
      withBalances: true,
    },
  })

export type StockMovement = ReturnType<typeof listMovements> extends List<infer Row> ? Row : never

export const stockMovementsQuery = (variant: string, { at: _at, after, before, ...range }: StockSearch) =>
  queryOptions({
    queryKey: ['products', 'movements', variant, range, { after, before }],
    queryFn: async ({ client: queryClient }) => {
      const moments = await rangeOf(queryClient, range)
      const position = { ...(after && { after }), ...(before && { before }) }
      return await send(() => readPage(listMovements(variant, moments, position)))
    },
    placeholderData: keepPreviousData,
  })
