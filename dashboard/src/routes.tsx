/** The table of contents: every address, what it needs, and the page that it shows. Pages are loaded when they are opened. */

import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from './pages/problems/problem-pages.tsx'
import { catalogRoutes } from './routes/catalog.tsx'
import { root, shell } from './routes/frame.tsx'
import { homeRoute } from './routes/home.tsx'
import { importRoutes } from './routes/imports.tsx'
import { integrationRoutes } from './routes/integrations.tsx'
import { moneyRoutes } from './routes/money.tsx'
import { operatorAccountRoutes } from './routes/operator-accounts.tsx'
import { operatorOrderRoutes } from './routes/operator-orders.tsx'
import { systemRoutes } from './routes/operator-systems.tsx'
import { orderRoutes } from './routes/orders.tsx'
import { parentRoutes } from './routes/parents.tsx'
import { purchaseRoutes } from './routes/purchases.tsx'
import { settingsRoute } from './routes/settings.tsx'
import { signInRoutes } from './routes/sign-in.tsx'
import { supportEndedRoute, supportRoute } from './routes/support.tsx'

const routeTree = root.addChildren([
  ...signInRoutes,
  supportEndedRoute,
  shell.addChildren([
    homeRoute,
    ...orderRoutes,
    ...operatorOrderRoutes,
    ...catalogRoutes,
    ...importRoutes,
    ...moneyRoutes,
    ...integrationRoutes,
    ...operatorAccountRoutes,
    ...purchaseRoutes,
    supportRoute,
    ...systemRoutes,
    settingsRoute,
    ...parentRoutes,
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
