/** Journeys through the dashboard in a real browser, against the real server. Each ends with a look at the API. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { focusOf, openContext, openPage, STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { loaded } from './dashboard-view.ts'
import { temporaryFolder } from './folders.ts'
import { askToken } from './market.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import type { DemoUserKey } from './sessions.ts'

describe('the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    // The limits of addresses are for many people; here all of them have one.
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (as: DemoUserKey | null, path?: string) => visit(shop, { browser, as, ...(path && { path }) })
  const soon = { timeout: STEP_TIMEOUT_MS }

  test('loads at most 220 KB of compressed script until the sign-in is there', async () => {
    const { page } = await open(null)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await loaded(page)
    const bytes = await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(220_000)
  })

  test('loads at most 200 KB in 12 requests until an order can be accepted on Home', async () => {
    const context = await openContext(shop, { browser, as: 'alder-wick', options: {} })
    onTestFinished(() => context.close())
    await context.addInitScript(`new MutationObserver((_changes, observer) => {
      if (!document.querySelector('main tbody button')) return
      performance.mark('usable')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })`)
    const { page } = await openPage(context, '/dashboard')
    await page
      .getByRole('button', { name: /^Accept order/ })
      .first()
      .waitFor()
    const requests = (await page.evaluate(`(() => {
      const [{ startTime }] = performance.getEntriesByName('usable')
      return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((entry) => entry.startTime < startTime)
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))
    })()`)) as { name: string; bytes: number }[]
    const listed = requests.map(({ name, bytes }) => `${bytes} ${name}`).join('\n')
    expect(requests.map(({ name }) => name).join(), listed).toContain('/api/v1/brand-overview')
    expect(requests.length, listed).toBeLessThanOrEqual(12)
    expect(
      requests.reduce((sum, { bytes }) => sum + bytes, 0),
      listed,
    ).toBeLessThanOrEqual(200_000)
  })

  test('draws charts when they come into view', async () => {
    const { page } = await visit(shop, {
      browser,
      as: 'alder-wick',
      context: { viewport: { width: 360, height: 640 } },
    })
    const chart = page.getByRole('img', { name: /^Sales, 30 days/ })
    await chart.waitFor()
    const bars = chart.locator('svg')
    expect(await bars.count()).toBe(0)
    await chart.scrollIntoViewIfNeeded()
    await bars.first().waitFor()
    await page.getByRole('heading', { name: 'Home' }).scrollIntoViewIfNeeded()
    expect(await bars.count()).toBe(1)
  })

  test('Home accepts an order in its row, and shows what an order lacks', async () => {
    const { page, complaints, read } = await open('alder-wick')
    const section = page.getByRole('region', { name: 'Orders to accept' })
    const button = section.getByRole('button', { name: /^Accept order \d+$/ }).first()
    const reference = /\d+/.exec((await button.getAttribute('aria-label')) ?? '')?.[0]
    await section
      .getByText(/^Short: /)
      .filter({ visible: true })
      .first()
      .waitFor()
    await section
      .getByRole('link', { name: /^Check order \d+$/ })
      .first()
      .waitFor()
    await button.click()
    await section.getByRole('button', { name: `Accept order ${reference}` }).waitFor({ state: 'detached' })
    const [order] = (await read(`/api/v1/orders?filter[q]=${reference}`)).data
    expect(order.attributes.status).toBe('brand_confirmed')
    expect(complaints).toEqual([])
  })

  test('Home leads with requests, errors and deliveries for those who choose so, also the next time', async () => {
    const { db, clock } = shop.platform
    const now = clock.now()
    await db`
      insert into identity.application_calls (application_id, hour, calls, refused, failed, last_called_at)
      values (${shop.credentials.applicationId}, date_trunc('hour', ${now}::timestamptz), 1000, 7, 0, ${now})
      on conflict on constraint application_calls_pkey do update set calls = 1000, refused = 7`
    const { page } = await open('alder-wick')
    const systems = page.getByRole('region', { name: 'Your apps and webhooks, last 24 hours' })
    const first = page.locator('main section').first()
    await systems.getByText(/^ERP bridge/).waitFor()
    expect(await first.getAttribute('aria-label')).not.toContain('apps')
    await systems.getByRole('button', { name: 'Show this first' }).click()
    await expect.poll(() => first.getAttribute('aria-label'), soon).toContain('apps')
    expect(page.url()).toContain('first=systems')
    await systems.getByRole('link', { name: /^Requests of apps 1,?\d{3}$/ }).waitFor()
    await page.goto('/dashboard')
    await expect.poll(() => first.getAttribute('aria-label'), soon).toContain('apps')
    await systems.getByRole('link', { name: 'Requests with an error 7' }).click()
    // Whether the log has any such request depends on what else this server was asked.
    await page.waitForURL(/statusClass=4xx/)
  })

  test('the tips of the first visit never return once they are closed', async () => {
    const { page } = await open('alder-wick')
    const tips = page.getByRole('region', { name: 'Three things to try' })
    await tips.getByRole('button', { name: 'Close these tips' }).click()
    await tips.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('region', { name: 'Orders to accept' }).waitFor()
    expect(await tips.count()).toBe(0)
  })

  test('creates a Private App whose secret works, shows its use, renews, edits and revokes it', async () => {
    const { page, complaints, read } = await open('alder-wick', '/dashboard/integrations/apps')
    await page.getByRole('button', { name: 'Create app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a Private App' })
    await dialog.getByRole('button', { name: 'Create app' }).click()
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid="true"]')).waitFor()
    await dialog.getByLabel('Name').fill('<b>ERP</b> bridge')
    await dialog.getByRole('button', { name: 'Create app' }).click()
    const secretDialog = page.getByRole('dialog', { name: 'Secret of <b>ERP</b> bridge' })
    await secretDialog.waitFor()
    const download = page.waitForEvent('download')
    await secretDialog.getByRole('button', { name: 'Download .env' }).click()
    const path = join(temporaryFolder('download'), '.env')
    await (await download).saveAs(path)
    const file = readFileSync(path, 'utf8')
    const values = Object.fromEntries(
      file
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    )
    const client = {
      clientId: values.TRADEHALL_CLIENT_ID ?? '',
      clientSecret: values.TRADEHALL_CLIENT_SECRET ?? '',
    }
    expect((await askToken(shop.http, client)).statusCode).toBe(200)
    await secretDialog.getByRole('button', { name: 'I have stored it' }).click()

    // Markup in a name is text.
    const row = page.getByRole('row', { name: /^<b>ERP<\/b> bridge/ })
    await row.getByRole('cell', { name: 'Never' }).waitFor()
    const token = (await askToken(shop.http, client)).json().access_token
    for (let i = 0; i < 3; i++) expect((await shop.send('GET', '/api/v1/me', { token })).status).toBe(200)
    await page.reload()
    await row.getByRole('img', { name: '3 calls in 14 days' }).waitFor()

    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act('<b>ERP</b> bridge', 'New secret…')
    await page.getByLabel('The current secret ends').selectOption('at once')
    await page.getByRole('button', { name: 'Create new secret' }).click()
    await secretDialog.waitFor()
    const secrets = await secretDialog.getByRole('definition').allTextContents()
    expect(secrets[1]).not.toContain(client.clientSecret)
    expect((await askToken(shop.http, client)).statusCode).toBe(401)
    await secretDialog.getByRole('button', { name: 'I have stored it' }).click()

    await act('<b>ERP</b> bridge', 'Edit…')
    await page.getByRole('dialog').getByLabel('Name').fill('Lyon')
    await page.getByRole('dialog').getByLabel('Contact').fill('nobody')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Contact').and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByLabel('Contact').fill('lyon@alderwick.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /^Lyon lyon@alderwick.test/ }).waitFor()

    await act('Lyon', 'Revoke…')
    await page.getByText('It made 3 calls in the last 24 hours; such calls will fail.').waitFor()
    const revoke = page.getByRole('button', { name: 'Revoke', exact: true })
    expect(await revoke.isDisabled()).toBe(true)
    await page.getByLabel('Type Lyon to confirm').fill('Lyon')
    await revoke.click()
    await page.getByRole('button', { name: 'Actions for Lyon' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    const { data } = await read('/api/integrations/v1/applications')
    const names = data.map((app: { attributes: { name: string } }) => app.attributes.name)
    expect(names.length).toBeGreaterThan(0)
    expect(names).not.toContain('Lyon')
    expect((await shop.send('GET', '/api/v1/me', { token })).status).toBe(401)
  })

  test('the sandbox bar moves the clock, creates orders, sets faults and resets, with visible effects', async () => {
    const { page, complaints, read } = await open('alder-wick')
    const bar = page.getByRole('region', { name: 'Sandbox' })
    await bar.getByRole('button', { name: 'To real time' }).click()
    await bar.getByText(/· real time$/).waitFor()
    await bar.getByRole('button', { name: '+1 day' }).click()
    await bar.getByText('1 day ahead').waitFor()
    expect(Math.round((await read('/api/testing/clock')).data.attributes.offsetSeconds)).toBe(86_400)

    const toAccept = page
      .getByRole('region', { name: 'Orders to accept' })
      .getByRole('link', { name: /^All / })
    const waiting = Number(/\d+/.exec((await toAccept.textContent()) ?? '')?.[0])
    await bar.getByRole('button', { name: 'Test order' }).click()
    await bar.getByText(/^Order \d+ has arrived\.$/).waitFor()
    await toAccept.and(page.getByText(`All ${waiting + 1}`)).waitFor()

    await bar.getByRole('button', { name: 'Switch autopilot on' }).click()
    await bar.getByRole('button', { name: 'Switch autopilot off' }).click()
    await bar.getByRole('button', { name: 'Switch autopilot on' }).waitFor()
    expect((await read('/api/testing/autopilot')).data.attributes.enabled).toBe(false)

    await bar.getByRole('button', { name: 'Faults 0' }).click()
    const faults = page.getByRole('dialog', { name: 'Faults' })
    await faults.getByLabel('Status').fill('200')
    await faults.getByRole('button', { name: 'Add fault' }).click()
    await faults.getByLabel('Status').and(page.locator('[aria-invalid="true"]')).waitFor()
    await faults.getByLabel('Status').fill('503')
    await faults.getByLabel('Path').fill('/api/v1/brands*')
    await faults.getByRole('button', { name: 'Add fault' }).click()
    await faults.getByText('Answers 503').waitFor()
    await faults.getByRole('button', { name: 'Close' }).click()
    await bar.getByRole('button', { name: 'Faults 1' }).waitFor()
    expect((await read('/api/testing/faults')).data[0].attributes).toMatchObject({
      path: '/api/v1/brands*',
      status: 503,
    })

    await bar.getByRole('button', { name: 'Reset…' }).click()
    await page.getByRole('button', { name: 'Reset everything' }).click()
    await bar.getByRole('button', { name: 'Faults 0' }).waitFor()
    await bar.getByText(/· real time$/).waitFor()
    expect(complaints).toEqual([])
    const found = await shop.send('GET', '/api/testing/faults')
    expect(found.body.data).toEqual([])
  })

  test('Ctrl-K opens pages and changes the theme, which stays after a reload', async () => {
    const { page } = await open('alder-wick')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search orders, retailers, products, pages and actions').fill('Dark')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme'), soon).toBe('dark')
    await page.reload()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search orders, retailers, products, pages and actions').fill('Sessions')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname, soon).toBe('/dashboard/settings/sessions')
  })

  test('works by keyboard: the focus is visible and returns, and Escape closes the topmost layer', async () => {
    const { page, complaints, read } = await open('alder-wick', '/dashboard/settings/users')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .waitFor()
    await page.keyboard.press('Tab')
    expect(await focusOf(page)).toEqual({ name: 'Skip to content', isMarked: true })
    const stops: string[] = []
    for (;;) {
      await page.keyboard.press('Tab')
      const { name, isMarked } = await focusOf(page)
      if (name === 'Skip to content' || name === '') break
      expect({ name, isMarked }).toEqual({ name, isMarked: true })
      stops.push(name)
    }
    expect(stops).toEqual(
      expect.arrayContaining(['+1 day', 'Mails 0', 'Home', 'Settings', 'Sessions', 'Invite user']),
    )

    await page.getByRole('button', { name: 'Invite user' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Invite a user' })
    await expect.poll(() => focusOf(page), soon).toEqual({ name: 'Email', isMarked: true })
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search' })
    await palette.waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await focusOf(page)).name, soon).toBe('Invite user')

    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focusOf(page)).name, soon).toBe('Email')
    await page.keyboard.type('noor@alderwick.test')
    await page.keyboard.press('Enter')
    // What is missing is said in place, and gets the focus.
    await expect.poll(() => focusOf(page), soon).toEqual({ name: 'First name', isMarked: true })
    await page.keyboard.type('Noor')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Aydin')
    await shop.platform.db`update identity.sessions set password_confirmed_at = null`
    await page.keyboard.press('Enter')
    const prompt = page.getByRole('dialog', { name: 'Confirm your password' })
    await prompt.waitFor()
    await page.keyboard.press('Escape')
    await prompt.waitFor({ state: 'detached' })
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Aydin')
    await expect.poll(async () => (await focusOf(page)).name, soon).toBe('Last name')
    await dialog.locator('[data-loading]').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focusOf(page)).name, soon).toBe('Password')
    await page.keyboard.type(shop.credentials.user.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Actions for Noor Aydin' }).waitFor()
    expect(complaints).toEqual([])
    const { data } = await read('/api/v1/users')
    const emails = data.map(({ attributes }: { attributes: { email: string } }) => attributes.email)
    expect(emails).toContain('noor@alderwick.test')
  })

  test('shows 404 and 403 as pages, and recovers by itself when the server comes back', async () => {
    const { page } = await open('alder-wick-staff', '/dashboard/nowhere')
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    for (const [parent, name] of [
      ['stock', 'Catalog'],
      ['money/payouts', 'Money'],
    ]) {
      await page.goto(`/dashboard/${parent}`)
      await page.getByRole('heading', { name: name ?? '', exact: true }).waitFor()
    }
    await page.goto('/dashboard/integrations/apps')
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await shop.cut()
    await page.getByText('The server cannot be reached. Trying again…').waitFor()
    await shop.restore()
    await page.getByText('The server cannot be reached. Trying again…').waitFor({ state: 'detached' })
  })
})
