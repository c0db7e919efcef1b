/** Orders, their shipping, and labels. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { daysIn } from '../api/days.ts'
import { type Position, positionIn } from '../api/list-pages.ts'
import {
  ORDER_SORTS,
  type OrderListSearch,
  orderCountsQuery,
  orderDetailsQuery,
  orderQuery,
  ordersQuery,
  TABS,
  timelineQuery,
} from '../api/orders-queries.ts'
import {
  type LabelState,
  labelsQuery,
  quotesQuery,
  recentParcelsQuery,
  shippedOrderQuery,
} from '../api/shipping-queries.ts'
import {
  ORDER_DIALOGS,
  type OrderSearch,
  SHIP_DIALOGS,
  type ShipSearch,
} from '../pages/orders/search-parameters.ts'
import { paths } from '../paths.ts'
import { brandsOnly, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

const orders = createRoute({
  getParentRoute: () => shell,
  path: paths.orders,
  validateSearch: (search): OrderListSearch => ({
    tab: 'to-accept',
    ...choiceIn(search, 'tab', Object.keys(TABS) as (keyof typeof TABS)[]),
    ...textsIn(search, ['q', 'retailer', 'status']),
    ...choiceIn(search, 'sort', [...ORDER_SORTS, 'newest']),
    ...daysIn(search),
    ...positionIn(search),
  }),
  beforeLoad: brandsOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(ordersQuery(deps))
    void queryClient.prefetchQuery(orderCountsQuery(deps))
  },
  component: lazyRouteComponent(() => import('../pages/orders/orders-page.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => shell,
  path: paths.order,
  validateSearch: (search): OrderSearch => choiceIn(search, 'dialog', ORDER_DIALOGS),
  beforeLoad: brandsOnly,
  loader: async ({ context: { queryClient }, params: { orderId } }) => {
    void queryClient.prefetchQuery(orderDetailsQuery(orderId))
    void queryClient.prefetchQuery(timelineQuery(orderId))
    await queryClient.ensureQueryData(orderQuery(orderId))
  },
  component: lazyRouteComponent(() => import('../pages/orders/order-page.tsx'), 'OrderPage'),
})

const ship = createRoute({
  getParentRoute: () => shell,
  path: paths.ship,
  validateSearch: (search): ShipSearch => ({
    ...choiceIn(search, 'sort', ['date']),
    ...choiceIn(search, 'dialog', SHIP_DIALOGS),
    ...textsIn(search, ['quote']),
  }),
  beforeLoad: brandsOnly,
  loader: ({ context: { queryClient }, params: { orderId } }) => {
    void queryClient.prefetchQuery(shippedOrderQuery(orderId))
    void queryClient.prefetchQuery(quotesQuery(orderId))
    void queryClient.prefetchQuery(recentParcelsQuery)
  },
  component: lazyRouteComponent(() => import('../pages/orders/ship-page.tsx'), 'ShipPage'),
})

interface LabelsSearch extends Position {
  show: LabelState
  /** The orders whose labels are printed, in this order, separated by commas. */
  print?: string
}

const labels = createRoute({
  getParentRoute: () => shell,
  path: paths.labels,
  validateSearch: (search): LabelsSearch => ({
    show: search.show === 'printed' ? 'printed' : 'to-print',
    ...textsIn(search, ['print']),
    ...positionIn(search),
  }),
  beforeLoad: brandsOnly,
  loaderDeps: ({ search: { show, after, before } }) => ({ show, position: positionIn({ after, before }) }),
  loader: ({ context: { queryClient }, deps: { show, position } }) =>
    void queryClient.prefetchQuery(labelsQuery(show, position)),
  component: lazyRouteComponent(() => import('../pages/labels/labels-page.tsx'), 'LabelsPage'),
})
export const orderRoutes = [orders, order, ship, labels] as const
