/** The views of Home. */
import { drawn, loaded, row, type View } from './dashboard-view.ts'

const HOME = '/dashboard'

export const HOME_VIEWS: readonly View[] = [
  {
    name: 'home-brand',
    as: 'alder-wick',
    path: HOME,
    async ready(page) {
      await row(page)
      await page.getByRole('region', { name: 'Best sellers' }).waitFor()
      await drawn(page)
    },
  },
  { name: 'home-staff', as: 'alder-wick-staff', path: HOME, ready: row },
  {
    name: 'home-empty',
    as: 'northlight-ceramics',
    path: HOME,
    ready: (page) => page.getByText(/^Nothing waits for you/).waitFor(),
  },
  {
    name: 'home-error',
    as: 'alder-wick',
    path: HOME,
    fault: { path: '/api/v1/brand-overview', status: 503 },
    async ready(page) {
      await page.getByRole('alert').waitFor({ timeout: 60_000 })
      await loaded(page)
    },
  },
]
