/** The views of pending decisions and of the orders of all brands. */
import { dialog, heading, loaded, openFirstOrder, row, selectTwo, type View } from './dashboard-view.ts'

const PENDING = '/dashboard/operator/pending'
const ORDERS = '/dashboard/operator/orders'

export const OPERATOR_ORDER_VIEWS: readonly View[] = [
  {
    name: 'pending',
    as: 'operator',
    path: '/dashboard',
    async ready(page) {
      await heading('Pending decisions')(page)
      await row(page)
      await loaded(page)
    },
  },
  { name: 'pending-selected', as: 'operator', path: `${PENDING}?kind=payouts`, ready: selectTwo },
  {
    name: 'pending-decide',
    as: 'operator',
    path: `${PENDING}?kind=rejections`,
    async ready(page) {
      await page
        .getByRole('button', { name: /^Approve \d/ })
        .first()
        .click()
      await dialog(/^Approve the rejection of/)(page)
    },
  },
  {
    name: 'pending-none',
    as: 'operator',
    path: `${PENDING}?retailer=5f2b8c1e-8f0a-4f57-9d38-0a5c1f4f9b3e`,
    ready: (page) => page.getByText('Nothing of this kind waits').waitFor(),
  },
  {
    name: 'operator-orders',
    as: 'operator',
    path: ORDERS,
    async ready(page) {
      await row(page)
      await loaded(page)
    },
  },
  {
    name: 'operator-orders-none',
    as: 'operator',
    path: `${ORDERS}?q=nothing-like-it`,
    ready: (page) => page.getByText('No order matches.').waitFor(),
  },
  {
    name: 'operator-order',
    as: 'operator',
    path: `${ORDERS}?status=reception_refused`,
    ready: openFirstOrder(),
  },
  {
    name: 'operator-order-menu',
    as: 'operator',
    path: `${ORDERS}?status=received`,
    ready: openFirstOrder(async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menu').waitFor()
    }),
  },
  {
    name: 'operator-order-address',
    as: 'operator',
    path: `${ORDERS}?status=brand_confirmed`,
    ready: openFirstOrder(async (page) => {
      await page.getByRole('button', { name: 'Change the shipping address' }).click()
      await dialog('Change the shipping address')(page)
    }),
  },
]
