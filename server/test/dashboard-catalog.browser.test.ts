/** Journeys through the catalog and the stock of variants. Each ends with a check of what the server has stored. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { addTestProducts } from './catalog.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { placeOrder } from './orders.ts'
import { needs } from './requirements.ts'
import { samplePicture } from './sample-pictures.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'

const soon = { timeout: STEP_TIMEOUT_MS }

describe('the catalog in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (path: string, as: 'alder-wick' | 'alder-wick-staff' = 'alder-wick') =>
    visit(shop, { browser, as, path: `/dashboard${path}` })
  const add = async (name: string, stocks: readonly object[]) => {
    const variants = stocks.map((stock, i) => ({
      name: `${name} / ${i + 1}`,
      sku: `${name}-${i + 1}`,
      stock,
    }))
    const [product] = await addTestProducts(shop.platform, shop.credentials.brandId, [{ name, variants }])
    return { id: product.id, variantIds: product.variants.map(({ id }) => id) }
  }
  const variantOf = async (id: string | undefined) =>
    (await shop.send('GET', `/api/v1/product-variants/${id}`)).body.data.attributes
  const edit = async (page: Page, label: string, text: string) => {
    await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
    await page.getByRole('textbox', { name: label }).fill(text)
  }

  test('two users edit the same variant: the second sees both values and chooses', async () => {
    const { id, variantIds } = await add('Tandem', [{ onHand: 10 }])
    const [variantId] = variantIds
    const first = await open(`/catalog/${id}`)
    const second = await open(`/catalog/${id}`, 'alder-wick-staff')
    for (const { page } of [first, second]) {
      await edit(page, 'On hand, Tandem-1', page === first.page ? '12' : '20')
    }
    await first.page.keyboard.press('Enter')
    await first.page.getByRole('button', { name: 'On hand, Tandem-1: 12. Change' }).waitFor()
    await second.page.keyboard.press('Enter')
    await second.page.getByText('Theirs: 12. Yours: 20.').waitFor()
    // Nothing is lost before the second user has chosen.
    expect((await variantOf(variantId)).stockQuantity).toBe(12)
    await second.page.getByRole('button', { name: 'Set to 20' }).click()
    await second.page.getByRole('button', { name: 'On hand, Tandem-1: 20. Change' }).waitFor()
    expect((await variantOf(variantId)).stockQuantity).toBe(20)

    // The same with a price, where the second user keeps what the first has set.
    for (const { page } of [first, second]) {
      await expect
        .poll(() => page.getByRole('button', { name: /On hand, Tandem-1: 20/ }).count(), soon)
        .toBe(1)
      await edit(page, 'Wholesale price, Tandem-1', page === first.page ? '11' : '13,50')
    }
    await first.page.keyboard.press('Enter')
    await first.page.getByRole('button', { name: 'Wholesale price, Tandem-1: €11.00. Change' }).waitFor()
    await second.page.keyboard.press('Enter')
    await second.page.getByRole('button', { name: 'Keep €11.00' }).click()
    await second.page.getByRole('button', { name: 'Wholesale price, Tandem-1: €11.00. Change' }).waitFor()
    expect(await variantOf(variantId)).toMatchObject({ originalWholesalePrice: 1100, retailPrice: 2000 })

    // Different prices of one variant are no conflict: both are kept.
    await edit(first.page, 'Wholesale price, Tandem-1', '12')
    await edit(second.page, 'Retail price, Tandem-1', '25')
    await first.page.keyboard.press('Enter')
    await first.page.getByRole('button', { name: /Wholesale price, Tandem-1: €12/ }).waitFor()
    await second.page.keyboard.press('Enter')
    await second.page.getByRole('button', { name: /Retail price, Tandem-1: €25/ }).waitFor()
    expect(await variantOf(variantId)).toMatchObject({ originalWholesalePrice: 1200, retailPrice: 2500 })
  })

  test('pictures are added, described, put in order, replaced and removed', async () => {
    const { id } = await add('Gallery', [{ onHand: 1 }])
    const { page } = await open(`/catalog/${id}`)
    const stored = async () => {
      const { body } = await shop.send('GET', `/api/v1/products/${id}/pictures`)
      return body.data.attributes.pictures as { picture: string; alternativeText: string | null }[]
    }
    const file = async (name: string, seed: number) => ({
      name,
      mimeType: 'image/png',
      buffer: await samplePicture('png', { seed, width: 40, height: 30 }),
    })
    await page.getByText('This product has no picture yet.').waitFor()
    const chosen = [await file('one.png', 201), await file('two.png', 202)]
    const heic = {
      name: 'phone.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'),
    }
    await page.getByLabel('Pictures to add').setInputFiles([...chosen, heic])
    // What can be taken is stored, and of the other file there is a sentence.
    await page.getByText('phone.heic: This file cannot be used as a picture. Save it as a JPEG').waitFor()
    await expect.poll(async () => (await stored()).length, soon).toBe(2)
    const [one, two] = await stored()
    const shown = page.getByRole('list', { name: 'Pictures of this product' }).getByRole('img')
    await expect
      .poll(
        () =>
          shown.evaluateAll((all) =>
            all.every((one) => (one as unknown as { naturalWidth: number }).naturalWidth > 0),
          ),
        soon,
      )
      .toBe(true)

    await page.getByLabel('What is on picture 2').fill('A box of tealights')
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'A box of tealights' }).waitFor()
    await page.getByRole('button', { name: 'Move picture 2 forward' }).click()
    await expect
      .poll(async () => (await stored()).map(({ picture }) => picture), soon)
      .toEqual([two?.picture, one?.picture])
    expect((await stored())[0]?.alternativeText).toBe('A box of tealights')

    // Nothing can be dragged until the change before it is shown.
    await page.locator('li[draggable="true"]').first().waitFor()
    await page
      .getByRole('listitem')
      .filter({ has: page.getByLabel('What is on picture 1') })
      .dragTo(page.getByRole('listitem').filter({ has: page.getByLabel('What is on picture 2') }))
    await expect
      .poll(async () => (await stored()).map(({ picture }) => picture), soon)
      .toEqual([one?.picture, two?.picture])

    // Nobody can replace it either before the change is shown.
    await expect
      .poll(() => page.getByRole('button', { name: 'Replace picture 1' }).isEnabled(), soon)
      .toBe(true)
    await page.getByLabel('File instead of picture 1').setInputFiles(await file('three.png', 203))
    await expect
      .poll(async () => (await stored()).map(({ picture }) => picture).includes(one?.picture ?? ''), soon)
      .toBe(false)
    await page.getByRole('button', { name: 'Remove picture 2' }).click()
    await expect.poll(async () => (await stored()).length, soon).toBe(1)

    // Somebody else is faster, after the page has sent its change: nothing of theirs is lost.
    await page.route(`**/products/${id}/pictures`, async (route) => {
      if (route.request().method() === 'PATCH')
        await shop.send('PATCH', `/api/v1/products/${id}/pictures`, {
          body: { data: { type: 'product-pictures', attributes: { pictures: [{ picture: two?.picture }] } } },
        })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Remove picture 1' }).click()
    await page.getByText('Somebody has changed the pictures meanwhile.').waitFor()
    expect((await stored()).map(({ picture }) => picture)).toEqual([two?.picture])
  })

  test('an edit is cancelled with Escape, and a failure keeps what was typed', async () => {
    const { id, variantIds } = await add('Steady', [{ onHand: 10 }])
    const { page } = await open(`/catalog/${id}`)
    await edit(page, 'On hand, Steady-1', '7')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'On hand, Steady-1: 10. Change' }).waitFor()
    await shop.send('POST', '/api/testing/faults', {
      body: {
        path: `/api/v1/product-variants/${variantIds[0]}/stock`,
        method: 'PATCH',
        status: 503,
      },
    })
    await edit(page, 'On hand, Steady-1', '8')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('alert').waitFor()
    expect(await page.getByRole('textbox', { name: 'On hand, Steady-1' }).inputValue()).toBe('8')
    expect((await variantOf(variantIds[0])).stockQuantity).toBe(10)
    await shop.send('DELETE', '/api/testing/faults')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'On hand, Steady-1: 8. Change' }).waitFor()
    await page.getByRole('button', { name: 'More for 1' }).click()
    await page.getByRole('menuitem', { name: 'Set to always in stock' }).click()
    await page.getByRole('button', { name: 'On hand, Steady-1: Always in stock. Change' }).waitFor()
    expect(await variantOf(variantIds[0])).toMatchObject({ isAlwaysInStock: true, stockQuantity: null })
  })

  test('changes the stock of several products, each as a whole, and tells what did not work', async () => {
    const one = await add('Bulky one', [{ onHand: 5 }, { isAlwaysInStock: true }])
    const two = await add('Bulky two', [{ onHand: 1 }, { onHand: 9 }])
    const { page, complaints } = await open('/catalog?q=bulky')
    const rows = page.getByRole('table', { name: 'Products' }).locator('tbody tr')
    await expect.poll(() => rows.count(), soon).toBe(2)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: 'Change stock…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the stock of 2 products' })
    await dialog.getByLabel('How').selectOption({ label: 'Change the stock by' })
    await dialog.getByLabel(/^Packs/).fill('-3')
    await dialog.getByText('Applies to 3 variants. Not changed, because always in stock: 1.').waitFor()
    await dialog.getByRole('button', { name: 'Change stock' }).click()
    await page.getByText('1 succeeded.').waitFor()
    await page.getByText('Bulky two-1 would fall below zero.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('1 selected').waitFor()
    const quantities = async (ids: readonly (string | undefined)[]) =>
      await Promise.all(ids.map(async (id) => (await variantOf(id)).stockQuantity))
    expect(await quantities(one.variantIds)).toEqual([2, null])
    expect(await quantities(two.variantIds)).toEqual([1, 9])
    expect(complaints).toEqual([])
  })

  test('finds a product with Ctrl-K, and follows its stock to the order that reserved it', async () => {
    const order = await placeOrder(shop, {
      products: [
        { name: 'Ledger lamp', variants: [{ name: 'Ledger lamp', sku: 'LL-1', stock: { onHand: 10 } }] },
      ],
      quantities: [4],
    })
    const { page, complaints } = await open('')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/^Order, retailer, product/).fill('ledger l')
    await page.getByRole('button', { name: /^Ledger lamp/ }).click()
    await page.getByRole('table', { name: 'Variants' }).getByRole('link', { name: 'Ledger lamp' }).click()
    await page.getByRole('figure', { name: 'Stock over time: your location' }).waitFor()
    const movements = page.getByRole('table', { name: 'Movements' })
    await movements.getByRole('cell', { name: 'Not recorded' }).waitFor()
    const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    await page.getByLabel('Date and time').fill(`${at.slice(0, 4)}-01-01T00:00`)
    await expect.poll(() => new URL(page.url()).searchParams.get('at'), soon).toContain('-01-01T00:00')
    await page.getByRole('table', { name: 'Balance at a date' }).waitFor()
    await page.goBack()
    await page.goForward()
    await page
      .getByRole('table', { name: 'Movements' })
      .getByRole('link', { name: `Order ${order.reference}` })
      .click()
    await page.getByRole('heading', { name: String(order.reference) }).waitFor()
    const [item] = (
      await shop.send('GET', `/api/v1/orders/${order.id}?include=orderItems.productVariant`)
    ).body.included.filter(({ type }: { type: string }) => type === 'productVariant')
    expect(item.attributes).toMatchObject({ stockQuantity: 10, reservedQuantity: 4, availableQuantity: 6 })
    expect(complaints).toEqual([])
  })

  test("another brand's products and stock are not found", async () => {
    const [product] = await addTestProducts(shop.platform, shop.credentials.otherBrand.brandId, [
      { name: 'Foreign goods' },
    ])
    for (const path of [`/catalog/${product.id}`, `/stock/${product.variants[0]?.id}`]) {
      const { page } = await open(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByText('Foreign goods').count()).toBe(0)
      expect(await page.getByRole('table').count()).toBe(0)
    }
  })
})
