/** What Home reads for brands. */
import { queryOptions } from '@tanstack/react-query'
import { client, sendForData } from './client.ts'
import type { One } from './queries.ts'

export type Overview = One<'/api/v1/brand-overview'>['attributes']
export type PendingGroup = Overview['pending'][number]
export type PendingItem = PendingGroup['first'][number]
export type SumOfOrders = Overview['work']['toAccept'][number]
export type SystemsFigures = Overview['systems']
export type Trends = Overview['trends']

export const overviewQuery = queryOptions({
  queryKey: ['brand-overviews'],
  queryFn: async () => {
    // Days are those of the viewer.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const { attributes } = await sendForData(() =>
      client.request('GET', '/api/v1/brand-overview', { query: { timeZone } }),
    )
    return attributes
  },
})
