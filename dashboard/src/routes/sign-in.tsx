/** Pages for those who are not signed in. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { demoUsersQuery } from '../api/queries.ts'
import { IS_SANDBOX } from '../environment.ts'
import { paths } from '../paths.ts'
import { ErrorOutside, root } from './frame.tsx'

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  loader: ({ context: { queryClient } }) => {
    if (IS_SANDBOX) void queryClient.prefetchQuery(demoUsersQuery)
  },
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: paths.forgot,
  component: lazyRouteComponent(() => import('../pages/sign-in/forgot-page.tsx'), 'ForgotPage'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: paths.reset,
  component: lazyRouteComponent(() => import('../pages/sign-in/reset-page.tsx'), 'ResetPage'),
  errorComponent: ErrorOutside,
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: paths.invitation,
  component: lazyRouteComponent(() => import('../pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
  errorComponent: ErrorOutside,
})

const signInLink = createRoute({
  getParentRoute: () => root,
  path: paths.signInLink,
  component: lazyRouteComponent(() => import('../pages/sign-in/link-page.tsx'), 'LinkPage'),
  errorComponent: ErrorOutside,
})

export const signInRoutes = [signIn, forgot, reset, invitation, signInLink] as const
