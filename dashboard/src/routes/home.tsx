import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isOperator, isRetailer } from '../access.ts'
import { overviewQuery } from '../api/home-queries.ts'
import { FIRSTS, type HomeSearch } from '../pages/home/search-parameters.ts'
import { paths } from '../paths.ts'
import { shell } from './frame.tsx'
import { choiceIn } from './search-parameters.ts'

export const homeRoute = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  validateSearch: (search): HomeSearch => choiceIn(search, 'first', FIRSTS),
  beforeLoad: ({ context: { session } }) => {
    if (isRetailer(session)) throw redirect({ to: paths.purchases })
    if (isOperator(session)) throw redirect({ to: paths.pending })
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(overviewQuery),
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})
