/** What waits for operators, and the orders of all brands. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { daysIn } from '../api/days.ts'
import { positionIn } from '../api/list-pages.ts'
import {
  DECISION_KINDS,
  type OperatorOrdersSearch,
  operatorOrderDetailsQuery,
  operatorOrderQuery,
  operatorOrdersQuery,
  operatorTimelineQuery,
  type PendingSearch,
  pendingQuery,
} from '../api/operator-orders-queries.ts'
import type { OperatorOrderSearch } from '../pages/operator-orders/operator-order-page.tsx'
import { paths } from '../paths.ts'
import { words } from '../words/index.ts'
import { operatorsOnly, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

const DECISIONS = Object.keys(words.operatorOrders.decisions)

const pending = createRoute({
  getParentRoute: () => shell,
  path: paths.pending,
  validateSearch: (search): PendingSearch => ({
    kind: 'all',
    ...choiceIn(search, 'kind', DECISION_KINDS),
    ...textsIn(search, ['brand', 'retailer', 'order']),
    ...choiceIn(search, 'decide', DECISIONS),
    ...positionIn(search),
  }),
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(pendingQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/pending/pending-page.tsx'), 'PendingPage'),
})

const orders = createRoute({
  getParentRoute: () => shell,
  path: paths.ordersOfMarketplace,
  validateSearch: (search): OperatorOrdersSearch => ({
    ...textsIn(search, ['q', 'brand', 'retailer', 'status']),
    ...daysIn(search),
    ...positionIn(search),
  }),
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(operatorOrdersQuery(deps)),
  component: lazyRouteComponent(
    () => import('../pages/operator-orders/operator-orders-page.tsx'),
    'OperatorOrdersPage',
  ),
})

const order = createRoute({
  getParentRoute: () => shell,
  path: paths.orderOfMarketplace,
  validateSearch: (search): OperatorOrderSearch =>
    choiceIn(search, 'dialog', ['billingAddress', 'shippingAddress', ...DECISIONS]),
  beforeLoad: operatorsOnly,
  loader: async ({ context: { queryClient }, params: { orderId } }) => {
    void queryClient.prefetchQuery(operatorOrderDetailsQuery(orderId))
    void queryClient.prefetchQuery(operatorTimelineQuery(orderId))
    await queryClient.ensureQueryData(operatorOrderQuery(orderId))
  },
  component: lazyRouteComponent(
    () => import('../pages/operator-orders/operator-order-page.tsx'),
    'OperatorOrderPage',
  ),
})

export const operatorOrderRoutes = [pending, orders, order] as const
