/** Journeys of operators through what waits for them and the orders of all brands, and of a brand that asks to revert. */
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { moveOrderTo, placeOrder } from './orders.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import type { DemoUserKey } from './sessions.ts'

const soon = { timeout: STEP_TIMEOUT_MS }
const ORDERS = '/api/operator/v1/orders'

describe('operators in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (path: string, as: DemoUserKey = 'operator') => visit(shop, { browser, as, path })
  const orderOf = async (id: string) =>
    (await shop.send('GET', `${ORDERS}/${id}`, { as: 'operator' })).body.data.attributes

  test('what waits is decided in place, with a reason where somebody is refused', async () => {
    const order = await placeOrder(shop)
    const ask = `/api/retailer/v1/orders/${order.id}/-actions/request-cancellation`
    await shop.send('POST', ask, { as: 'retailer', body: { reason: 'Ordered twice.' } })
    const { page, complaints } = await open('/dashboard')
    await page.getByRole('heading', { name: 'Pending decisions' }).waitFor()
    const waiting = page.getByRole('link', { name: /^Pending/ }).getByRole('img')
    const before = Number((await waiting.textContent()) ?? '')
    await page.getByRole('link', { name: /^Cancellations/ }).click()
    const row = page.getByRole('row').filter({ hasText: String(order.reference) })
    await row.getByRole('cell', { name: 'Ordered twice.', exact: true }).waitFor()
    await row.getByRole('button', { name: `Decline to cancel ${order.reference}` }).click()
    const dialog = page.getByRole('dialog', { name: `Decline to cancel ${order.reference}` })
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await dialog.getByText('Fill this in.').waitFor()
    await dialog.getByLabel('Reason').fill('It is packed.')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row.waitFor({ state: 'hidden' })
    await expect.poll(() => waiting.textContent(), soon).toBe(String(before - 1))
    expect(await orderOf(order.id)).toMatchObject({
      status: 'ankor_confirmed',
      retailerCancellationRequestReason: null,
      requestDeclineReason: 'It is packed.',
    })
    expect(complaints).toEqual([])
  })

  test('many of a kind are decided at once; what somebody else decided meanwhile says so', async () => {
    const orders = []
    for (let i = 0; i < 3; i++) orders.push(await moveOrderTo(shop, await placeOrder(shop), 'received'))
    const { page, complaints } = await open('/dashboard/operator/pending?kind=invoices')
    for (const { reference } of orders) {
      // From row to row with the keyboard, as people do with many.
      await page.getByRole('link', { name: String(reference) }).focus()
      await page.keyboard.press('x')
    }
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Invoice 3 orders' }).click()
    const asking = page.getByRole('dialog', { name: 'Invoice 3 orders' })
    const [first] = orders
    await shop.send('POST', `${ORDERS}/${first?.id}/-actions/issue-invoice`, { as: 'operator' })
    await asking.getByRole('button', { name: 'Invoice 3 orders' }).click()
    const summary = page.getByRole('dialog', { name: 'Invoice 3 orders' })
    await summary.getByText('2 succeeded.').waitFor()
    await summary.getByText('because the order is “Invoiced” now').waitFor()
    await summary.getByRole('button', { name: 'Close' }).last().click()
    for (const { id } of orders) expect((await orderOf(id)).status).toBe('invoiced')
    expect(complaints).toEqual([])
  })

  test('a brand asks to undo its decision; the operator finds the order by its reference, and gives it back', async () => {
    const order = await moveOrderTo(shop, await placeOrder(shop), 'brand_confirmed')
    const brand = await open(`/dashboard/orders/${order.id}`, 'alder-wick')
    await brand.page.getByRole('button', { name: 'More actions' }).click()
    await brand.page.getByRole('menuitem', { name: 'Ask to undo your decision…' }).click()
    const asking = brand.page.getByRole('dialog', { name: 'Ask to undo your decision' })
    await asking.getByLabel('Reason').fill('Accepted by mistake.')
    await asking.getByRole('button', { name: 'Ask the marketplace' }).click()
    await brand.page.getByText('You asked the marketplace to undo your decision').waitFor()

    const { page, complaints } = await open('/dashboard/operator/orders')
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.locator('body').press('Escape')
    await page.keyboard.type(String(order.reference))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: String(order.reference) }).waitFor()
    await page.getByText('The brand asks to undo its decision: Accepted by mistake.').waitFor()

    await page.getByRole('button', { name: 'Change the shipping address' }).click()
    const address = page.getByRole('dialog', { name: 'Change the shipping address' })
    await address.getByLabel('Street and number').fill('Kaai 99')
    await address.getByRole('button', { name: 'Save' }).click()
    await address.waitFor({ state: 'hidden' })
    await page.getByText('Kaai 99').waitFor()

    await page.getByRole('button', { name: 'Take back…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByText('Waiting for the brand').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByText('Possible when the order has been invoiced.').waitFor()
    const stored = await orderOf(order.id)
    expect([stored.status, stored.revertRequestReason]).toEqual(['ankor_confirmed', null])
    expect(stored.shippingAddress.street).toBe('Kaai 99')
    // The open page of the brand follows by itself.
    await brand.page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
    expect([...complaints, ...brand.complaints]).toEqual([])
  })

  test('others do not see these pages', async () => {
    for (const path of ['/dashboard/operator/pending', '/dashboard/operator/orders']) {
      const { page } = await open(path, 'alder-wick')
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor()
    }
  })
})
