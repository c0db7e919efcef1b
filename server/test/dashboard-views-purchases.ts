/** The views of a retailer's own orders. */
import type { Page } from 'playwright-core'
import { dialog, type Given, loaded, menu, press, row, type View } from './dashboard-view.ts'
import { moveOrderTo, placeOrder } from './orders.ts'

const PURCHASES = '/dashboard/purchases'
const as = 'harbour-lane'

async function opened(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
  await loaded(page)
}

/** An order that waits for the brand. */
async function openWaiting(page: Page, { shop }: Given): Promise<void> {
  const { id } = await placeOrder(shop)
  await page.goto(`${PURCHASES}/${id}?dialog=cancel`)
  await dialog(/^Request the cancellation/)(page)
}

async function openRefused(page: Page, { shop }: Given): Promise<void> {
  const { id } = await moveOrderTo(shop, await placeOrder(shop), 'shipped')
  await shop.send('POST', `/api/retailer/v1/orders/${id}/-actions/refuse-reception`, {
    as: 'retailer',
    body: { reason: 'Half of the jars are broken.' },
  })
  await page.goto(`${PURCHASES}/${id}`)
  await opened(page)
}

export const PURCHASE_VIEWS: readonly View[] = [
  { name: 'home-retailer', as, path: '/dashboard', ready: row },
  {
    name: 'purchases-selected',
    as,
    path: `${PURCHASES}?tab=on-the-way`,
    async ready(page) {
      await row(page)
      await page
        .getByRole('checkbox', { name: /^Select \d/ })
        .first()
        .check()
      await page.getByRole('button', { name: 'Confirm reception of 1' }).waitFor()
    },
  },
  {
    name: 'purchases-nothing-found',
    as,
    path: `${PURCHASES}?tab=all&q=nowhere`,
    ready: (page) => page.getByText('No order matches.').waitFor(),
  },
  {
    name: 'purchases-failed',
    as,
    path: PURCHASES,
    fault: { path: '/api/retailer/v1/orders', status: 503 },
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'purchase-on-the-way',
    as,
    path: ({ shipping }) => `${PURCHASES}/${shipping.shipped}`,
    ready: opened,
  },
  {
    name: 'purchase-parcels',
    as,
    path: ({ shipping }) => `${PURCHASES}/${shipping.labelled}`,
    ready: opened,
  },
  {
    name: 'purchase-actions',
    as,
    path: ({ shipping }) => `${PURCHASES}/${shipping.labelled}`,
    ready: press('More actions', menu),
  },
  {
    name: 'purchase-refuse',
    as,
    path: ({ shipping }) => `${PURCHASES}/${shipping.shipped}?dialog=refuse`,
    ready: dialog(/^Refuse the reception/),
  },
  { name: 'purchase-cancel', as, path: PURCHASES, ready: openWaiting },
  { name: 'purchase-refused', as, path: PURCHASES, ready: openRefused },
]
