/** Journeys through the pages of orders. Each ends with a check of what the server has stored. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { readPdf } from './files.ts'
import { addRetailer } from './order-requests.ts'
import { moveOrderTo, placeOrder } from './orders.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'

const soon = { timeout: STEP_TIMEOUT_MS }

describe('orders in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (path = '/dashboard/orders') => visit(shop, { browser, as: 'alder-wick', path })
  const statusOf = async (
    read: (path: string) => Promise<{ data: { attributes: { status: string } } }>,
    id: string,
  ) => (await read(`/api/v1/orders/${id}`)).data.attributes.status
  const rowsIn = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('tbody tr')

  test('accepts twenty orders with three clicks, and tells what did not work', async () => {
    const retailerId = await addRetailer(shop, { storeName: 'Twenty Row' })
    const placed = []
    for (let i = 0; i < 20; i++) placed.push(await placeOrder(shop, { retailerId }))
    const { page, complaints, read } = await open('/dashboard/orders?q=Twenty')
    await expect.poll(() => rowsIn(page).count(), soon).toBe(20)
    // Somebody else is faster with one of them, and the page does not know it yet.
    await shop.send('POST', '/api/testing/faults', { body: { path: '/api/v1/activity', status: 503 } })
    const taken = placed[7] as (typeof placed)[number]
    await moveOrderTo(shop, taken, 'rejected')
    let clicks = 0
    const click = async (name: string | RegExp, role: 'button' | 'checkbox' = 'button') => {
      await page.getByRole(role, { name }).click()
      clicks += 1
    }
    await click('Select all on this page', 'checkbox')
    await click('Accept 20')
    const summary = page.getByRole('dialog', { name: 'Accept 20 orders' })
    await summary.getByText('19 succeeded.').waitFor()
    await summary.getByText('because the order is “Rejected” now').waitFor()
    expect(await summary.getByText('ORDER_ACTION_TRANSITION_FAILED').isVisible()).toBe(false)
    await summary.getByText('Details').click()
    await summary.getByText(/ORDER_ACTION_TRANSITION_FAILED: .* is in rejected/).waitFor()
    await summary.getByText(/Request [\da-f-]{36}/).waitFor()
    expect(await summary.getByRole('link', { name: String(taken.reference) }).count()).toBe(1)
    await summary.getByRole('button', { name: 'Close' }).last().click()
    clicks += 1
    expect(clicks).toBe(3)
    await page.getByText('No order matches.').waitFor()
    await shop.send('DELETE', '/api/testing/faults')
    const statuses = await Promise.all(placed.map(({ id }) => statusOf(read, id)))
    expect(statuses).toEqual(placed.map(({ id }) => (id === taken.id ? 'rejected' : 'brand_confirmed')))
    expect(complaints).toEqual([])
  })

  test('rejects several orders for one reason, and keeps what was typed when it is refused', async () => {
    const retailerId = await addRetailer(shop, { storeName: 'Reject Lane' })
    const placed = [await placeOrder(shop, { retailerId }), await placeOrder(shop, { retailerId })]
    const { page, read } = await open('/dashboard/orders?q=reject+lane')
    await expect.poll(() => rowsIn(page).count(), soon).toBe(2)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: 'Reject…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject 2 orders' })
    await dialog.getByLabel('Reason').selectOption({ label: 'Another reason' })
    await dialog.getByRole('button', { name: 'Reject 2' }).click()
    await dialog.getByText('Fill this in.').waitFor()
    await dialog.getByLabel('In your words').fill('We move house.')
    await dialog.getByRole('button', { name: 'Reject 2' }).click()
    await page.getByText('2 succeeded.').waitFor()
    for (const { id } of placed) {
      const { attributes } = (await read(`/api/v1/orders/${id}`)).data
      expect(attributes).toMatchObject({ status: 'rejected', brandRejectReason: 'We move house.' })
    }
  })

  test('accepts one order with lower quantities; others are marked at once, and amounts are shown before', async () => {
    const order = await placeOrder(shop, {
      products: [
        { name: 'Harbour lamp', variants: [{ name: 'Harbour lamp' }] },
        { name: 'Rope', variants: [{ name: 'Rope' }] },
      ],
    })
    const { page, complaints, read } = await open(`/dashboard/orders/${order.id}`)
    await page.getByRole('heading', { name: String(order.reference) }).waitFor()
    const quantity = page.getByLabel('Quantity of Harbour lamp')
    await quantity.fill('9')
    await page.locator('[aria-invalid="true"]').waitFor()
    expect(await page.getByRole('button', { name: 'Accept with changes' }).isDisabled()).toBe(true)
    expect(await quantity.inputValue()).toBe('9')
    await quantity.fill('1')
    const comparison = page.getByRole('table', { name: 'Amounts as ordered and as accepted' })
    const receive = comparison.getByRole('row', { name: /^You receive/ })
    await receive.waitFor()
    const [ordered, accepted] = await receive
      .getByRole('cell')
      .allTextContents()
      .then((cells) => cells.slice(1, 3).map((text) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)))
    expect(ordered).toBe(order.net_minor)
    await page.getByRole('button', { name: 'Accept with changes' }).click()
    await page.getByText('To ship', { exact: true }).first().waitFor()
    await page.getByRole('list', { name: 'Timeline' }).getByText('Accepted').waitFor()
    const { data, included } = await read(`/api/v1/orders/${order.id}?include=orderItems`)
    expect(data.attributes.status).toBe('brand_confirmed')
    expect(data.attributes.brandNetAmount).toBe(accepted)
    await page.getByText('1 of 2 accepted', { exact: true }).waitFor()
    expect(
      included.map(({ attributes }: { attributes: { quantity: number } }) => attributes.quantity),
    ).toEqual([1, 3])
    expect(complaints).toEqual([])
  })

  test('rejects one order in its dialog, which is part of the address; what is past is hidden', async () => {
    const order = await placeOrder(shop)
    const { page, read } = await open(`/dashboard/orders/${order.id}?dialog=reject`)
    const dialog = page.getByRole('dialog', { name: `Reject ${order.reference}` })
    await dialog.getByLabel('Reason').selectOption({ label: 'Prices are wrong' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Rejected: Prices are wrong').waitFor()
    // What is past is gone, and what may come says when.
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask to undo your decision…' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /Accept|Reset labels|shipping date/ }).count()).toBe(0)
    expect(await statusOf(read, order.id)).toBe('rejected')
  })

  test('opens an order by its reference: scanned, in the search field, and in the palette', async () => {
    const order = await placeOrder(shop)
    const reference = String(order.reference)
    const { page } = await open('/dashboard')
    const opened = () => page.getByRole('heading', { name: reference }).waitFor()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.type(reference)
    await page.keyboard.press('Enter')
    await opened()
    await page.goto('/dashboard/orders')
    await rowsIn(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(reference)
    await page.keyboard.press('Enter')
    await opened()
    await page.goto('/dashboard/settings/account')
    await page.getByLabel('First name').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search orders, retailers, products, pages and actions').fill(reference)
    await page.keyboard.press('Enter')
    await opened()
    await page.goto('/dashboard/settings/account')
    await page.getByLabel('First name').waitFor()
    await page.keyboard.press('Control+k')
    await page
      .getByLabel('Search orders, retailers, products, pages and actions')
      .fill(reference.slice(0, -1))
    await page.getByRole('button', { name: new RegExp(`^${reference} ·`) }).click()
    await opened()
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.type('99999999')
    await page.keyboard.press('Enter')
    await page.getByText('No order matches.').waitFor()
  })

  test('works by keyboard: moves through the list, selects and opens', async () => {
    const { page } = await open()
    // Before the orders are there, the list has rows without links.
    await rowsIn(page).nth(2).getByRole('link').first().waitFor()
    await page.keyboard.press('j')
    const first = await page.locator(':focus').textContent()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    const reference = (await page.locator(':focus').textContent()) ?? ''
    expect(reference).not.toBe(first)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: reference }).waitFor()
    await page.goBack()
    await rowsIn(page).first().waitFor()
  })

  test('prints a pick list of the selection and a packing slip', async () => {
    const retailerId = await addRetailer(shop, { storeName: 'Printworks' })
    const placed = [await placeOrder(shop, { retailerId }), await placeOrder(shop, { retailerId })]
    const { page } = await open('/dashboard/orders?q=printworks')
    await expect.poll(() => rowsIn(page).count(), soon).toBe(2)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    const bytesOf = async (name: string) => {
      const href = (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
      return await (await page.context().request.get(href)).body()
    }
    const list = (await readPdf(await bytesOf('Pick list'))).join(' ')
    for (const { reference } of placed) expect(list).toContain(String(reference))
    await page.goto(`/dashboard/orders/${placed[0]?.id}`)
    await page.getByRole('link', { name: 'Packing slip' }).waitFor()
    expect((await readPdf(await bytesOf('Packing slip'))).join(' ')).toContain(
      `Packing slip ${placed[0]?.reference}`,
    )
  })

  test('filters are part of the address: a link shows the same, and Back works', async () => {
    const { page } = await open('/dashboard/orders?tab=all')
    await rowsIn(page).first().waitFor()
    await page.getByLabel('Order of the list').selectOption({ label: 'Ship by' })
    await page.getByRole('link', { name: /^Done/ }).click()
    await expect.poll(() => page.url(), soon).toContain('tab=done')
    await page.getByLabel('Reference, retailer or SKU').fill('kontor')
    await expect.poll(() => page.url(), soon).toContain('q=kontor')
    await expect.poll(() => rowsIn(page).getByText('Kontor Neun').count(), soon).toBeGreaterThan(0)
    await expect.poll(() => rowsIn(page).getByText('Maison Verveine').count(), soon).toBe(0)
    const shown = await rowsIn(page).count()
    const link = await open(page.url())
    await expect.poll(() => rowsIn(link.page).count(), soon).toBe(shown)
    await page.goBack()
    await expect.poll(() => page.url(), soon).toContain('tab=all')
  })

  test('is for brands only', async () => {
    const { page } = await visit(shop, { browser, as: 'harbour-lane', path: '/dashboard/orders' })
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor()
  })
})
