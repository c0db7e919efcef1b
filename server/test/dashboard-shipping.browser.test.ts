/** Journeys through shipping and labels in a real browser, against the real server. Each ends with a look at the API. */
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { readPdf } from './files.ts'
import { placeOrder } from './orders.ts'
import { PARCEL, requestQuotes } from './quotes.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import { acceptedOrder, labelledOrder, orderOf } from './shipping.ts'

/** Browsers without a viewer of PDF files, such as that of the packages, get a link instead of a frame. */
async function labelsFileIn(dialog: Locator): Promise<string> {
  const shown = dialog
    .getByTitle('Preview of the labels')
    .or(dialog.getByRole('link', { name: 'Open the PDF' }))
  return (await shown.getAttribute('src')) ?? (await shown.getAttribute('href')) ?? ''
}

describe('shipping in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    // The limits of addresses are for many people; here all of them have one.
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const soon = { timeout: STEP_TIMEOUT_MS }
  const open = async (path: string, market = shop) => {
    const opened = await visit(market, { browser, as: 'alder-wick', path: '/dashboard' })
    // A browser without a window has no printer either.
    await opened.page.context().addInitScript('window.print = () => {}')
    await opened.page.goto(path)
    return opened
  }
  const shipPath = (orderId: string, search = '') => `/dashboard/orders/${orderId}/ship${search}`
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

  test('leads from parcels through quotes to labels, and states what the confirmation does', async () => {
    const { id } = await acceptedOrder(shop)
    const { page, complaints } = await open(shipPath(id))
    await page.getByLabel('Weight, kg of parcel 1').fill('4,5')
    await press(page, 'Add parcel')
    await press(page, 'Get quotes')
    await expect.poll(() => page.locator('[aria-invalid="true"]').count(), soon).toBe(4)
    await press(page, 'Remove parcel 2')
    await press(page, 'Get quotes')
    await press(page, 'Choose Marketplace label')
    const dialog = page.getByRole('dialog', { name: 'Ship with: Marketplace label' })
    await dialog.getByText('The marketplace makes 1 label.').waitFor()
    await dialog.getByText(/^You get a refund of €[\d.]+ for the shipping/).waitFor()
    await dialog.getByRole('button', { name: 'Make the labels' }).click()
    await page.getByText('The labels are being made.').waitFor()
    await shop.runJobs()
    await page.getByRole('button', { name: 'Print labels' }).waitFor()
    const { status, shippingOverview } = await orderOf(shop, id)
    expect([status, shippingOverview.parcels[0].weight]).toEqual(['shipping_labels_generated', 4500])
    expect(complaints).toEqual([])
  })

  test('keeps quotes when the page is opened again, and says why a carrier is missing', async () => {
    const { id } = await acceptedOrder(shop)
    await requestQuotes(shop, id, [{ length: 190, width: 20, height: 20, kg: 5 }])
    const { page } = await open(shipPath(id, '?sort=date'))
    const missing = page.getByRole('region', { name: 'Without a quote' })
    await missing
      .getByText('Parcel 1 is larger than DPD takes: 175 cm long, 300 cm with its girth.')
      .waitFor()
    expect(await page.getByLabel('Length, cm of parcel 1').inputValue()).toBe('190')
    const last = page.getByRole('table', { name: 'Quotes' }).getByRole('row').last()
    await expect.poll(() => last.textContent(), soon).toContain('Marketplace label')
    expect((await orderOf(shop, id)).status).toBe('brand_confirmed')
  })

  test('ships with a carrier of the brand, whose tracking has to be complete', async () => {
    const { id } = await acceptedOrder(shop)
    await requestQuotes(shop, id)
    const { page } = await open(shipPath(id))
    await press(page, 'Choose Marketplace label')
    await page.getByLabel('A carrier of your own').click()
    await page.getByText('The order is shipped at once').waitFor()
    await page.getByLabel('Carrier', { exact: true }).fill('Northpost')
    await press(page, 'Ship now')
    await page.locator('[name="trackingNumber"][aria-invalid="true"]').waitFor()
    expect(await page.getByLabel('Carrier', { exact: true }).inputValue()).toBe('Northpost')
    await page.getByLabel('Tracking number').fill('NP-123')
    await press(page, 'Ship now')
    await page.getByText('NP-123').first().waitFor()
    const { status, shippingMethod, shippingOverview } = await orderOf(shop, id)
    expect([status, shippingMethod, shippingOverview.tracking.number]).toEqual([
      'shipped',
      'custom',
      'NP-123',
    ])
  })

  test('a quote of a carrier costs a fee and ships at once', async () => {
    const { id } = await acceptedOrder(shop)
    await requestQuotes(shop, id)
    const { page } = await open(shipPath(id))
    await press(page, 'Choose DPD Classic')
    const dialog = page.getByRole('dialog', { name: 'Ship with: DPD Classic' })
    await dialog.getByText(/^You pay a fee of €[\d.]+, which is deducted/).waitFor()
    await dialog.getByRole('button', { name: 'Ship now' }).click()
    await page.getByText('Carried by').waitFor()
    const { status, shippingOverview } = await orderOf(shop, id)
    expect([status, shippingOverview.latestQuote.shippingCostsOverview.type]).toEqual(['shipped', 'fee'])
  })

  test('books a pickup, and says which days the carrier takes when it denies one', async () => {
    const { order } = await labelledOrder(shop)
    await shop.setTime('2026-03-02T09:00:00Z')
    const { page } = await open(shipPath(order.id))
    await press(page, 'Book a pickup…')
    const dialog = page.getByRole('dialog', { name: 'Book a pickup' })
    await dialog.getByLabel('Phone').fill('+32470000012')
    await dialog.getByLabel('Day').fill('2026-03-07')
    await dialog.getByRole('button', { name: 'Book pickup' }).click()
    await dialog.getByText('Carriers come from Monday to Friday. Choose another day.').waitFor()
    await dialog.getByLabel('Day').fill('2026-03-04')
    await dialog.getByRole('button', { name: 'Book pickup' }).click()
    await page.getByText('The carrier comes on 4 Mar, between 09:00 and 15:00.').waitFor()
    const { pickup } = (await orderOf(shop, order.id)).shippingOverview.transaction
    expect([pickup.pickupDate.slice(0, 10), pickup.readyTime]).toEqual(['2026-03-04', '09:00:00'])
  })

  test('resets labels after it has stated the consequences', async () => {
    const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
    const { page } = await open(shipPath(order.id, '?dialog=reset'))
    const dialog = page.getByRole('dialog', { name: 'Reset the labels' })
    await dialog.getByText('Do not use labels that are printed already.').waitFor()
    await dialog.getByLabel('Reason').selectOption('Another reason')
    await dialog.getByRole('button', { name: 'Reset labels' }).click()
    await dialog.locator('[name="reason"][aria-invalid="true"]').waitFor()
    await dialog.locator('[name="reason"]').fill('One parcel more')
    await dialog.getByRole('button', { name: 'Reset labels' }).click()
    await page.getByRole('button', { name: 'Get quotes' }).waitFor()
    expect((await orderOf(shop, order.id)).status).toBe('brand_confirmed')
  })

  test('prints labels of several orders as one file, in the order of their selection', async () => {
    const one = (await labelledOrder(shop)).order
    const other = (await labelledOrder(shop)).order
    const { page, complaints } = await open('/dashboard/labels')
    await page.getByLabel(`Select ${one.reference}`).click()
    await page.getByLabel(`Select ${other.reference}`).click()
    await press(page, 'Print 2')
    const dialog = page.getByRole('dialog', { name: 'Print the labels of 2 orders' })
    const src = await labelsFileIn(dialog)
    expect(src).toContain(`${one.id},${other.id}`)
    await dialog.getByRole('button', { name: 'Print' }).click()
    await dialog.getByText('Marked as printed.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Printed' }).click()
    await page.getByLabel(`Select ${other.reference}`).waitFor()
    expect(complaints).toEqual([])
    const file = await page.context().request.get(src)
    expect((await readPdf(await file.body())).length).toBe(2)
    const printed = await shop.send(
      'GET',
      `/api/v1/shipping-labels?filter[printed]=true&filter[order]=${one.id},${other.id}`,
    )
    expect(printed.body.data).toHaveLength(2)
  })

  test('accepts twenty orders and prints their labels as one file, with twelve clicks at most', async () => {
    const shop = await serveMarket({ isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'on' } })
    await decideAll(shop)
    const placed = await Promise.all(Array.from({ length: 20 }, () => placeOrder(shop)))
    const { page, complaints } = await open('/dashboard/orders', shop)
    await page.getByText(String(placed[0]?.reference)).waitFor()
    let clicks = 0
    const click = async (target: Locator) => {
      clicks++
      await target.click()
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await click(page.getByLabel('Select all on this page'))
    await click(button('Accept 20'))
    await click(button('Get quotes…'))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Get quotes' }))
    await click(button('Make labels…'))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Make labels' }))
    await page.getByText('20 succeeded.').waitFor()
    await shop.runJobs()
    await expect.poll(() => page.getByText(/labels are made…$/).count(), soon).toBe(0)
    await click(button('Print labels'))
    const dialog = page.getByRole('dialog', { name: 'Print the labels of 20 orders' })
    const src = await labelsFileIn(dialog)
    await click(dialog.getByRole('button', { name: 'Print' }))
    await dialog.getByText('Marked as printed.').waitFor()
    expect(clicks).toBeLessThanOrEqual(12)
    expect(complaints).toEqual([])
    const file = await page.context().request.get(src)
    expect(await readPdf(await file.body())).toHaveLength(20)
    const { body } = await shop.send('GET', '/api/v1/shipping-labels?filter[printed]=true&page[limit]=100')
    const ids = body.data.map(({ attributes }: { attributes: { orderId: string } }) => attributes.orderId)
    expect(ids.toSorted()).toEqual(placed.map(({ id }) => id).toSorted())
  })

  test('many orders: what cannot be done with one is said beside its name, and the others go on', async () => {
    const { id: quoted, reference } = await acceptedOrder(shop)
    await requestQuotes(shop, quoted)
    const without = await acceptedOrder(shop)
    const { page } = await open('/dashboard/orders?tab=to-ship')
    await page.getByLabel(`Select ${reference}`).click()
    await page.getByLabel(`Select ${without.reference}`).click()
    await press(page, 'Make labels…')
    await page.getByRole('dialog').getByRole('button', { name: 'Make labels' }).click()
    await page.getByText('1 succeeded.').waitFor()
    const failed = page.getByRole('dialog').getByRole('listitem')
    await expect
      .poll(() => failed.allTextContents(), soon)
      .toEqual([`${without.reference} It has no quotes. Get quotes first.`])
    await shop.runJobs()
    expect((await orderOf(shop, quoted)).status).toBe('shipping_labels_generated')
    expect((await orderOf(shop, without.id)).status).toBe('brand_confirmed')
  })
})

/** No order of the demo data waits to be accepted. */
const decideAll = ({ platform: { db } }: ServedMarket) =>
  db`update ordering.orders set status = 'cancelled' where status = 'ankor_confirmed'`
