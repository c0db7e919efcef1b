import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isOperator, isRetailer } from '../access.ts'
import { overviewQuery } from '../api/home-queries.ts'
import { paths } from '../paths.ts'
import { shell } from './frame.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  beforeLoad: ({ context: { session } }) => {
    if (isRetailer(session)) throw redirect({ to: paths.purchases })
    if (isOperator(session)) throw redirect({ to: paths.pending })
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(overviewQuery),
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})
