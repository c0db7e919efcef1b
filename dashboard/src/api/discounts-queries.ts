/** What the operator's pages of discount rules read and write. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, send } from './client.ts'
import { listQuery, type Position, pageQuery, readPage } from './list-pages.ts'
import type { One } from './queries.ts'

const API = '/api/operator/v1'

export type DiscountRule = One<'/api/operator/v1/discount-rules'>
export type PricePreview = One<'/api/operator/v1/brands/{brand}/price-previews'>

export interface DiscountsSearch extends Position {
  brand?: string
  retailer?: string
  segment?: string
  active?: 'true' | 'false'
}

export const discountsQuery = ({ brand, retailer, segment, active, ...position }: DiscountsSearch) =>
  listQuery(['discount-rules', 'list', { brand, retailer, segment, active, ...position }], () =>
    client.list(`${API}/discount-rules`, {
      query: {
        ...pageQuery(position),
        ...(brand && { 'filter[brandId][]': [brand] }),
        ...(retailer && { 'filter[retailerId]': retailer }),
        ...(segment && { 'filter[retailerSegment][]': [segment] }),
        ...(active && { 'filter[active]': active === 'true' }),
      },
    }),
  )

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
