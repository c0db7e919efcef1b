/** Payouts and billing exports. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { daysIn } from '../api/days.ts'
import {
  exportsQuery,
  MONEY_TABS,
  type MoneySearch,
  payoutQuery,
  payoutsQuery,
} from '../api/money-queries.ts'
import { paths } from '../paths.ts'
import { brandsOnly, shell } from './frame.tsx'
import { choiceIn } from './search-parameters.ts'

const isOffset = (value: unknown) => /^[1-9]\d{0,8}$/.test(String(value))

const money = createRoute({
  getParentRoute: () => shell,
  path: paths.money,
  validateSearch: (search): MoneySearch => ({
    tab: 'payouts',
    ...choiceIn(search, 'tab', MONEY_TABS),
    ...choiceIn(search, 'dialog', ['new']),
    ...daysIn(search),
    ...(isOffset(search.after) && { after: String(search.after) }),
  }),
  beforeLoad: brandsOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void (deps.tab === 'payouts'
      ? queryClient.prefetchQuery(payoutsQuery(deps))
      : queryClient.prefetchQuery(exportsQuery))
  },
  component: lazyRouteComponent(() => import('../pages/money/money-page.tsx'), 'MoneyPage'),
})

const payout = createRoute({
  getParentRoute: () => shell,
  path: paths.payout,
  beforeLoad: brandsOnly,
  loader: async ({ context: { queryClient }, params: { payoutId } }) => {
    await queryClient.ensureQueryData(payoutQuery(payoutId))
  },
  component: lazyRouteComponent(() => import('../pages/money/payout-page.tsx'), 'PayoutPage'),
})

export const moneyRoutes = [money, payout] as const
