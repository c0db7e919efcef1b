/** The views of pending decisions and of the orders of all brands. */
import type { Page } from 'playwright-core'
import { dialog, heading, loaded, row, type View } from './dashboard-view.ts'

const PENDING = '/dashboard/operator/pending'
const ORDERS = '/dashboard/operator/orders'

/** Opens the first order of the list. */
const first =
  (then: (page: Page) => Promise<unknown> = async () => {}) =>
  async (page: Page): Promise<void> => {
    await row(page)
    await page.locator('tbody tr a').first().click()
    await page.getByRole('list', { name: 'Timeline' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).waitFor()
    await then(page)
  }

async function selectTwo(page: Page): Promise<void> {
  await row(page)
  const boxes = page.getByRole('checkbox', { name: /^Select \d/ })
  for (const i of [0, 1]) await boxes.nth(i).check()
  await page.getByText('2 selected').waitFor()
}

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
    ready: (page) => page.getByText('Nothing of this waits').waitFor(),
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
  { name: 'operator-order', as: 'operator', path: `${ORDERS}?status=reception_refused`, ready: first() },
  {
    name: 'operator-order-menu',
    as: 'operator',
    path: `${ORDERS}?status=received`,
    ready: first(async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menu').waitFor()
    }),
  },
  {
    name: 'operator-order-address',
    as: 'operator',
    path: `${ORDERS}?status=brand_confirmed`,
    ready: first(async (page) => {
      await page.getByRole('button', { name: 'Change the shipping address' }).click()
      await dialog('Change the shipping address')(page)
    }),
  },
]
