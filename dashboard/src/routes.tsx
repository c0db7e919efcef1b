/** The table of contents: every address, what it needs, and the page that it shows. Pages are loaded when they are opened. */

import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from './pages/problems/problem-pages.tsx'
import { paths } from './paths.ts'
import { root, shell } from './routes/frame.tsx'
import { integrationRoutes } from './routes/integrations.tsx'
import { orderRoutes } from './routes/orders.tsx'
import { settingsRoute } from './routes/settings.tsx'
import { signInRoutes } from './routes/sign-in.tsx'

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const routeTree = root.addChildren([
  ...signInRoutes,
  shell.addChildren([home, ...orderRoutes, ...integrationRoutes, settingsRoute]),
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
