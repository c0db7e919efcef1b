/** The views of imports. */
import type { Page } from 'playwright-core'
import { dialog, type GivenImports, heading, row, type View } from './dashboard-view.ts'
import { entry, runOperation, startOperation } from './integrations.ts'
import type { ServedMarket } from './served-market.ts'

const IMPORTS = '/dashboard/imports'
const NEW = `${IMPORTS}/new`

/** One that has ended with failures, and one that runs as long as no job does. */
export async function furnishImports(shop: ServedMarket): Promise<GivenImports> {
  const products = [
    entry('V-1'),
    entry('V-2', { name: undefined, vat_rate: 'x' }),
    entry('V-3', {}, { ian: '1' }),
  ]
  const { id: failed } = await runOperation(shop, products)
  const running = await startOperation(shop, [entry('V-4')])
  return { failed, running }
}

const FILE = [
  'id,Product title,description,currency,vat_rate,wholesale,rrp,sku,barcode,stock,notes',
  'F-1,Linen wick tealight,"Set of twelve tealights with linen wicks.",EUR,20,6.50,13,F-1-W,4006381333948,80,ours',
  'F-2,Beeswax candle,"A candle of beeswax from hives of our own.",EUR,20,cheap,16,F-2-W,12,40,',
  ',,,,,,,,,,a row without a product',
].join('\n')

async function choose(page: Page): Promise<void> {
  const file = { name: 'autumn.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) }
  await page.getByLabel('File with products').setInputFiles(file)
  await page.getByLabel('What barcode contains').waitFor()
}

export const IMPORT_VIEWS: readonly View[] = [
  { name: 'imports', as: 'alder-wick', path: IMPORTS, ready: row },
  {
    name: 'imports-empty',
    as: 'northlight-ceramics',
    path: IMPORTS,
    ready: (page) => page.getByText(/^No imports yet/).waitFor(),
  },
  {
    name: 'imports-error',
    as: 'alder-wick',
    path: IMPORTS,
    fault: { path: '/api/v1/catalog/integrations/operations', status: 500 },
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'import-file-forgotten',
    as: 'alder-wick',
    path: `${NEW}?file=autumn.csv`,
    ready: (page) => page.getByText('Choose autumn.csv again.').waitFor(),
  },
  { name: 'import-columns', as: 'alder-wick', path: NEW, ready: choose },
  {
    name: 'import-check',
    as: 'alder-wick',
    path: NEW,
    async ready(page) {
      await choose(page)
      await page.getByRole('button', { name: 'Check the file' }).click()
      await page.getByLabel('wholesale_price of F-2').waitFor()
    },
  },
  {
    name: 'import',
    as: 'alder-wick',
    path: ({ imports }) => `${IMPORTS}/${imports.failed}`,
    ready: (page) => page.getByRole('cell', { name: 'V-3' }).waitFor(),
  },
  {
    name: 'import-resend',
    as: 'alder-wick',
    path: ({ imports }) => `${IMPORTS}/${imports.failed}?dialog=resend`,
    ready: (page) => page.getByLabel('name of V-2').waitFor(),
  },
  {
    name: 'import-cancel',
    as: 'alder-wick-staff',
    path: ({ imports }) => `${IMPORTS}/${imports.running}?dialog=cancel`,
    ready: dialog('Cancel this import'),
  },
  {
    name: 'import-of-another-brand',
    as: 'northlight-ceramics',
    path: ({ imports }) => `${IMPORTS}/${imports.failed}`,
    ready: heading(/no such page|may not see this/),
  },
]
