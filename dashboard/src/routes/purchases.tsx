/** A retailer's own orders. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { daysIn } from '../api/days.ts'
import { positionIn } from '../api/list-pages.ts'
import {
  PURCHASE_TABS,
  type PurchasesSearch,
  type PurchaseTab,
  purchaseCountsQuery,
  purchaseQuery,
  purchasesQuery,
  purchaseTimelineQuery,
} from '../api/purchases-queries.ts'
import { PURCHASE_DIALOGS, type PurchaseSearch } from '../pages/purchases/search-parameters.ts'
import { paths } from '../paths.ts'
import { retailersOnly, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

const purchases = createRoute({
  getParentRoute: () => shell,
  path: paths.purchases,
  validateSearch: (search): PurchasesSearch => ({
    tab: 'all',
    ...choiceIn(search, 'tab', Object.keys(PURCHASE_TABS) as PurchaseTab[]),
    ...textsIn(search, ['q', 'brand', 'status']),
    ...daysIn(search),
    ...positionIn(search),
  }),
  beforeLoad: retailersOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(purchasesQuery(deps))
    void queryClient.prefetchQuery(purchaseCountsQuery(deps))
  },
  component: lazyRouteComponent(() => import('../pages/purchases/purchases-page.tsx'), 'PurchasesPage'),
})

const purchase = createRoute({
  getParentRoute: () => shell,
  path: paths.purchase,
  validateSearch: (search): PurchaseSearch => choiceIn(search, 'dialog', PURCHASE_DIALOGS),
  beforeLoad: retailersOnly,
  loader: async ({ context: { queryClient }, params: { orderId } }) => {
    void queryClient.prefetchQuery(purchaseTimelineQuery(orderId))
    await queryClient.ensureQueryData(purchaseQuery(orderId))
  },
  component: lazyRouteComponent(() => import('../pages/purchases/purchase-page.tsx'), 'PurchasePage'),
})

export const purchaseRoutes = [purchases, purchase] as const
