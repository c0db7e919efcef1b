/** Journeys of a retailer through its own orders. Each ends with a check of what the server has stored. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { CARRIER_ENV, parcelScan, reportScan } from './carrier-events.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, textsOf, visit } from './dashboard.ts'
import { addRetailer } from './order-requests.ts'
import { moveOrderTo, placeOrder } from './orders.ts'
import { PARCEL } from './quotes.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import { labelledOrder, orderOf } from './shipping.ts'

const soon = { timeout: STEP_TIMEOUT_MS }
const API = '/api/retailer/v1/orders'

describe('purchases in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    const env = { TRADEHALL_RATE_LIMIT: 'off', ...CARRIER_ENV }
    shop = await serveMarket({ cleanUp, isTicking: true, env })
    browser = await openBrowser(cleanUp)
  })
  const open = (path: string) => visit(shop, { browser, as: 'harbour-lane', path })
  const shipped = async () => await moveOrderTo(shop, await placeOrder(shop), 'shipped')
  const heading = (page: Page, name: string | number) =>
    page.getByRole('heading', { name: String(name) }).waitFor()
  const linksIn = (page: Page) =>
    page.getByRole('table', { name: 'Purchases' }).locator('tbody tr').getByRole('link')

  test('two clicks lead from the mail to the parcel, and one confirms that it has arrived', async () => {
    const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
    const { parcels } = (await orderOf(shop, order.id)).shippingOverview
    const { trackingNumber } = parcels[0].trackedPackage
    await reportScan(
      shop,
      parcelScan(trackingNumber, 'TRANSIT', { location: { city: 'Gent', country: 'BE' } }),
    )
    await shop.runJobs()
    const { body } = await shop.send('GET', '/api/testing/mails', { as: 'retailer' })
    const mail = body.data.find(({ attributes }: { attributes: { subject: string } }) =>
      attributes.subject.includes(String(order.reference)),
    )
    const link = /https?:\/\/\S+/.exec(mail.attributes.text)?.[0] ?? ''
    const { page, read, complaints } = await open(new URL(link).pathname)
    await heading(page, order.reference)
    const section = page.getByRole('region', { name: 'Parcels' })
    await section.getByText('Parcel 1 of 2').waitFor()
    await section.getByText('In transit').first().waitFor()
    const tracking = page.context().waitForEvent('page')
    await section.getByRole('link', { name: `Track ${trackingNumber}` }).click()
    await (await tracking).getByRole('heading', { name: 'On its way' }).waitFor()
    await page.getByRole('button', { name: 'Confirm reception' }).click()
    await page.getByRole('list', { name: 'Timeline' }).getByText('Received').waitFor(soon)
    await page.getByRole('button', { name: 'Confirm reception' }).waitFor({ state: 'detached' })
    expect((await read(`${API}/${order.id}`)).data.attributes.status).toBe('received')
    expect(complaints).toEqual([])
  })

  test('the home of a retailer is its orders; the reception of many is confirmed at once', async () => {
    const placed = [await shipped(), await shipped(), await shipped()]
    const { page, read } = await open('/dashboard')
    await heading(page, 'Purchases')
    await page.getByRole('link', { name: /^On the way/ }).click()
    for (const { reference } of placed)
      await page.getByRole('checkbox', { name: `Select ${reference}` }).check()
    // The carrier is faster with one of them, and the page does not know it yet.
    await shop.send('POST', '/api/testing/faults', { body: { path: '/api/v1/activity', status: 503 } })
    await moveOrderTo(shop, placed[1] as (typeof placed)[number], 'received')
    await page.getByRole('button', { name: 'Confirm reception of 3' }).click()
    const summary = page.getByRole('dialog', { name: 'Confirm the reception of 3 orders' })
    await summary.getByText('2 succeeded.').waitFor()
    await summary.getByText('because the order is “Received” now').waitFor()
    await summary.getByRole('button', { name: 'Close' }).last().click()
    await shop.send('DELETE', '/api/testing/faults')
    for (const { id } of placed) expect((await read(`${API}/${id}`)).data.attributes.status).toBe('received')
  })

  test('refuses a reception and asks for a cancellation, each with a reason that is kept when it is refused', async () => {
    const [arrived, waiting] = [await shipped(), await placeOrder(shop)]
    const { page, read } = await open(`/dashboard/purchases/${arrived.id}`)
    await page.getByRole('button', { name: 'Refuse reception…' }).click()
    const refusal = page.getByRole('dialog', { name: `Refuse the reception of ${arrived.reference}` })
    const why = refusal.getByLabel('Why')
    await refusal.getByRole('button', { name: 'Refuse reception' }).click()
    await refusal.getByText('Fill this in.').waitFor()
    await why.fill('x'.repeat(1001))
    await refusal.getByRole('button', { name: 'Refuse reception' }).click()
    await refusal.locator('[aria-invalid="true"]').waitFor()
    expect(await why.inputValue()).toHaveLength(1001)
    await why.fill('Half of the jars are broken.')
    await refusal.getByRole('button', { name: 'Refuse reception' }).click()
    await page.getByText('You refused the reception: Half of the jars are broken.').waitFor()
    await page.getByRole('button', { name: 'Refuse reception…' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Confirm reception' }).count()).toBe(0)

    await page.goto(`/dashboard/purchases/${waiting.id}?dialog=cancel`)
    const request = page.getByRole('dialog', { name: `Request the cancellation of ${waiting.reference}` })
    await request.getByLabel('Why').fill('Ordered twice.')
    await request.getByRole('button', { name: 'Request cancellation' }).click()
    await page.getByText('You have asked for a cancellation, and the brand decides: Ordered twice.').waitFor()
    expect((await read(`${API}/${arrived.id}`)).data.attributes).toMatchObject({
      status: 'reception_refused',
      retailerRejectReason: 'Half of the jars are broken.',
    })
    expect((await read(`${API}/${waiting.id}`)).data.attributes).toMatchObject({
      status: 'ankor_confirmed',
      retailerCancellationRequestReason: 'Ordered twice.',
    })
  })

  test('finds an order by its reference: scanned, in the search field and in the palette; days and tabs are in the address', async () => {
    const order = await placeOrder(shop)
    const reference = String(order.reference)
    const { page } = await open('/dashboard/purchases')
    await linksIn(page).first().waitFor()
    await page.keyboard.type(reference)
    await page.keyboard.press('Enter')
    await heading(page, reference)
    await page.getByRole('link', { name: 'All orders from this brand' }).click()
    await linksIn(page).first().waitFor()
    expect(page.url()).toContain(`brand=${order.brand_id}`)
    await page.getByLabel('Reference or brand').fill(reference)
    await expect.poll(() => linksIn(page).count(), soon).toBe(1)
    await page.keyboard.press('Enter')
    await heading(page, reference)
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search orders, retailers, products, pages and actions').fill(reference)
    await page.getByRole('button', { name: new RegExp(`^${reference} ·`) }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, reference)
    await page.goto('/dashboard/purchases?tab=waiting&from=2026-01-01&to=2026-01-02')
    await page.getByText('No order matches.').waitFor()
    await page.getByRole('link', { name: 'Clear the filters' }).click()
    await linksIn(page).first().waitFor()
  })

  test("shows neither what brands earn nor other retailers' orders", async () => {
    const foreign = await placeOrder(shop, {
      retailerId: await addRetailer(shop, { storeName: 'Elsewhere' }),
    })
    const own = await placeOrder(shop, { products: [{ name: 'Lamp' }] })
    const { page } = await open(`/dashboard/purchases/${own.id}`)
    await heading(page, own.reference)
    const shown = await textsOf(page)
    expect(shown).not.toMatch(/fee|you receive|webhook/i)
    expect(shown).not.toContain((own.net_minor / 100).toFixed(2))
    await page.goto(`/dashboard/purchases/${foreign.id}`)
    await page
      .getByText(/belongs to another account|may not see this/)
      .first()
      .waitFor()
    expect(await textsOf(page)).not.toContain(String(foreign.reference))
    const brand = await visit(shop, { browser, as: 'alder-wick', path: '/dashboard/purchases' })
    await heading(brand.page, 'You may not see this')
  })
})
