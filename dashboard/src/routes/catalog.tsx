/** Products, and the stock of their variants. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  PRODUCT_STATES,
  type ProductListSearch,
  productDetailsQuery,
  productQuery,
  productsQuery,
} from '../api/catalog-queries.ts'
import { daysIn } from '../api/days.ts'
import { positionIn } from '../api/list-pages.ts'
import {
  STOCK_RANGES,
  type StockSearch,
  stockHistoryQuery,
  stockMovementsQuery,
  stockStateQuery,
  variantQuery,
} from '../api/stock-queries.ts'
import { paths } from '../paths.ts'
import { brandsOnly, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

interface CatalogSearch extends ProductListSearch {
  dialog?: 'change-stock'
}

const catalog = createRoute({
  getParentRoute: () => shell,
  path: paths.catalog,
  validateSearch: (search): CatalogSearch => ({
    ...textsIn(search, ['q']),
    ...choiceIn(search, 'state', PRODUCT_STATES),
    ...choiceIn(search, 'sort', ['name']),
    ...choiceIn(search, 'dialog', ['change-stock']),
    ...positionIn(search),
  }),
  beforeLoad: brandsOnly,
  loaderDeps: ({ search: { dialog: _dialog, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(productsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/catalog/catalog-page.tsx'), 'CatalogPage'),
})

interface ProductSearch {
  archived?: 'shown'
}

const product = createRoute({
  getParentRoute: () => shell,
  path: paths.product,
  validateSearch: (search): ProductSearch => choiceIn(search, 'archived', ['shown']),
  beforeLoad: brandsOnly,
  loader: async ({ context: { queryClient }, params: { productId } }) => {
    void queryClient.prefetchQuery(productDetailsQuery(productId))
    await queryClient.ensureQueryData(productQuery(productId))
  },
  component: lazyRouteComponent(() => import('../pages/catalog/product-page.tsx'), 'ProductPage'),
})

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

const stock = createRoute({
  getParentRoute: () => shell,
  path: paths.stock,
  validateSearch: (search): StockSearch => {
    const { days, at } = textsIn(search, ['days', 'at'])
    return {
      ...choiceIn({ days }, 'days', STOCK_RANGES),
      ...daysIn(search),
      ...(at && MOMENT.test(at) && !Number.isNaN(Date.parse(at)) && { at }),
      ...positionIn(search),
    }
  },
  beforeLoad: brandsOnly,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { variantId }, deps }) => {
    void queryClient.prefetchQuery(stockStateQuery(variantId))
    void queryClient.prefetchQuery(stockHistoryQuery(variantId, deps))
    void queryClient.prefetchQuery(stockMovementsQuery(variantId, deps))
    await queryClient.ensureQueryData(variantQuery(variantId))
  },
  component: lazyRouteComponent(() => import('../pages/stock/stock-page.tsx'), 'StockPage'),
})

export const catalogRoutes = [catalog, product, stock] as const
