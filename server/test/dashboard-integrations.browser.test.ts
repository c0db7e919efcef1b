/** Journeys of an integrator: webhooks, deliveries, requests. Each ends with a look at the API. */
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { transition } from './order-requests.ts'
import { placeOrder } from './orders.ts'
import { startReceiver } from './receiver.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import type { DemoUserKey } from './sessions.ts'
import { SUBSCRIPTIONS, subscribe } from './webhooks.ts'

describe('the dashboard of integrators', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (as: DemoUserKey | null, path?: string) => visit(shop, { browser, as, ...(path && { path }) })
  const soon = { timeout: STEP_TIMEOUT_MS }

  test('from sign-in to the failed attempt in three clicks, and sent again with one more', async () => {
    const receiver = await startReceiver((_received, response) => response.writeHead(500).end('sku unknown'))
    const { path } = await subscribe(shop, { url: receiver.url, events: ['order.brand_accepted'] })
    const order = await placeOrder(shop)
    const accepted = await transition(shop, order.id, { type: 'brand-validates' })
    await shop.runJobs()
    const { page, complaints, read } = await open(null)
    await page.getByRole('button', { name: /Alder & Wick · Owner/ }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()

    await page.getByRole('button', { name: /^Recent failures: 1/ }).click()
    await page.getByRole('link', { name: `Webhooks to ${receiver.url} fail.` }).click()
    await page.getByRole('link', { name: 'order.brand_accepted' }).click()

    await page.getByRole('heading', { name: 'order.brand_accepted' }).waitFor()
    const attempt = page.getByRole('table', { name: 'Attempts' }).getByRole('row').nth(1)
    await attempt.getByText('500').waitFor()
    await attempt.getByText('sku unknown').waitFor()
    const sent = receiver.received[0]
    await page
      .getByRole('region', { name: 'Text of the headers' })
      .getByText(`signature: ${sent?.headers.signature}`)
      .waitFor()
    await page.getByText('1 of 5 attempts').waitFor()

    receiver.answers = 200
    await page.getByRole('button', { name: 'Send again now' }).click()
    await page.getByText('It is being sent again.').waitFor()
    await shop.runJobs()
    await page.locator('header').getByText('Delivered').waitFor()
    const { data } = await read(
      `/api/v1/webhook-deliveries?filter[request]=${accepted.headers['x-request-id']}`,
    )
    expect(data).toMatchObject([{ attributes: { state: 'delivered', attemptsCount: 2 } }])
    expect(receiver.received.map(({ text }) => text)).toEqual([sent?.text, sent?.text])

    // The request that caused it, and what else it caused.
    await page.getByRole('link', { name: /^request …/ }).click()
    await page.getByRole('heading', { name: `POST /api/v1/orders/${order.id}/-actions/transition` }).waitFor()
    await page.getByRole('list', { name: 'What it caused' }).getByText('brand-validates').waitFor()
    expect(complaints).toEqual([])
    await shop.send('DELETE', path)
  })

  test('Home leads to the newest failure of a receiver', async () => {
    const receiver = await startReceiver(503)
    const { path } = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await shop.runJobs()
    const { page, read } = await open('alder-wick')
    await page.getByRole('link', { name: 'See why (Webhooks that fail)' }).click()
    await page.getByRole('link', { name: 'order.brand_created' }).first().click()
    await page.getByRole('heading', { name: 'order.brand_created' }).waitFor()
    const { data } = await read(`/api/v1/webhook-deliveries/${page.url().split('/').at(-1)}`)
    expect(data.attributes.lastAttempt.status).toBe(503)
    await shop.send('DELETE', path)
  })

  test('creates a webhook whose address is checked, tests, pauses, rotates and deletes it', async () => {
    const receiver = await startReceiver()
    const { page, complaints, read } = await open('alder-wick', '/dashboard/integrations/webhooks')
    const own = async () =>
      (await read(SUBSCRIPTIONS)).data.find(
        (one: { attributes: { url: string } }) => one.attributes.url === receiver.url,
      )
    await page.getByRole('button', { name: 'Create webhook' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create a webhook' })
    const address = dialog.getByLabel('Address of the receiver')
    await address.fill('https://10.0.0.7/hooks')
    await page.keyboard.press('Tab')
    await address.and(page.locator('[aria-invalid="true"]')).waitFor()
    await dialog.getByText('10.0.0.7 is').waitFor()
    await address.fill(receiver.url)
    await dialog.getByLabel('Select all events').check()
    await expect.poll(() => dialog.locator('input[name="events"]:not(:checked)').count(), soon).toBe(0)
    await dialog.getByLabel('Select all events').uncheck()
    await dialog.getByLabel('order.shipped', { exact: true }).check()
    await dialog.getByLabel('order.brand_paid').check()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secretDialog = page.getByRole('dialog', { name: 'New signing secret' })
    const secret = await secretDialog.locator('code').textContent()
    expect((await own()).attributes).toMatchObject({
      events: ['order.shipped', 'order.brand_paid'],
      signingSecret: secret,
    })
    await secretDialog.getByRole('button', { name: 'I have stored it' }).click()

    const act = async (action: string) => {
      await page.getByRole('button', { name: `Actions for ${receiver.url}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act('Send a test…')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Sent. Waiting for the receiver…').waitFor()
    await shop.runJobs()
    await page.getByText('The receiver has it.').waitFor()
    expect(receiver.received[0]?.body.meta.event).toMatchObject({ type: 'order.shipped', test: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await act('Pause')
    const row = page.getByRole('row', { name: new RegExp(receiver.url.replace('http://', '')) })
    await row.getByText('Paused').waitFor()
    expect((await own()).attributes.pausedAt).not.toBeNull()
    await act('Resume')
    await row.getByText('Active').waitFor()

    await act('New signing secret…')
    await page.getByLabel('The current secret ends').selectOption('at once')
    await page.getByRole('button', { name: 'Create new secret' }).click()
    await secretDialog.waitFor()
    expect(await secretDialog.locator('code').textContent()).not.toBe(secret)
    await secretDialog.getByRole('button', { name: 'I have stored it' }).click()

    await act('Edit…')
    await page.getByLabel('order.brand_paid').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('1 event').waitFor()
    expect((await own()).attributes.events).toEqual(['order.shipped'])

    await act('Delete…')
    await page.getByText('No delivery waits for it.').waitFor()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await row.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    expect(await own()).toBeUndefined()
  })

  test('counts what failed since a time, and sends it again', async () => {
    const receiver = await startReceiver(410)
    const { id, path } = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await placeOrder(shop)
    await shop.runJobs()
    await shop.send('POST', `${path}/-actions/resume`)
    receiver.answers = 200
    const { page, read } = await open('alder-wick-staff', '/dashboard/integrations/deliveries?state=failed')
    // Rows without a box are placeholders.
    await page
      .getByRole('table', { name: 'Deliveries' })
      .getByRole('row')
      .getByRole('checkbox')
      .nth(2)
      .waitFor()
    await page.getByRole('button', { name: 'Send failures again…' }).click()
    await page.getByText('2 deliveries will be sent again.').waitFor()
    await page.getByRole('button', { name: 'Send 2 again' }).click()
    await page.getByText('2 deliveries are being sent again.').waitFor()
    await shop.runJobs()
    const states = (await read(`/api/v1/webhook-deliveries?filter[subscription]=${id}`)).data.map(
      (one: { attributes: { state: string } }) => one.attributes.state,
    )
    expect(states).toEqual(['delivered', 'delivered'])
    await shop.send('DELETE', path)
  })

  test('sends selected deliveries again by the keys of lists', async () => {
    const receiver = await startReceiver()
    const { id, path } = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await placeOrder(shop)
    await shop.runJobs()
    const address = `/dashboard/integrations/deliveries?subscription=${id}`
    const { page, complaints, read } = await open('alder-wick', address)
    // Rows without a box are placeholders.
    await page
      .getByRole('table', { name: 'Deliveries' })
      .getByRole('row')
      .getByRole('checkbox')
      .nth(2)
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Send 2 again' }).click()
    await page.getByText('2 succeeded.').waitFor()
    await shop.runJobs()
    const { data } = await read(`/api/v1/webhook-deliveries?filter[subscription]=${id}`)
    expect(data).toMatchObject([{ attributes: { attemptsCount: 2 } }, { attributes: { attemptsCount: 2 } }])
    expect(complaints).toEqual([])
    await shop.send('DELETE', path)
  })

  test('requests appear while one looks, and say what was wrong with them', async () => {
    const { page, complaints, read } = await open(
      'alder-wick',
      '/dashboard/integrations/requests?statusClass=4xx',
    )
    await page
      .getByText('No request matches these filters.')
      .or(page.getByRole('table', { name: 'Requests' }))
      .waitFor()
    const body = { data: { type: 'users', attributes: {} } }
    const refused = await shop.send('POST', '/api/v1/email-verifications?from=journey', { body })
    await page.getByRole('link', { name: 'POST /api/v1/email-verifications?from=journey' }).click()
    const explained = page.getByRole('region', { name: 'Why it was refused' })
    await explained.getByText(refused.body.errors[0].detail).waitFor()
    expect(complaints).toEqual([])
    const { data } = await read(`/api/testing/requests/${refused.headers['x-request-id']}`)
    expect(data.attributes.status).toBe(refused.status)
  })

  test('what was ignored of a request is told in the list and on its page', async () => {
    const { page, complaints } = await open('alder-wick', '/dashboard/integrations/requests')
    const body = {
      data: { type: 'email-verifications', attributes: { email: 'a@b.test', colour: 1, 'siz e': 2 } },
    }
    await shop.send('POST', '/api/v1/email-verifications', { body })
    const row = page.getByRole('row').filter({ hasText: '/api/v1/email-verifications' }).first()
    await row.getByText('2 ignored members').waitFor()
    await row.getByRole('link').click()
    const ignored = page.getByRole('region', { name: 'Ignored members' })
    await ignored.getByText('data.attributes.colour').waitFor()
    expect(await ignored.getByRole('listitem').allTextContents()).toEqual([
      'data.attributes.colour',
      'data.attributes.siz%20e',
    ])
    expect(complaints).toEqual([])
  })

  test('a list that is paused does not change', async () => {
    const { page, read } = await open('alder-wick', '/dashboard/integrations/requests')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused').waitFor()
    const asked = await shop.send('GET', '/api/v1/me?from=pause')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect
      .poll(() => page.getByRole('link', { name: 'GET /api/v1/me?from=pause' }).count(), soon)
      .toBeGreaterThan(0)
    const { data } = await read(`/api/testing/requests/${asked.headers['x-request-id']}`)
    expect(data.attributes.url).toBe('/api/v1/me?from=pause')
  })
})
