/** Journeys through the dashboard in a real browser, against the real server. Each ends with a look at the API. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, type Visit, visit } from './dashboard.ts'
import { loaded } from './dashboard-view.ts'
import { temporaryFolder } from './folders.ts'
import { askToken } from './market.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import { codeOf, type DemoUserKey, joinWithSecondFactor, linkTo, signedIn } from './sessions.ts'

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

  test('asks for email and password, says what is wrong in place, and opens the page that was asked for', async () => {
    const { page, complaints, read } = await open(null, '/dashboard/integrations/apps')
    const { email, password } = shop.credentials.user
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Private Apps' }).waitFor()
    expect(complaints).toEqual([])
    const { data } = await read('/api/v1/sessions/current')
    expect(data.attributes.user.email).toBe(email)
  })

  test.each([
    [null, 'Sign in'],
    ['alder-wick', 'Home'],
  ] as const)('loads at most 250 KB of compressed script until a page is there: %s', async (as, title) => {
    const { page } = await open(as)
    await page.getByRole('heading', { name: title }).waitFor()
    await loaded(page)
    const bytes = await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(250_000)
  })

  test('draws charts when they come into view', async () => {
    const { page } = await open('alder-wick')
    const chart = page.getByRole('img', { name: /^Orders by day/ })
    await chart.waitFor()
    const bars = chart.locator('svg')
    expect(await bars.count()).toBe(0)
    await chart.scrollIntoViewIfNeeded()
    await bars.first().waitFor()
    await page.getByRole('heading', { name: 'Home' }).scrollIntoViewIfNeeded()
    expect(await bars.count()).toBe(1)
  })

  test('signs in as a demo user with one click, and out again', async () => {
    const { page, read } = await open(null)
    await page.getByRole('button', { name: /Alder & Wick · Staff/ }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
      'Home',
      expect.stringMatching(/^Orders\d*$/),
      expect.stringMatching(/^Labels\d*$/),
      'Catalog',
      'Imports',
      'Money',
      expect.stringMatching(/^Integrations\d*$/),
      'Settings',
    ])
    // Staff do not manage applications.
    await page.getByRole('link', { name: 'Integrations' }).click()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    expect(await page.getByRole('link', { name: 'Private Apps' }).count()).toBe(0)
    expect((await read('/api/v1/sessions/current')).data.attributes.role).toBe('staff')
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect((await read('/api/v1/sessions/current')).errors[0].status).toBe('401')
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

    await bar.getByRole('button', { name: 'Autopilot off' }).click()
    await bar.getByRole('button', { name: 'Autopilot on' }).click()
    await bar.getByRole('button', { name: 'Autopilot off' }).waitFor()
    expect((await read('/api/testing/autopilot')).data.attributes.enabled).toBe(false)

    await bar.getByRole('button', { name: 'Faults 0' }).click()
    const faults = page.getByRole('dialog', { name: 'Faults' })
    await faults.getByLabel('Status').fill('200')
    await faults.getByRole('button', { name: 'Add fault' }).click()
    await faults.getByLabel('Status').and(page.locator('[aria-invalid="true"]')).waitFor()
    await faults.getByLabel('Status').fill('503')
    await faults.getByLabel('Path').fill('/api/v1/brands*')
    await faults.getByRole('button', { name: 'Add fault' }).click()
    await faults.getByText('answers 503').waitFor()
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
    await page.getByLabel('Search orders, products, pages and actions').fill('Dark')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme'), soon).toBe('dark')
    await page.reload()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search orders, products, pages and actions').fill('Sessions')
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
    await page.goto('/dashboard/integrations/apps')
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await shop.cut()
    await page.getByText('The server cannot be reached. Trying again…').waitFor()
    await shop.restore()
    await page.getByText('The server cannot be reached. Trying again…').waitFor({ state: 'detached' })
  })

  test('asks for the password in place when the session has ended, and continues', async () => {
    const { page, read } = await open('alder-wick', '/dashboard/settings/account')
    await page.getByLabel('First name').fill('Ines-Marie')
    const { data } = await read('/api/v1/sessions/current')
    await (await signedIn(shop, 'alder-wick')).send('DELETE', `/api/v1/sessions/${data.id}`)
    const prompt = page.getByRole('dialog', { name: 'Your session has ended' })
    await prompt.getByLabel('Password', { exact: true }).fill(shop.credentials.user.password)
    await prompt.getByRole('button', { name: 'Continue' }).click()
    await prompt.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect((await read('/api/v1/users/current')).data.attributes.firstName).toBe('Ines-Marie')
  })

  test('lists the sessions of the user and ends another one', async () => {
    const other = await open('alder-wick-staff')
    const { page, read } = await open('alder-wick-staff', '/dashboard/settings/sessions')
    const { data } = await other.read('/api/v1/sessions/current')
    const buttons = page.getByRole('button', { name: /^Sign out / })
    await buttons.first().waitFor()
    while ((await buttons.count()) > 0) {
      const before = await buttons.count()
      await buttons.first().click()
      await expect.poll(() => buttons.count(), soon).toBe(before - 1)
    }
    const left = (await read('/api/v1/sessions')).data
    expect(left.map(({ id }: { id: string }) => id)).not.toContain(data.id)
    expect((await other.read('/api/v1/sessions/current')).errors[0].status).toBe('401')
  })

  test('sets up a second factor with a code of the app, and shows recovery codes', async () => {
    const { page, read } = await open('harbour-lane', '/dashboard/settings/security')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = (await page.locator('code').first().textContent()) ?? ''
    await page.getByLabel('Code that the app shows').fill('000000')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.locator('[aria-invalid="true"]').waitFor()
    await page.getByLabel('Code that the app shows').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Switch on' }).click()
    const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    expect((await read('/api/v1/users/current/second-factor')).data.attributes.isEnabled).toBe(true)
  })

  test('asks for the code of a second factor, then opens the page that was asked for; a recovery code works once', async () => {
    const { email, password, secret, recoveryCodes } = await joinWithSecondFactor(shop, {
      invitedBy: 'northlight-ceramics',
      email: 'mara@northlight.test',
    })
    const signIn = async () => {
      const visited = await open(null, '/dashboard/settings/sessions')
      await visited.page.getByLabel('Email').fill(email)
      await visited.page.getByLabel('Password', { exact: true }).fill(password)
      await visited.page.getByRole('button', { name: 'Sign in' }).click()
      await visited.page.getByRole('heading', { name: 'Second factor' }).waitFor()
      return visited
    }
    const give = async ({ page }: Visit, code: string) => {
      await page.getByLabel('Code').fill(code)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    const refused = ({ page }: Visit) =>
      page.getByLabel('Code').and(page.locator('[aria-invalid="true"]')).waitFor()
    const stateOf = async ({ read }: Visit) => (await read('/api/v1/sessions/current')).data.attributes.state
    const sessions = ({ page }: Visit) => page.getByRole('table', { name: 'Sessions' }).waitFor()

    const first = await signIn()
    await give(first, '12345')
    await refused(first)
    expect(await first.page.getByLabel('Code').inputValue()).toBe('12345')
    expect(await stateOf(first)).toBe('second-factor-required')
    // The code of this moment has switched the second factor on, and none works twice.
    await give(first, codeOf(secret, 1))
    await sessions(first)
    expect(await stateOf(first)).toBe('active')

    const [recoveryCode = ''] = recoveryCodes
    const second = await signIn()
    await give(second, recoveryCode)
    await sessions(second)
    const third = await signIn()
    await give(third, recoveryCode)
    await refused(third)
    expect(await stateOf(third)).toBe('second-factor-required')
    for (const { complaints } of [first, second, third]) expect(complaints).toEqual([])
    const { data } = await second.read('/api/v1/users/current/second-factor')
    expect(data.attributes).toMatchObject({ isEnabled: true, recoveryCodesLeft: 9 })
  })

  test('invites a user, who chooses a password and is in', async () => {
    const { page } = await open('northlight-ceramics', '/dashboard/settings/users')
    await page.getByRole('button', { name: 'Invite user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a user' })
    await dialog.getByLabel('Email').fill('noor@northlight.test')
    await dialog.getByLabel('First name').fill('Noor')
    await dialog.getByLabel('Last name').fill('Aydin')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('button', { name: 'Actions for Noor Aydin' }).waitFor()
    const token = await linkTo(shop, 'noor@northlight.test')
    const invited = await open(null, `/dashboard/invitation/${token}`)
    await invited.page.getByLabel('Choose a password').fill('short')
    await invited.page.getByRole('button', { name: 'Join' }).click()
    await invited.page.locator('[aria-invalid="true"]').waitFor()
    await invited.page.getByLabel('Choose a password').fill('quiet lantern over 9 harbours')
    await invited.page.getByRole('button', { name: 'Join' }).click()
    await invited.page.getByRole('heading', { name: 'Home' }).waitFor()
    const { data } = await invited.read('/api/v1/sessions/current')
    expect(data.attributes).toMatchObject({ role: 'staff', user: { firstName: 'Noor' } })
  })

  test('a forgotten password is replaced through the link of a mail', async () => {
    const { page, read } = await open(null, '/dashboard/forgot')
    const { email } = shop.credentials.user
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    await page.goto(`/dashboard/reset/${await linkTo(shop, email)}`)
    await page.getByLabel('New password').fill('seven slow ferries at dusk')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect((await read('/api/v1/sessions/current')).data.attributes.user.email).toBe(email)
  })
})

/** The name of what has the focus, and whether it is to be seen. */
const focusOf = async (page: Page): Promise<{ name: string; isMarked: boolean }> =>
  (await page.evaluate(`(() => {
    const element = document.activeElement
    if (element === document.body) return { name: '', isMarked: false }
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    return {
      name: element.ariaLabel ?? element.labels?.[0]?.innerText ?? element.innerText,
      isMarked: outlineStyle !== 'none' || boxShadow !== 'none',
    }
  })()`)) as { name: string; isMarked: boolean }
