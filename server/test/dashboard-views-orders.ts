/** The views of orders. */
import type { Page } from 'playwright-core'
import { type Given, loaded, openFirstOrder, row, selectTwo, type View } from './dashboard-view.ts'

const ORDERS = '/dashboard/orders'

/** The oldest order that waits has an item of which too little is there. */
async function runShort(_page: Page, { shop: { platform, credentials } }: Given): Promise<void> {
  await platform.db`
    update stock.levels set available = 1 - reserved
    where brand_id = ${credentials.brandId} and variant_id = (
      select variant_id from ordering.items
      where brand_id = ${credentials.brandId} and order_id = (
        select id from ordering.orders
        where brand_id = ${credentials.brandId} and status = 'ankor_confirmed'
        order by submitted_at, id limit 1
      )
      order by quantity desc limit 1
    )`
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor()

export const ORDER_VIEWS: readonly View[] = [
  {
    name: 'orders',
    as: 'alder-wick',
    path: ORDERS,
    async ready(page, given) {
      await runShort(page, given)
      await page.reload()
      await row(page)
    },
  },
  { name: 'orders-selected', as: 'alder-wick', path: ORDERS, ready: selectTwo },
  {
    name: 'orders-reject',
    as: 'alder-wick',
    path: ORDERS,
    async ready(page) {
      await selectTwo(page)
      await press('Reject…')(page)
      await dialog(page, 'Reject 2 orders')
    },
  },
  {
    name: 'orders-statuses',
    as: 'alder-wick',
    path: `${ORDERS}?tab=all&status=shipped,brand_paid`,
    async ready(page) {
      await row(page)
      await press(/^Status: On the way, Paid/)(page)
      await page.getByRole('checkbox', { name: 'Cancelled' }).waitFor()
    },
  },
  { name: 'orders-all', as: 'alder-wick-staff', path: `${ORDERS}?tab=all`, ready: row },
  {
    name: 'orders-none',
    as: 'northlight-ceramics',
    path: ORDERS,
    ready: (page) => page.getByText('No order waits for you.').waitFor(),
  },
  {
    name: 'orders-nothing-found',
    as: 'alder-wick',
    path: `${ORDERS}?tab=all&q=nowhere`,
    ready: (page) => page.getByText('No order matches.').waitFor(),
  },
  {
    name: 'orders-failed',
    as: 'alder-wick',
    path: ORDERS,
    fault: { path: '/api/v1/orders', status: 503 },
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'order-to-accept', as: 'alder-wick', path: ORDERS, ready: openFirstOrder() },
  {
    name: 'order-reject',
    as: 'alder-wick',
    path: ORDERS,
    ready: openFirstOrder(async (page) => {
      await press('Reject…')(page)
      await dialog(page, /^Reject \d/)
    }),
  },
  {
    name: 'order-actions',
    as: 'alder-wick',
    path: ORDERS,
    ready: openFirstOrder(async (page) => {
      await press('More actions')(page)
      await page.getByRole('menu').waitFor()
    }),
  },
  {
    name: 'order-date',
    as: 'alder-wick',
    path: `${ORDERS}?tab=to-ship`,
    ready: openFirstOrder(async (page) => {
      await press('More actions')(page)
      await page.getByRole('menuitem', { name: 'Change the shipping date…' }).click()
      await dialog(page, 'Change the shipping date')
    }),
  },
  {
    name: 'order-reset-labels',
    as: 'alder-wick',
    path: `${ORDERS}?tab=labels`,
    ready: openFirstOrder(async (page) => {
      await press('More actions')(page)
      await page.getByRole('menuitem', { name: 'Reset labels…' }).click()
      await dialog(page, 'Reset the labels')
    }),
  },
  {
    name: 'order-settle-refusal',
    as: 'alder-wick',
    path: `${ORDERS}?tab=refused`,
    ready: openFirstOrder(async (page) => {
      await press('Settle the refusal…')(page)
      await dialog(page, 'Settle the refusal')
    }),
  },
  { name: 'order-done', as: 'alder-wick', path: `${ORDERS}?tab=done`, ready: openFirstOrder(loaded) },
  {
    name: 'palette-orders',
    as: 'alder-wick',
    path: '/dashboard',
    async ready(page) {
      await page.getByRole('button', { name: /^Search/ }).click()
      await page.getByLabel('Search orders, retailers, products, pages and actions').fill('10000')
      await page
        .getByRole('button', { name: /^10000\d\d ·/ })
        .first()
        .waitFor()
    },
  },
]
