/** Support sessions: the operator's page, and where one leads when its hour is over. */

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { positionIn } from '../api/list-pages.ts'
import { sessionQuery } from '../api/queries.ts'
import { type SupportSearch, supportSessionsQuery } from '../api/support-queries.ts'
import { paths } from '../paths.ts'
import { ErrorOutside, operatorsOnly, root, shell } from './frame.tsx'
import { textsIn } from './search-parameters.ts'

export const supportRoute = createRoute({
  getParentRoute: () => shell,
  path: paths.support,
  validateSearch: (search): SupportSearch => ({
    ...textsIn(search, ['brand', 'start', 'q']),
    ...positionIn(search),
  }),
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search: { brand, after, before } }) => ({
    ...(brand && { brand }),
    ...positionIn({ after, before }),
  }),
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(supportSessionsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/support/support-page.tsx'), 'SupportPage'),
})

export const supportEndedRoute = createRoute({
  getParentRoute: () => root,
  path: paths.supportEnded,
  // The shell finds out what else the session is.
  beforeLoad: async ({ context: { queryClient } }) => {
    const session = await queryClient.fetchQuery(sessionQuery).catch(() => null)
    if (session?.attributes.state !== 'support-ended') throw redirect({ to: paths.home })
  },
  component: lazyRouteComponent(() => import('../pages/support/support-ended-page.tsx'), 'SupportEndedPage'),
  errorComponent: ErrorOutside,
})
