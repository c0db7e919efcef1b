/** The operator's pages about the receivers of webhooks, jobs, deprecated calls and the health of the server. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { positionIn } from '../api/list-pages.ts'
import {
  deprecatedCallersQuery,
  type EndpointDeliveriesSearch,
  type EndpointsSearch,
  endpointDeliveriesQuery,
  endpointDeliveryQuery,
  endpointQuery,
  endpointsQuery,
  healthQuery,
  type JobsSearch,
  jobKindsQuery,
  jobsQuery,
  parkedEventsQuery,
} from '../api/systems-queries.ts'
import { paths } from '../paths.ts'
import { operatorsOnly, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

const endpoints = createRoute({
  getParentRoute: () => shell,
  path: paths.endpoints,
  validateSearch: (search): EndpointsSearch => ({
    ...positionIn(search),
    ...choiceIn(search, 'state', ['failing', 'disabled', 'unreadable', 'any']),
    ...textsIn(search, ['brand']),
  }),
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(endpointsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/endpoints/endpoints-page.tsx'), 'EndpointsPage'),
})

const endpoint = createRoute({
  getParentRoute: () => shell,
  path: paths.endpoint,
  validateSearch: (search): EndpointDeliveriesSearch & { dialog?: 'again' | 'resume' } => ({
    ...positionIn(search),
    ...choiceIn(search, 'state', ['waiting', 'delivered', 'failed']),
    ...choiceIn(search, 'dialog', ['again', 'resume']),
  }),
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search: { dialog: _, ...search } }) => search,
  loader: async ({ context: { queryClient }, params: { subscriptionId }, deps }) => {
    void queryClient.prefetchQuery(endpointDeliveriesQuery(subscriptionId, deps))
    await queryClient.ensureQueryData(endpointQuery(subscriptionId))
  },
  component: lazyRouteComponent(() => import('../pages/endpoints/endpoint-page.tsx'), 'EndpointPage'),
})

const endpointDelivery = createRoute({
  getParentRoute: () => shell,
  path: paths.endpointDelivery,
  validateSearch: ({ attempt }): { attempt?: number } => (typeof attempt === 'number' ? { attempt } : {}),
  beforeLoad: operatorsOnly,
  loader: async ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(endpointQuery(params.subscriptionId))
    await queryClient.ensureQueryData(endpointDeliveryQuery(params))
  },
  component: lazyRouteComponent(
    () => import('../pages/endpoints/endpoint-delivery-page.tsx'),
    'EndpointDeliveryPage',
  ),
})

/** `discard` names the job or event whose dialog is open, or says `selected` for those that are. */
interface JobsPageSearch extends JobsSearch {
  tab?: 'events'
  discard?: string
}

const jobs = createRoute({
  getParentRoute: () => shell,
  path: paths.jobs,
  validateSearch: (search): JobsPageSearch => ({
    // Ids of jobs are digits, which the router takes for numbers.
    ...textsIn(search, ['after', 'before', 'kind', 'discard']),
    ...choiceIn(search, 'state', ['retrying', 'waiting', 'running']),
    ...choiceIn(search, 'tab', ['events']),
  }),
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search: { discard: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps: { tab, state, kind, ...position } }) => {
    void queryClient.prefetchQuery(jobKindsQuery)
    if (tab !== 'events')
      return void queryClient.prefetchQuery(
        jobsQuery({ ...(state && { state }), ...(kind && { kind }), ...position }),
      )
    void queryClient.prefetchQuery(parkedEventsQuery({ ...(state === 'retrying' && { state }), ...position }))
  },
  component: lazyRouteComponent(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
})

const deprecatedCallers = createRoute({
  getParentRoute: () => shell,
  path: paths.deprecatedCallers,
  validateSearch: positionIn,
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(deprecatedCallersQuery(deps)),
  component: lazyRouteComponent(
    () => import('../pages/deprecated-callers/deprecated-callers-page.tsx'),
    'DeprecatedCallersPage',
  ),
})

const health = createRoute({
  getParentRoute: () => shell,
  path: paths.health,
  beforeLoad: operatorsOnly,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(healthQuery),
  component: lazyRouteComponent(() => import('../pages/health/health-page.tsx'), 'HealthPage'),
})

export const systemRoutes = [endpoints, endpoint, endpointDelivery, jobs, deprecatedCallers, health] as const
