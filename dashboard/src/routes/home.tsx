import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { isBrand } from '../access.ts'
import { overviewQuery } from '../api/home-queries.ts'
import { paths } from '../paths.ts'
import { shell } from './frame.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  loader: ({ context: { queryClient, session } }) => {
    if (isBrand(session)) void queryClient.prefetchQuery(overviewQuery)
  },
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})
