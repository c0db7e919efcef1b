/** What the pages of money read. Payouts change with their orders, so their keys begin with `orders`. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, send, sendForData } from './client.ts'
import { type Days, momentsOf } from './days.ts'
import type { ListPage } from './list-pages.ts'
import type { One } from './queries.ts'

export type Payout = One<'/api/v1/brands/payouts'>
export type BillingExport = One<'/api/v1/ordering/billing-exports'>

export const MONEY_TABS = ['payouts', 'exports'] as const

export interface MoneySearch extends Days {
  tab: (typeof MONEY_TABS)[number]
  /** How many payouts come before the page. */
  after?: string
  dialog?: 'new'
}

const PAGE_SIZE = 50

async function readPayouts({ from, to, after }: MoneySearch): Promise<ListPage<Payout>> {
  const moments = momentsOf({ ...(from && { from }), ...(to && { to }) })
  const offset = Number(after ?? 0)
  const { data, meta } = await client.request('GET', '/api/v1/brands/payouts', {
    query: {
      'page[offset]': offset,
      'page[limit]': PAGE_SIZE,
      ...(moments.from && { 'filter[arrivedAt][from]': moments.from }),
      ...(moments.to && { 'filter[arrivedAt][to]': moments.to }),
    },
  })
  const total = meta?.page?.total ?? 0
  const end = offset + PAGE_SIZE
  return {
    rows: data,
    meta: {},
    ...(offset > 0 && { previous: offset > PAGE_SIZE ? { after: String(offset - PAGE_SIZE) } : {} }),
    ...(end < total && { next: { after: String(end) } }),
  }
}

export const payoutsQuery = (search: MoneySearch) =>
  queryOptions({
    queryKey: ['orders', 'payouts', search],
    queryFn: () => send(() => readPayouts(search)),
    placeholderData: keepPreviousData,
  })

export const payoutQuery = (payout: string) =>
  queryOptions({
    queryKey: ['orders', 'payout', payout],
    queryFn: () =>
      sendForData(() => client.request('GET', '/api/v1/brands/payouts/{payout}', { path: { payout } })),
  })

export const exportsQuery = queryOptions({
  queryKey: ['billing-exports'],
  queryFn: () => sendForData(() => client.request('GET', '/api/v1/ordering/billing-exports')),
})

export const EXPORT_TYPES = ['accounting', 'accounting_complete', 'invoicing'] as const
export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const

interface NewExport {
  from: string
  to: string
  types: readonly (typeof EXPORT_TYPES)[number][]
  formats: readonly (typeof EXPORT_FORMATS)[number][]
}

export const createExport = ({ from, to, types, formats }: NewExport) => {
  const exports = types.map((type) => ({ type, formats: [...formats] }))
  const body = { data: { type: 'billing-exports' as const, attributes: { from, to, exports } } }
  return send(() => client.request('POST', '/api/v1/ordering/billing-exports', { body }))
}
