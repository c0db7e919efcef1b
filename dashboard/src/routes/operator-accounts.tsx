/** Brands, retailers, discount rules and the audit log, for operators. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  type AccountsSearch,
  brandQuery,
  brandsQuery,
  retailerQuery,
  retailersOfMarketQuery,
} from '../api/accounts-queries.ts'
import { type MarketAuditSearch, marketAuditQuery } from '../api/audit-queries.ts'
import { daysIn } from '../api/days.ts'
import { type DiscountsSearch, discountsQuery } from '../api/discounts-queries.ts'
import { positionIn } from '../api/list-pages.ts'
import { readServerNow } from '../api/server-time.ts'
import type { AccountSearch } from '../pages/accounts/account-page.tsx'
import { APP_DIALOGS, USER_DIALOGS } from '../parts/search-parameters.ts'
import { paths } from '../paths.ts'
import { operatorsOnly, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

const accountsIn = (search: Record<string, unknown>): AccountsSearch & { dialog?: 'create' } => ({
  ...textsIn(search, ['q', 'country', 'segment']),
  ...choiceIn(search, 'state', ['active', 'suspended']),
  ...choiceIn(search, 'dialog', ['create']),
  ...positionIn(search),
})

/** The tab is always in the address, so that its link is the current one. */
const accountIn = (search: Record<string, unknown>): AccountSearch => ({
  tab: 'settings',
  ...choiceIn(search, 'tab', ['settings', 'users', 'apps', 'discounts']),
  ...choiceIn(search, 'dialog', ['suspend', 'resume', 'support', ...APP_DIALOGS, ...USER_DIALOGS]),
  ...textsIn(search, ['user', 'app']),
})

const brands = createRoute({
  getParentRoute: () => shell,
  path: paths.brandsOfMarketplace,
  validateSearch: accountsIn,
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search: { dialog: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(brandsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/accounts/brands-page.tsx'), 'BrandsPage'),
})

const brand = createRoute({
  getParentRoute: () => shell,
  path: paths.brandOfMarketplace,
  validateSearch: (search): AccountSearch => accountIn(search),
  beforeLoad: operatorsOnly,
  loader: async ({ context: { queryClient }, params: { brandId } }) => {
    await queryClient.ensureQueryData(brandQuery(brandId))
  },
  component: lazyRouteComponent(() => import('../pages/accounts/brand-page.tsx'), 'BrandPage'),
})

const retailers = createRoute({
  getParentRoute: () => shell,
  path: paths.retailersOfMarketplace,
  validateSearch: accountsIn,
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search: { dialog: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(retailersOfMarketQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/accounts/retailers-page.tsx'), 'RetailersPage'),
})

const retailer = createRoute({
  getParentRoute: () => shell,
  path: paths.retailerOfMarketplace,
  validateSearch: (search): AccountSearch => accountIn(search),
  beforeLoad: operatorsOnly,
  loader: async ({ context: { queryClient }, params: { retailerId } }) => {
    await queryClient.ensureQueryData(retailerQuery(retailerId))
  },
  component: lazyRouteComponent(() => import('../pages/accounts/retailer-page.tsx'), 'RetailerPage'),
})

const discounts = createRoute({
  getParentRoute: () => shell,
  path: paths.discounts,
  validateSearch: (search): DiscountsSearch & { dialog?: 'create' | 'edit' | 'remove'; rule?: string } => ({
    ...textsIn(search, ['brand', 'retailer', 'segment', 'rule']),
    ...choiceIn({ active: String(search.active) }, 'active', ['true', 'false']),
    ...choiceIn(search, 'dialog', ['create', 'edit', 'remove']),
    ...positionIn(search),
  }),
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search: { dialog: _dialog, rule: _rule, ...search } }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(discountsQuery(deps))
    // A new rule begins now, by the clock of the server.
    await readServerNow(queryClient)
  },
  component: lazyRouteComponent(() => import('../pages/discounts/discounts-page.tsx'), 'DiscountsPage'),
})

const audit = createRoute({
  getParentRoute: () => shell,
  path: paths.auditOfMarketplace,
  validateSearch: (search): MarketAuditSearch & { entry?: string } => ({
    ...textsIn(search, ['action', 'brand', 'retailer', 'user', 'app', 'entry']),
    ...daysIn(search),
    ...positionIn(search),
  }),
  beforeLoad: operatorsOnly,
  loaderDeps: ({ search: { entry: _entry, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(marketAuditQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/operator-audit/audit-page.tsx'), 'AuditPage'),
})

export const operatorAccountRoutes = [brands, brand, retailers, retailer, discounts, audit] as const
