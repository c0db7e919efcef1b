/** Addresses that have no page of their own, but pages below them, lead to the one that is meant; all others to a sentence. */
import { createRoute, redirect } from '@tanstack/react-router'
import { NotFoundPage } from '../pages/problems/problem-pages.tsx'
import { paths } from '../paths.ts'
import { shell } from './frame.tsx'

const operator = createRoute({
  getParentRoute: () => shell,
  path: paths.operator,
  beforeLoad: () => {
    throw redirect({ to: paths.pending })
  },
})

const allStock = createRoute({
  getParentRoute: () => shell,
  path: paths.allStock,
  beforeLoad: () => {
    throw redirect({ to: paths.catalog })
  },
})

const payouts = createRoute({
  getParentRoute: () => shell,
  path: paths.payouts,
  beforeLoad: () => {
    throw redirect({ to: paths.money, search: { tab: 'payouts' } })
  },
})

const endpointDeliveries = createRoute({
  getParentRoute: () => shell,
  path: paths.endpointDeliveries,
  beforeLoad: ({ params }) => {
    throw redirect({ to: paths.endpoint, params })
  },
})

/** Inside of the shell, so that the navigation is there. */
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

export const parentRoutes = [operator, allStock, payouts, endpointDeliveries, unknown] as const
