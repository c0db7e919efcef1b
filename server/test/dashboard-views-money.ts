/** The views of payouts and billing exports. */
import { makeExport, requestExport } from './billing-exports.ts'
import { dialog, heading, loaded, row, type View } from './dashboard-view.ts'

const MONEY = '/dashboard/money'
const EXPORTS = `${MONEY}?tab=exports`

export const MONEY_VIEWS: readonly View[] = [
  { name: 'payouts', as: 'alder-wick', path: MONEY, ready: row },
  {
    name: 'payouts-none-matching',
    as: 'alder-wick',
    path: `${MONEY}?from=2020-01-01&to=2020-01-31`,
    ready: (page) => page.getByText('No payout arrived in this period.').waitFor(),
  },
  {
    name: 'payouts-error',
    as: 'alder-wick',
    path: MONEY,
    fault: { path: '/api/v1/brands/payouts*', status: 503 },
    ready: (page) => page.getByRole('alert').waitFor({ timeout: 60_000 }),
  },
  {
    name: 'payout',
    as: 'alder-wick',
    path: MONEY,
    async ready(page) {
      await row(page)
      await page.locator('tbody tr a').first().click()
      await heading(/^Payout of/)(page)
      await page.getByText('You receive').waitFor()
    },
  },
  {
    name: 'exports-none',
    as: 'northlight-ceramics',
    path: EXPORTS,
    ready: (page) => page.getByText(/^No exports yet/).waitFor(),
  },
  {
    name: 'exports',
    as: 'alder-wick',
    path: EXPORTS,
    async ready(page, { shop }) {
      await makeExport(shop)
      await requestExport(shop)
      await page.reload()
      await row(page)
      await loaded(page)
    },
  },
  {
    name: 'exports-new',
    as: 'alder-wick',
    path: `${EXPORTS}&dialog=new`,
    ready: dialog('Create a billing export'),
  },
]
