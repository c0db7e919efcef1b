/** The table of contents: every address, what it needs, and the page that it shows. Pages are loaded when they are opened. */

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { AuthenticationError } from '@tradehall/client'
import { mayManageApps, mayManageUsers } from './access.ts'
import {
  applicationsQuery,
  demoUsersQuery,
  ownDeprecatedCallsQuery,
  ownUserQuery,
  type Session,
  secondFactorQuery,
  sessionQuery,
  sessionsQuery,
  usersQuery,
} from './api/queries.ts'
import { IS_SANDBOX } from './environment.ts'
import { ErrorPage, Forbidden, NotFoundPage } from './pages/problems/problem-pages.tsx'
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

const integrations = createRoute({
  getParentRoute: () => shell,
  path: paths.integrations,
  beforeLoad: () => {
    throw redirect({ to: paths.apps })
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
    integrations,
    apps,
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
