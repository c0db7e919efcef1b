/** What Home reads for brands. */
import { queryOptions } from '@tanstack/react-query'
import { client, send } from './client.ts'
import type { One } from './queries.ts'
import { whole } from './whole.ts'

export type Overview = One<'/api/v1/brand-overview'>['attributes']
export type PendingGroup = Overview['pending'][number]
export type Trends = Overview['trends']

/** Days are those of the viewer. */
const readOverview = async (): Promise<Overview> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { data } = await client.request('GET', '/api/v1/brand-overview', { query: { timeZone } })
  return whole(data).attributes
}

export const overviewQuery = queryOptions({
  queryKey: ['brand-overviews'],
  queryFn: () => send(readOverview),
})
