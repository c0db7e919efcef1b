/** Settings of the user and of the account, one tab each. */

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { mayManageUsers } from '../access.ts'
import { ownUserQuery, secondFactorQuery, sessionsQuery, usersQuery } from '../api/queries.ts'
import { Forbidden } from '../pages/problems/problem-pages.tsx'
import { paths } from '../paths.ts'
import { shell } from './frame.tsx'

const settings = createRoute({
  getParentRoute: () => shell,
  path: paths.settings,
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
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
  component: lazyRouteComponent(() => import('../pages/settings/account-tab.tsx'), 'AccountTab'),
})

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(secondFactorQuery),
  component: lazyRouteComponent(() => import('../pages/settings/security-tab.tsx'), 'SecurityTab'),
})

const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(sessionsQuery),
  component: lazyRouteComponent(() => import('../pages/settings/sessions-tab.tsx'), 'SessionsTab'),
})

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  beforeLoad: ({ context: { session } }) => {
    if (!mayManageUsers(session)) throw new Forbidden()
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(usersQuery),
  component: lazyRouteComponent(() => import('../pages/settings/users-tab.tsx'), 'UsersTab'),
})

export const settingsRoute = settings.addChildren([settingsIndex, account, security, sessions, users])
