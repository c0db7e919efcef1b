/**
 * The one poll of the dashboard: every five seconds in visible tabs it reads a version for each resource type, and what
 * shows a type whose version has changed is read again.
 */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { client, sendForData } from './client.ts'
import { useLater } from './later.ts'
import { beginAnew } from './session-switch.ts'

const POLL_MS = 5000

/** All other types are part of an overview. */
const NOT_IN_OVERVIEW = new Set(['webhook-deliveries', 'billing-exports'])

type Versions = Readonly<Record<string, string>>

const activityQuery = queryOptions({
  queryKey: ['activities'],
  queryFn: ({ client: queryClient }) => readActivity(queryClient),
  staleTime: POLL_MS,
})

async function readActivity(queryClient: QueryClient) {
  const data = await sendForData(() => client.request('GET', '/api/v1/activity'))
  const known = queryClient.getQueryData(activityQuery.queryKey)
  // Another tab has begun another session.
  if (known && known.id !== data.id) beginAnew()
  if (known) invalidateChanged(queryClient, known.attributes.versions, data.attributes.versions)
  return data
}

function invalidateChanged(queryClient: QueryClient, known: Versions, current: Versions): void {
  const changed = Object.keys(current).filter((type) => known[type] !== current[type])
  for (const type of changed) void queryClient.invalidateQueries({ queryKey: [type] })
  if (changed.some((type) => !NOT_IN_OVERVIEW.has(type)))
    void queryClient.invalidateQueries({ queryKey: ['brand-overviews'] })
}

/** Hidden tabs do not poll: React Query stops intervals there. */
export const useActivity = () => useQuery({ ...activityQuery, refetchInterval: POLL_MS, enabled: useLater() })

/** After a change whose effects may be anywhere, such as a move of the clock. */
export function useRefreshAll(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries()
}
