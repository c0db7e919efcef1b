/** Journeys through the pages of imports. Each ends with a check of what the server has stored. */
import { utils, write } from '@e965/xlsx'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import {
  addProducts,
  entry,
  OPERATIONS,
  openOperation,
  productNamed,
  readOperation,
  start,
} from './integrations.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'

const soon = { timeout: STEP_TIMEOUT_MS }
const HEADER = 'Handle,name,description,currency,vat_rate,Trade,retail_price,SKU,Barcode,Stock'
const line = (id: string, { price = '6.50', barcode = '4006381333948', stock = '5' } = {}) =>
  `${id},Tealight ${id},"Set of twelve tealights, unscented.",EUR,20,${price},13,${id}-W,${barcode},${stock}`

describe('imports in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (path = '/dashboard/imports') => visit(shop, { browser, as: 'alder-wick', path })
  const choose = (page: Page, name: string, content: string | Uint8Array) =>
    page.getByLabel('File with products').setInputFiles({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })
  const idIn = (page: Page) => /\/imports\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  async function sent(page: Page): Promise<string> {
    await page.waitForURL(/\/imports\/[0-9a-f-]{36}/)
    await shop.runJobs()
    return idIn(page)
  }

  test('maps a renamed column, corrects three bad rows, and sends what can be read; the mapping is remembered', async () => {
    const bad = [
      line('J-2', { barcode: '12' }),
      line('J-3', { price: 'cheap' }),
      line('J-4', { stock: '-1' }),
    ]
    const ambiguous = [line('J-5', { price: '1.250' }), line('J-6', { stock: '1.000' })]
    const file = [HEADER, line('J-1'), ...bad, ...ambiguous].join('\n')
    const { page, complaints } = await open()
    await choose(page, 'wares.csv', file)
    await page.getByText('Still needed: Wholesale price or Wholesale price of the variant.').waitFor()
    expect(await page.getByLabel('What Barcode contains').inputValue()).toBe('variant_ian')
    await page.getByLabel('What Trade contains').selectOption('wholesale_price')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page
      .getByText('2 products can be sent. 3 products need a correction first. 1 line cannot')
      .waitFor()
    await page
      .getByText('“Wholesale price”, line 6: 1.250 is read as 1.25, because line 2 has 6.50.')
      .waitFor()
    await page.getByText('“Packs in stock”: 1.000 may mean 1 or 1000.').waitFor()
    const price = page.getByLabel('Wholesale price of J-3')
    await price.fill('1.250')
    await price.press('Enter')
    await page.getByText('1.250 may mean 1.25 or 1250. Write one of these.').waitFor()
    expect(await price.inputValue()).toBe('cheap')
    const corrections = [
      ['Bar code of J-2', '4006381333955'],
      ['Wholesale price of J-3', '7,25'],
      ['Packs in stock of J-4', '9'],
    ] as const
    for (const [label, value] of corrections) {
      await page.getByLabel(label).fill(value)
      await page.getByLabel(label).press('Enter')
    }
    await page.getByRole('button', { name: 'Send 5 valid products only' }).click()
    const id = await sent(page)
    await expect.poll(() => page.getByText('Done', { exact: true }).count(), soon).toBe(1)
    expect((await readOperation(shop, id)).attributes).toMatchObject({
      status: 'succeeded',
      processedProductsCount: 5,
    })
    expect(await productNamed(shop, 'J-3')).toMatchObject({ wholesalePrice: 725 })
    expect(await productNamed(shop, 'J-5')).toMatchObject({ wholesalePrice: 125 })
    expect(await productNamed(shop, 'J-6')).toBeUndefined()

    await page.getByRole('link', { name: 'Imports' }).first().click()
    await choose(page, 'wares.csv', file)
    await expect.poll(() => page.getByLabel('What Trade contains').inputValue(), soon).toBe('wholesale_price')
    await page.reload()
    await page.getByText('Choose wares.csv again.').waitFor()
    expect(complaints).toEqual([])
  })

  test('sends only the valid rows of a workbook, and then only the failed ones of another import', async () => {
    const rows = [
      HEADER.replace('Trade', 'Wholesale').split(','),
      ...[line('X-1'), line('X-2', { stock: 'x' })].map(cellsOf),
    ]
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Products')
    const { page, complaints } = await open()
    await choose(page, 'wares.xlsx', write(book, { type: 'buffer' }))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Send 1 valid product only' }).click()
    const first = await sent(page)
    expect((await readOperation(shop, first)).attributes).toMatchObject({
      totalProductsCount: 1,
      status: 'succeeded',
    })

    // The server knows more than the file: another product has this sku.
    const taken = entry('X-3', {}, { sku: 'X-1-W' })
    const lines = [entry('X-4'), taken, entry('X-5', { name: undefined })]
    const failing = await openOperation(shop)
    await addProducts(shop, failing, lines)
    await start(shop, failing)
    await shop.runJobs()
    await page.goto(`${shop.url}/dashboard/imports/${failing}?status=failure`)
    await page.getByRole('cell', { name: 'Name: This is missing. Fill it in.' }).waitFor()
    await page.getByText('has the SKU X-1-W already. Choose another one.').waitFor()
    await page.getByRole('button', { name: 'Fix and resend…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fix and resend only these' })
    await dialog.getByLabel('Name of X-5').fill('Beeswax tealight')
    await dialog.getByLabel('Name of X-5').press('Tab')
    await dialog.getByLabel('SKU of X-3').fill('X-3-W')
    await dialog.getByLabel('SKU of X-3').press('Tab')
    await expect.poll(() => dialog.getByText('Corrected').count(), soon).toBe(2)
    await dialog.getByRole('button', { name: 'Send 2 products' }).click()
    await expect.poll(() => idIn(page), soon).not.toBe(failing)
    const again = await sent(page)
    expect((await readOperation(shop, again)).attributes).toMatchObject({
      totalProductsCount: 2,
      status: 'succeeded',
    })
    expect(complaints).toEqual([])
  })

  test('cancels an import that runs, and shows what was skipped', async () => {
    const id = await openOperation(shop)
    await addProducts(
      shop,
      id,
      Array.from({ length: 20 }, (_, i) => entry(`C-${i}`)),
    )
    await start(shop, id)
    const { page } = await open(`/dashboard/imports/${id}`)
    await page.getByRole('button', { name: 'Cancel import…' }).click()
    await page.getByRole('button', { name: 'Cancel import', exact: true }).click()
    await page.getByText('Stopping').waitFor()
    await shop.runJobs()
    await page.getByText('Cancelled').waitFor()
    await page.getByRole('link', { name: 'Skipped' }).click()
    await page.getByRole('cell', { name: 'C-19' }).waitFor()
    expect((await readOperation(shop, id)).attributes).toMatchObject({
      status: 'cancelled',
      processedProductsCount: 0,
    })
    const { body } = await shop.send('GET', `${OPERATIONS}/${id}/results?filter[status]=skipped`)
    expect(body.data).toHaveLength(20)
  })

  test('checks some megabytes of JSON Lines in a worker, and shows the first of what is wrong', async () => {
    const lines = Array.from({ length: 6000 }, (_, i) =>
      JSON.stringify(
        entry(`L-${i}`, { ...(i % 1000 === 0 && { name: undefined }), hs_code: 'x'.repeat(200) }),
      ),
    )
    const { page, complaints } = await open()
    await choose(page, 'wares.jsonl', [...lines, 'not json'].join('\n'))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('5994 products can be sent. 6 products need').waitFor()
    await page.getByText('1 line cannot be read').waitFor()
    await page.getByText('No product can be read here.').waitFor()
    expect(page.workers()).toHaveLength(1)
    expect(complaints).toEqual([])
  })
})

const cellsOf = (text: string) =>
  [...text.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain)
