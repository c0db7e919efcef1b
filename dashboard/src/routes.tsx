/** The table of contents: every address, what it needs, and the page that it shows. Pages are loaded when they are opened. */

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { AuthenticationError } from '@tradehall/client'
import { isBrand, mayManageApps, mayManageUsers } from './access.ts'
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
} from './api/integrations-queries.ts'
import {
  ORDER_SORTS,
  type OrderListSearch,
  orderCountsQuery,
  orderDetailsQuery,
  orderQuery,
  ordersQuery,
  TABS,
  timelineQuery,
} from './api/orders-queries.ts'
import { type Position, positionIn } from './api/pages.ts'
import {
  applicationsQuery,
  demoUsersQuery,
  ownDeprecatedCallsQuery,
  ownUserQuery,
  type Session,
  secondFactorQuery,
  sessionQuery,
  sessionsQuery,
  subscriptionsQuery,
  usersQuery,
} from './api/queries.ts'
import {
  type LabelState,
  labelsQuery,
  quotesQuery,
  recentParcelsQuery,
  shippedOrderQuery,
} from './api/shipping-queries.ts'
import { IS_SANDBOX } from './environment.ts'
import { LANGUAGES, type Language } from './pages/integrations/receiver-samples.ts'
import { ErrorPage, Forbidden, NotFoundPage } from './pages/problems/problem-pages.tsx'
import { daysIn } from './parts/filters.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell/shell.tsx'

interface Context {
  queryClient: QueryClient
}

/** Outside of the shell, which has the main landmark for the pages inside. */
const ErrorOutside = (props: ErrorComponentProps) => (
  <main>
    <ErrorPage {...props} />
  </main>
)

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: ErrorOutside,
})

const findSession = (queryClient: QueryClient): Promise<Session | null> =>
  queryClient.ensureQueryData(sessionQuery).catch((error) => {
    if (error instanceof AuthenticationError) return null
    throw error
  })

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  loader: ({ context: { queryClient } }) => {
    if (IS_SANDBOX) void queryClient.prefetchQuery(demoUsersQuery)
  },
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: paths.forgot,
  component: lazyRouteComponent(() => import('./pages/sign-in/forgot-page.tsx'), 'ForgotPage'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: paths.reset,
  component: lazyRouteComponent(() => import('./pages/sign-in/reset-page.tsx'), 'ResetPage'),
  errorComponent: ErrorOutside,
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: paths.invitation,
  component: lazyRouteComponent(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
  errorComponent: ErrorOutside,
})

/** Everything that needs a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  errorComponent: ErrorOutside,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const session = await findSession(queryClient)
    const { state } = session?.attributes ?? {}
    if (!session || state === 'second-factor-required') {
      const next = location.href === paths.home ? {} : { next: location.href }
      throw redirect({ to: paths.signIn, search: next })
    }
    if (state === 'second-factor-setup-required' && location.pathname !== paths.security)
      throw redirect({ to: paths.security })
    return { session: session.attributes }
  },
})

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const forBrands = ({ context: { session } }: { context: { session: Session['attributes'] } }) => {
  if (!isBrand(session)) throw new Forbidden()
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.includes(value as T)

const orders = createRoute({
  getParentRoute: () => shell,
  path: paths.orders,
  validateSearch: (search): OrderListSearch => ({
    tab: isOneOf(Object.keys(TABS) as (keyof typeof TABS)[], search.tab) ? search.tab : 'to-accept',
    ...(text(search.q) && { q: text(search.q) }),
    ...(typeof search.retailer === 'string' && { retailer: search.retailer }),
    ...(typeof search.status === 'string' && { status: search.status }),
    ...(isOneOf([...ORDER_SORTS, 'newest'] as const, search.sort) && { sort: search.sort }),
    ...daysIn(search),
    ...positionIn(search),
  }),
  beforeLoad: forBrands,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(ordersQuery(deps))
    void queryClient.prefetchQuery(orderCountsQuery(deps))
  },
  component: lazyRouteComponent(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
})

const ORDER_DIALOGS = ['reject', 'change-date', 'reset-labels', 'settle-refusal'] as const
export interface OrderSearch {
  dialog?: (typeof ORDER_DIALOGS)[number]
}

const order = createRoute({
  getParentRoute: () => shell,
  path: paths.order,
  validateSearch: ({ dialog }): OrderSearch => (isOneOf(ORDER_DIALOGS, dialog) ? { dialog } : {}),
  beforeLoad: forBrands,
  loader: async ({ context: { queryClient }, params: { orderId } }) => {
    void queryClient.prefetchQuery(orderDetailsQuery(orderId))
    void queryClient.prefetchQuery(timelineQuery(orderId))
    await queryClient.ensureQueryData(orderQuery(orderId))
  },
  component: lazyRouteComponent(() => import('./pages/orders/order-page.tsx'), 'OrderPage'),
})

export interface ShipSearch {
  sort?: 'date'
  dialog?: ShipDialog
  /** The quote to confirm. */
  quote?: string
}

const SHIP_DIALOGS = ['confirm', 'print', 'reset', 'pickup'] as const
type ShipDialog = (typeof SHIP_DIALOGS)[number]

const ship = createRoute({
  getParentRoute: () => shell,
  path: paths.ship,
  validateSearch: ({ sort, dialog, quote }): ShipSearch => ({
    ...(sort === 'date' && { sort }),
    ...(isOneOf(SHIP_DIALOGS, dialog) && { dialog }),
    ...(typeof quote === 'string' && { quote }),
  }),
  beforeLoad: forBrands,
  loader: ({ context: { queryClient }, params: { orderId } }) => {
    void queryClient.prefetchQuery(shippedOrderQuery(orderId))
    void queryClient.prefetchQuery(quotesQuery(orderId))
    void queryClient.prefetchQuery(recentParcelsQuery)
  },
  component: lazyRouteComponent(() => import('./pages/orders/ship-page.tsx'), 'ShipPage'),
})

interface LabelsSearch extends Position {
  show: LabelState
  /** The orders whose labels are printed, in this order, separated by commas. */
  print?: string
}

const labels = createRoute({
  getParentRoute: () => shell,
  path: paths.labels,
  validateSearch: ({ show, print, ...position }: Record<string, unknown>): LabelsSearch => ({
    show: show === 'printed' ? show : 'to-print',
    ...(typeof print === 'string' && { print }),
    ...positionIn(position),
  }),
  beforeLoad: forBrands,
  loaderDeps: ({ search: { show, after, before } }) => ({ show, position: positionIn({ after, before }) }),
  loader: ({ context: { queryClient }, deps: { show, position } }) =>
    void queryClient.prefetchQuery(labelsQuery(show, position)),
  component: lazyRouteComponent(() => import('./pages/labels/labels-page.tsx'), 'LabelsPage'),
})

const integrations = createRoute({
  getParentRoute: () => shell,
  path: paths.integrations,
  beforeLoad: ({ context: { session } }) => {
    throw redirect({ to: mayManageApps(session) ? paths.apps : paths.webhooks })
  },
})

/** Open dialogs are part of the address. */
export interface AppsSearch {
  dialog?: AppsDialog
  app?: string
}

const APPS_DIALOGS = ['create', 'edit', 'rotate', 'revoke'] as const
type AppsDialog = (typeof APPS_DIALOGS)[number]
const isAppsDialog = (value: unknown): value is AppsDialog => APPS_DIALOGS.includes(value as AppsDialog)

const apps = createRoute({
  getParentRoute: () => shell,
  path: paths.apps,
  validateSearch: ({ dialog, app }): AppsSearch => ({
    ...(isAppsDialog(dialog) && { dialog }),
    ...(typeof app === 'string' && { app }),
  }),
  beforeLoad: ({ context: { session } }) => {
    if (!mayManageApps(session)) throw new Forbidden()
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(applicationsQuery)
    void queryClient.prefetchQuery(ownDeprecatedCallsQuery)
  },
  component: lazyRouteComponent(() => import('./pages/integrations/apps-page.tsx'), 'AppsPage'),
})

/** All that follows is about a brand. */
const brandsOnly = ({ context: { session } }: { context: { session: Session['attributes'] } }) => {
  if (!isBrand(session)) throw new Forbidden()
}
const oneOf = <const Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value)
/** The texts among the search parameters of these names. */
const textsIn = <Name extends string>(search: Record<string, unknown>, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  ) as { [N in Name]?: string }

const WEBHOOK_DIALOGS = ['create', 'edit', 'test', 'rotate', 'remove'] as const
export type WebhookDialog = (typeof WEBHOOK_DIALOGS)[number]
export interface WebhooksSearch {
  dialog?: WebhookDialog
  webhook?: string
}

const webhookDialogIn = ({ dialog }: Record<string, unknown>) => {
  const known = oneOf(WEBHOOK_DIALOGS, dialog)
  return known ? { dialog: known } : {}
}

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: paths.webhooks,
  validateSearch: (search): WebhooksSearch => ({
    ...webhookDialogIn(search),
    ...textsIn(search, ['webhook']),
  }),
  beforeLoad: brandsOnly,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(subscriptionsQuery)
    void queryClient.prefetchQuery(healthQuery)
  },
  component: lazyRouteComponent(() => import('./pages/integrations/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: paths.webhook,
  validateSearch: (search): Pick<WebhooksSearch, 'dialog'> & { language?: Language } => {
    const language = oneOf(LANGUAGES, search.language)
    return { ...webhookDialogIn(search), ...(language && { language }) }
  },
  beforeLoad: brandsOnly,
  loader: async ({ context: { queryClient }, params: { subscriptionId } }) => {
    void queryClient.prefetchQuery(newestDeliveriesQuery(subscriptionId))
    void queryClient.prefetchQuery(healthOfQuery(subscriptionId))
    await queryClient.ensureQueryData(subscriptionQuery(subscriptionId))
  },
  component: lazyRouteComponent(() => import('./pages/integrations/webhook-page.tsx'), 'WebhookPage'),
})

const deliveries = createRoute({
  getParentRoute: () => shell,
  path: paths.deliveries,
  validateSearch: (search): DeliveriesSearch & { dialog?: 'again' } => {
    const state = oneOf(['waiting', 'delivered', 'failed'], search.state)
    return {
      ...positionIn(search),
      ...daysIn(search),
      ...textsIn(search, ['event', 'subscription', 'resource']),
      ...(state && { state }),
      ...(search.dialog === 'again' && { dialog: 'again' }),
    }
  },
  beforeLoad: brandsOnly,
  loaderDeps: ({ search: { dialog: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(deliveriesQuery(deps))
    void queryClient.prefetchQuery(subscriptionsQuery)
  },
  component: lazyRouteComponent(() => import('./pages/integrations/deliveries-page.tsx'), 'DeliveriesPage'),
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
  component: lazyRouteComponent(() => import('./pages/integrations/delivery-page.tsx'), 'DeliveryPage'),
})

const sandboxOnly = (given: Parameters<typeof brandsOnly>[0]) => {
  if (!IS_SANDBOX) throw notFound()
  brandsOnly(given)
}

const requests = createRoute({
  getParentRoute: () => shell,
  path: paths.requests,
  validateSearch: (search): RequestsSearch => {
    const statusClass = oneOf(['2xx', '3xx', '4xx', '5xx'], search.statusClass)
    const method = oneOf(['GET', 'POST', 'PATCH', 'DELETE'], search.method)
    return {
      ...positionIn(search),
      ...textsIn(search, ['path', 'app']),
      ...(statusClass && { statusClass }),
      ...(method && { method }),
      ...(search.paused === true && { paused: true }),
    }
  },
  beforeLoad: sandboxOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(requestsQuery(deps)),
  component: lazyRouteComponent(() => import('./pages/integrations/requests-page.tsx'), 'RequestsPage'),
})

const request = createRoute({
  getParentRoute: () => shell,
  path: paths.request,
  beforeLoad: sandboxOnly,
  loader: async ({ context: { queryClient }, params: { requestId } }) => {
    await queryClient.ensureQueryData(requestQuery(requestId))
  },
  component: lazyRouteComponent(() => import('./pages/integrations/request-page.tsx'), 'RequestPage'),
})

const deprecations = createRoute({
  getParentRoute: () => shell,
  path: paths.deprecations,
  beforeLoad: brandsOnly,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(ownDeprecatedCallsQuery),
  component: lazyRouteComponent(
    () => import('./pages/integrations/deprecations-page.tsx'),
    'DeprecationsPage',
  ),
})

const settings = createRoute({
  getParentRoute: () => shell,
  path: paths.settings,
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.account })
  },
})

const account = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(ownUserQuery),
  component: lazyRouteComponent(() => import('./pages/settings/account-tab.tsx'), 'AccountTab'),
})

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(secondFactorQuery),
  component: lazyRouteComponent(() => import('./pages/settings/security-tab.tsx'), 'SecurityTab'),
})

const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(sessionsQuery),
  component: lazyRouteComponent(() => import('./pages/settings/sessions-tab.tsx'), 'SessionsTab'),
})

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  beforeLoad: ({ context: { session } }) => {
    if (!mayManageUsers(session)) throw new Forbidden()
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(usersQuery),
  component: lazyRouteComponent(() => import('./pages/settings/users-tab.tsx'), 'UsersTab'),
})

const routeTree = root.addChildren([
  signIn,
  forgot,
  reset,
  invitation,
  shell.addChildren([
    home,
    orders,
    order,
    ship,
    labels,
    integrations,
    apps,
    webhooks,
    webhook,
    deliveries,
    delivery,
    requests,
    request,
    deprecations,
    settings.addChildren([settingsIndex, account, security, sessions, users]),
  ]),
])

export const createDashboardRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
