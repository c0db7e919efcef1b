/** The views of brands, retailers, discount rules and the audit log, for operators. */
import type { Page } from 'playwright-core'
import { DEMO } from '../src/modules/identity/index.ts'
import { dialog, heading, loaded, type View } from './dashboard-view.ts'

const OPERATOR = '/dashboard/operator'
const RETAILER = DEMO.retailerId
const of = (path: string) => ({ as: 'operator' as const, path: `${OPERATOR}/${path}` })
const firstLink = (page: Page) => page.locator('tbody tr').first().getByRole('link').first().waitFor()

export const ACCOUNT_VIEWS: readonly View[] = [
  { name: 'operator-brands', ...of('brands'), ready: firstLink },
  {
    name: 'operator-brands-none',
    ...of('brands?q=nobody-is-called-so'),
    ready: (page) => page.getByText('Nothing matches these filters.').waitFor(),
  },
  { name: 'operator-brands-create', ...of('brands?dialog=create'), ready: dialog('Create a brand') },
  { name: 'operator-brand', ...of(`brands/${DEMO.brandId}`), ready: heading('Fees') },
  {
    name: 'operator-brand-users',
    ...of(`brands/${DEMO.brandId}?tab=users`),
    ready: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .waitFor(),
  },
  {
    name: 'operator-brand-apps',
    ...of(`brands/${DEMO.brandId}?tab=apps`),
    ready: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .waitFor(),
  },
  { name: 'operator-brand-discounts', ...of(`brands/${DEMO.brandId}?tab=discounts`), ready: firstLink },
  {
    name: 'operator-brand-suspend',
    ...of(`brands/${DEMO.brandId}?dialog=suspend`),
    ready: (page) =>
      page
        .getByRole('dialog')
        .getByText(/are locked out at once/)
        .waitFor(),
  },
  { name: 'operator-retailers', ...of('retailers'), ready: firstLink },
  { name: 'operator-retailer', ...of(`retailers/${RETAILER}`), ready: heading('Address') },
  { name: 'operator-discounts', ...of('discounts'), ready: firstLink },
  {
    name: 'operator-discounts-preview',
    ...of(`discounts?dialog=create&brand=${DEMO.brandId}&retailer=${RETAILER}`),
    ready: async (page) => {
      await page.getByRole('dialog').getByLabel('Discount in percent').fill('30')
      await page
        .getByRole('table', { name: 'What a retailer pays' })
        .getByText('−30 % rule')
        .first()
        .waitFor()
    },
  },
  { name: 'operator-audit', ...of('audit'), ready: firstLink },
  {
    name: 'operator-audit-entry',
    ...of('audit'),
    ready: async (page) => {
      await loaded(page)
      await page.locator('tbody tr').first().getByRole('link').first().click()
      await page.getByRole('dialog').getByText('From where').waitFor()
    },
  },
]
