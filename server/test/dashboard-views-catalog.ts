/** The views of the catalog and of stock. */
import type { Page } from 'playwright-core'
import { setStock } from '../src/modules/stock/index.ts'
import { clockAt } from '../src/platform/clock.ts'
import { demoId } from '../src/platform/demo-id.ts'
import { dialog, drawn, type Given, press, row, type View } from './dashboard-view.ts'

const CATALOG = '/dashboard/catalog'
/** A product of the demo data with a variant that is archived. */
const PRODUCT = `${CATALOG}/${demoId('product/CND-001')}`

const VARIANT = demoId('variant/CND-001-OCHRE')

/** The stock of a variant was counted every few days of the last month. */
async function openMovedStock(page: Page, { shop: { platform, credentials } }: Given): Promise<void> {
  const now = platform.clock.now().getTime()
  for (const [daysAgo, onHand] of [
    [26, 180],
    [21, 150],
    [14, 96],
    [13, 240],
    [6, 205],
    [1, 188],
  ] as const) {
    const past = { ...platform, clock: clockAt(new Date(now - daysAgo * 86_400_000)) }
    await setStock(past, credentials.brandId, [{ variantId: VARIANT, to: { onHand } }])
  }
  await page.reload()
  await page.getByRole('table', { name: 'Movements' }).waitFor()
  await drawn(page)
}

async function selectTwo(page: Page): Promise<void> {
  await row(page)
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  for (const i of [0, 1]) await boxes.nth(i).check()
  await page.getByText('2 selected').waitFor()
}

export const CATALOG_VIEWS: readonly View[] = [
  { name: 'catalog', as: 'alder-wick', path: CATALOG, ready: row },
  {
    name: 'catalog-nothing-found',
    as: 'alder-wick',
    path: `${CATALOG}?q=quagga`,
    ready: (page) => page.getByText('No product matches.').waitFor(),
  },
  {
    name: 'catalog-fails',
    as: 'alder-wick',
    path: CATALOG,
    fault: { path: '/api/v1/products', status: 503 },
    ready: (page) => page.getByRole('main').getByRole('alert').waitFor(),
  },
  {
    name: 'catalog-change-stock',
    as: 'alder-wick-staff',
    path: CATALOG,
    async ready(page) {
      await selectTwo(page)
      await press('Change stock…', dialog('Change the stock of 2 products'))(page)
      await page.getByText(/^Applies to/).waitFor()
    },
  },
  { name: 'product', as: 'alder-wick', path: PRODUCT, ready: row },
  {
    name: 'product-editing',
    as: 'alder-wick',
    path: PRODUCT,
    async ready(page) {
      await page
        .getByRole('button', { name: /^Wholesale price/ })
        .first()
        .click()
      await page.getByRole('textbox', { name: /^Wholesale price/ }).fill('much')
      await page.keyboard.press('Enter')
      await page.getByText(/^Enter an amount/).waitFor()
    },
  },
  {
    name: 'stock',
    as: 'alder-wick',
    path: `/dashboard/stock/${VARIANT}?at=2026-02-20T12:00`,
    ready: openMovedStock,
  },
]
