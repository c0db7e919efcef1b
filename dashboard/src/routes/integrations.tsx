/** Private Apps, webhooks, deliveries, requests and deprecations. */

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { mayManageApps, maySeeDeprecations } from '../access.ts'
import { daysIn } from '../api/days.ts'
import {
  type DeliveriesSearch,
  deliveriesQuery,
  deliveryQuery,
  healthOfQuery,
  healthQuery,
  newestDeliveriesQuery,
  type RequestsSearch,
  requestQuery,
  requestsQuery,
  subscriptionQuery,
} from '../api/integrations-queries.ts'
import { positionIn } from '../api/list-pages.ts'
import { applicationsQuery, ownDeprecatedCallsQuery, subscriptionsQuery } from '../api/queries.ts'
import {
  LANGUAGES,
  type Language,
  WEBHOOK_DIALOGS,
  type WebhooksSearch,
} from '../pages/integrations/search-parameters.ts'
import { Forbidden } from '../pages/problems/problem-pages.tsx'
import { APP_DIALOGS, type AppsSearch } from '../parts/search-parameters.ts'
import { paths } from '../paths.ts'
import { brandsOnly, sandboxOnly, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

const integrations = createRoute({
  getParentRoute: () => shell,
  path: paths.integrations,
  beforeLoad: ({ context: { session } }) => {
    throw redirect({ to: mayManageApps(session) ? paths.apps : paths.webhooks })
  },
})

const apps = createRoute({
  getParentRoute: () => shell,
  path: paths.apps,
  validateSearch: (search): AppsSearch => ({
    ...choiceIn(search, 'dialog', APP_DIALOGS),
    ...textsIn(search, ['app']),
  }),
  beforeLoad: ({ context: { session } }) => {
    if (!mayManageApps(session)) throw new Forbidden()
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(applicationsQuery)
    void queryClient.prefetchQuery(ownDeprecatedCallsQuery)
  },
  component: lazyRouteComponent(() => import('../pages/integrations/apps-page.tsx'), 'AppsPage'),
})

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: paths.webhooks,
  validateSearch: (search): WebhooksSearch => ({
    ...choiceIn(search, 'dialog', WEBHOOK_DIALOGS),
    ...textsIn(search, ['webhook']),
  }),
  beforeLoad: brandsOnly,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(subscriptionsQuery)
    void queryClient.prefetchQuery(healthQuery)
  },
  component: lazyRouteComponent(() => import('../pages/integrations/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: paths.webhook,
  validateSearch: (search): Pick<WebhooksSearch, 'dialog'> & { language?: Language } => ({
    ...choiceIn(search, 'dialog', WEBHOOK_DIALOGS),
    ...choiceIn(search, 'language', LANGUAGES),
  }),
  beforeLoad: brandsOnly,
  loader: async ({ context: { queryClient }, params: { subscriptionId } }) => {
    void queryClient.prefetchQuery(newestDeliveriesQuery(subscriptionId))
    void queryClient.prefetchQuery(healthOfQuery(subscriptionId))
    await queryClient.ensureQueryData(subscriptionQuery(subscriptionId))
  },
  component: lazyRouteComponent(() => import('../pages/integrations/webhook-page.tsx'), 'WebhookPage'),
})

const deliveries = createRoute({
  getParentRoute: () => shell,
  path: paths.deliveries,
  validateSearch: (search): DeliveriesSearch & { dialog?: 'again' } => ({
    ...positionIn(search),
    ...daysIn(search),
    ...textsIn(search, ['event', 'subscription', 'resource']),
    ...choiceIn(search, 'state', ['waiting', 'delivered', 'failed']),
    ...choiceIn(search, 'dialog', ['again']),
  }),
  beforeLoad: brandsOnly,
  loaderDeps: ({ search: { dialog: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(deliveriesQuery(deps))
    void queryClient.prefetchQuery(subscriptionsQuery)
  },
  component: lazyRouteComponent(() => import('../pages/integrations/deliveries-page.tsx'), 'DeliveriesPage'),
})

const delivery = createRoute({
  getParentRoute: () => shell,
  path: paths.delivery,
  validateSearch: ({ attempt }): { attempt?: number } => (typeof attempt === 'number' ? { attempt } : {}),
  beforeLoad: brandsOnly,
  loader: async ({ context: { queryClient }, params: { deliveryId } }) => {
    void queryClient.prefetchQuery(subscriptionsQuery)
    await queryClient.ensureQueryData(deliveryQuery(deliveryId))
  },
  component: lazyRouteComponent(() => import('../pages/integrations/delivery-page.tsx'), 'DeliveryPage'),
})

const requests = createRoute({
  getParentRoute: () => shell,
  path: paths.requests,
  validateSearch: (search): RequestsSearch => ({
    ...positionIn(search),
    ...textsIn(search, ['path', 'app']),
    ...choiceIn(search, 'statusClass', ['2xx', '3xx', '4xx', '5xx']),
    ...choiceIn(search, 'method', ['GET', 'POST', 'PATCH', 'DELETE']),
    ...(search.paused === true && { paused: true }),
  }),
  beforeLoad: sandboxOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(requestsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/integrations/requests-page.tsx'), 'RequestsPage'),
})

const request = createRoute({
  getParentRoute: () => shell,
  path: paths.request,
  beforeLoad: sandboxOnly,
  loader: async ({ context: { queryClient }, params: { requestId } }) => {
    await queryClient.ensureQueryData(requestQuery(requestId))
  },
  component: lazyRouteComponent(() => import('../pages/integrations/request-page.tsx'), 'RequestPage'),
})

const deprecations = createRoute({
  getParentRoute: () => shell,
  path: paths.deprecations,
  beforeLoad: ({ context: { session } }) => {
    if (!maySeeDeprecations(session)) throw new Forbidden()
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(ownDeprecatedCallsQuery),
  component: lazyRouteComponent(
    () => import('../pages/integrations/deprecations-page.tsx'),
    'DeprecationsPage',
  ),
})

export const integrationRoutes = [
  integrations,
  apps,
  webhooks,
  webhook,
  deliveries,
  delivery,
  requests,
  request,
  deprecations,
] as const
