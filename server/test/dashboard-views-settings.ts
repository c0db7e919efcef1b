/** The views of the settings of a brand. */
import { heading, loaded, row, type View } from './dashboard-view.ts'

const SETTINGS = '/dashboard/settings'
const of = (tab: string) => ({ as: 'alder-wick' as const, path: `${SETTINGS}/${tab}` })

export const SETTINGS_VIEWS: readonly View[] = [
  { name: 'settings-profile', ...of('profile'), ready: heading('As retailers see it') },
  {
    name: 'settings-profile-staff',
    as: 'alder-wick-staff',
    path: `${SETTINGS}/profile`,
    ready: (page) => page.getByText('Only owners can change the profile.').waitFor(),
  },
  { name: 'settings-shipping', ...of('shipping'), ready: heading('Where invoices go') },
  {
    name: 'settings-shipping-fails',
    ...of('shipping'),
    fault: { path: '/api/v1/brands/shipping-settings/*', status: 503 },
    ready: (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'settings-free-shipping',
    ...of('free-shipping'),
    ready: (page) => page.getByText('Everywhere else').waitFor(),
  },
  { name: 'settings-contacts', ...of('contacts'), ready: row },
  {
    name: 'settings-contacts-add',
    ...of('contacts?dialog=add'),
    ready: (page) => page.getByRole('dialog').getByLabel('Email').waitFor(),
  },
  { name: 'settings-retailers', ...of('retailers'), ready: row },
  {
    name: 'settings-retailers-accept',
    ...of('retailers'),
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Accept automatically: / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'settings-retailers-none',
    ...of('retailers?q=nobody-is-called-so'),
    ready: (page) => page.getByText('No retailer matches these filters.').waitFor(),
  },
  { name: 'settings-audit', ...of('audit'), ready: row },
  {
    name: 'settings-audit-entry',
    ...of('audit'),
    ready: async (page) => {
      await loaded(page)
      await page.locator('tbody tr').first().getByRole('link').click()
      await page.getByRole('dialog').getByText('From where').waitFor()
    },
  },
]
