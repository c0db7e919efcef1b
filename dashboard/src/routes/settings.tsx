/** Settings of the user and of the account, one tab each. */

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isSupport, mayManageUsers, mayReadAudit } from '../access.ts'
import { type AuditSearch, auditQuery } from '../api/audit-queries.ts'
import { daysIn } from '../api/days.ts'
import { positionIn } from '../api/list-pages.ts'
import { ownUserQuery, secondFactorQuery, sessionsQuery, usersQuery } from '../api/queries.ts'
import {
  contactsQuery,
  francoQuery,
  profileQuery,
  type RetailersSearch,
  retailersQuery,
  shippingSettingsQuery,
} from '../api/settings-queries.ts'
import { Forbidden } from '../pages/problems/problem-pages.tsx'
import { USER_DIALOGS, type UsersSearch } from '../parts/search-parameters.ts'
import { paths } from '../paths.ts'
import { brandsOnly, type Entering, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

const settings = createRoute({
  getParentRoute: () => shell,
  path: paths.settings,
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
})

/** In a support session the user is not of the account. */
const usersOnly = ({ context: { session } }: Entering) => {
  if (isSupport(session)) throw new Forbidden()
}

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ context: { session } }) => {
    throw redirect({ to: isSupport(session) ? paths.profile : paths.account })
  },
})

const account = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  beforeLoad: usersOnly,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(ownUserQuery),
  component: lazyRouteComponent(() => import('../pages/settings/account-tab.tsx'), 'AccountTab'),
})

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  beforeLoad: usersOnly,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(secondFactorQuery),
  component: lazyRouteComponent(() => import('../pages/settings/security-tab.tsx'), 'SecurityTab'),
})

const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  beforeLoad: usersOnly,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(sessionsQuery),
  component: lazyRouteComponent(() => import('../pages/settings/sessions-tab.tsx'), 'SessionsTab'),
})

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  validateSearch: (search): UsersSearch => ({
    ...choiceIn(search, 'dialog', USER_DIALOGS),
    ...textsIn(search, ['user']),
  }),
  beforeLoad: ({ context: { session } }) => {
    if (!mayManageUsers(session)) throw new Forbidden()
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(usersQuery),
  component: lazyRouteComponent(() => import('../pages/settings/users-tab.tsx'), 'UsersTab'),
})

const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  beforeLoad: brandsOnly,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(profileQuery),
  component: lazyRouteComponent(() => import('../pages/settings/profile-tab.tsx'), 'ProfileTab'),
})

const shipping = createRoute({
  getParentRoute: () => settings,
  path: '/shipping',
  beforeLoad: brandsOnly,
  loader: ({ context: { queryClient, session } }) =>
    void queryClient.prefetchQuery(shippingSettingsQuery(session.account.id ?? '')),
  component: lazyRouteComponent(() => import('../pages/settings/shipping-tab.tsx'), 'ShippingTab'),
})

const freeShipping = createRoute({
  getParentRoute: () => settings,
  path: '/free-shipping',
  beforeLoad: brandsOnly,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(francoQuery),
  component: lazyRouteComponent(() => import('../pages/settings/free-shipping-tab.tsx'), 'FreeShippingTab'),
})

const contacts = createRoute({
  getParentRoute: () => settings,
  path: '/contacts',
  validateSearch: (search): { dialog?: 'add' | 'edit' | 'remove'; contact?: string } => ({
    ...choiceIn(search, 'dialog', ['add', 'edit', 'remove']),
    ...textsIn(search, ['contact']),
  }),
  beforeLoad: brandsOnly,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(contactsQuery),
  component: lazyRouteComponent(() => import('../pages/settings/contacts-tab.tsx'), 'ContactsTab'),
})

const retailers = createRoute({
  getParentRoute: () => settings,
  path: '/retailers',
  validateSearch: (search): RetailersSearch => ({
    ...textsIn(search, ['q']),
    ...choiceIn(search, 'acceptance', ['on', 'off']),
    ...positionIn(search),
  }),
  beforeLoad: brandsOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(retailersQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/settings/retailers-tab.tsx'), 'RetailersTab'),
})

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: (search): AuditSearch & { entry?: string } => ({
    ...textsIn(search, ['action', 'by', 'entry']),
    ...daysIn(search),
    ...positionIn(search),
  }),
  beforeLoad: ({ context: { session } }) => {
    if (!mayReadAudit(session)) throw new Forbidden()
  },
  loaderDeps: ({ search: { entry: _entry, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(auditQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/settings/audit-tab.tsx'), 'AuditTab'),
})

export const settingsRoute = settings.addChildren([
  settingsIndex,
  account,
  security,
  sessions,
  profile,
  shipping,
  freeShipping,
  contacts,
  retailers,
  users,
  audit,
])
