/** Ways into the dashboard and out of it, in a real browser: passwords, second factors, sessions, invitations, links of mails. */
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, type Visit, visit } from './dashboard.ts'
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

  test('signs in as a demo user with one click, and out again', async () => {
    const { page, read } = await open(null)
    await page.getByText(/this page is open at an IP address/).waitFor()
    expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
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
    await page.getByRole('button', { name: /account menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: /Alder & Wick · Staff/ }).waitFor()
    expect((await read('/api/v1/sessions/current')).errors[0].status).toBe('401')
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

  test('adds a passkey, signs in with it, renames and removes it, and says why there are none at an address', async () => {
    const host = shop.url.replace('127.0.0.1', 'localhost')
    const visited = await visit(shop, {
      browser,
      as: null,
      path: '/dashboard/settings/security',
      context: { baseURL: host },
    })
    const { page, read, complaints } = visited
    // An authenticator of the browser's own, which is unlocked at once.
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByRole('button', { name: /Mats Verhulst/ }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('Laptop')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('region', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('table', { name: 'Passkeys' }).getByText('Laptop').waitFor()
    expect((await read('/api/v1/users/current/second-factor')).data.attributes).toMatchObject({
      isEnabled: true,
      hasApp: false,
      recoveryCodesLeft: 10,
    })
    await page.getByRole('button', { name: /account menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // A demo user who has a second factor is asked for it.
    await page.getByRole('button', { name: /Mats Verhulst/ }).click()
    await page.getByRole('heading', { name: 'Second factor' }).waitFor()
    await page.goto('/dashboard/sign-in')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect((await read('/api/v1/sessions/current')).data.attributes).toMatchObject({
      state: 'active',
      user: { firstName: 'Mats' },
    })
    const [passkey] = (await read('/api/v1/users/current/passkeys')).data
    expect(passkey.attributes).toMatchObject({
      name: 'Laptop',
      host: 'localhost',
      lastUsedAt: expect.any(String),
    })
    // Renamed and removed; at an address without a name the page says why there are none.
    await page.goto('/dashboard/settings/security')
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename Laptop' })
    await rename.getByLabel('Name').fill('Old laptop')
    await rename.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page
      .getByRole('dialog')
      .getByText(/your second factor ends with it/)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByText('You have no passkey yet.').waitFor()
    expect((await read('/api/v1/users/current/second-factor')).data.attributes.isEnabled).toBe(false)
    expect(complaints).toEqual([])
    const atAddress = await open('alder-wick-staff', '/dashboard/settings/security')
    await atAddress.page.getByText(/this page is open at an IP address/).waitFor()
    expect(await atAddress.page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
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

  test('a new device signs in by the link of a mail while its user is attacked, and is listed until it is forgotten', async () => {
    const { email, password } = shop.credentials.user
    const { db, secrets } = shop.platform
    await db`
      insert into identity.attempts (key, failures, last_failed_at, began_at)
      values (${secrets.fingerprint(`sign-in ${email}`)}, 60, now(), now())
      on conflict on constraint attempts_pkey do update set failures = 60, began_at = now()`
    const { page, complaints, read } = await open(null)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    await expect.poll(async () => (await db`select from identity.sign_in_links`).length, soon).toBe(1)
    const link = `/dashboard/sign-in-link/${await linkTo(shop, email)}`
    await page.goto(link)
    // Programs that look at mails open links as well.
    expect(await db`select from identity.sign_in_links`).toHaveLength(1)
    await page.getByRole('button', { name: 'Sign in here' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goto('/dashboard/settings/sessions')
    const devices = page.getByRole('table', { name: 'Known devices' }).locator('tbody tr')
    const forget = devices.first().getByRole('button', { name: /^Forget / })
    // Until then the table has rows that only hold its place.
    await forget.waitFor()
    const known = async () => (await read('/api/v1/users/current/devices')).data.length
    const before = await known()
    expect(await devices.count()).toBe(before)
    await forget.click()
    await expect.poll(() => devices.count(), soon).toBe(before - 1)
    expect(await known()).toBe(before - 1)
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in here' }).click()
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('sets the rules of the account, and invites a user, who chooses a password and is in', async () => {
    const { page, read } = await open('northlight-ceramics', '/dashboard/settings/users')
    const rules = page.getByRole('region', { name: 'Sign-in rules' })
    await rules.getByText(/^Without a second factor: .*Tom Ashby/).waitFor()
    await rules.getByLabel('Everybody needs a second factor from').fill('2099-01-01')
    await rules.getByLabel('Longest session, in hours').fill('12')
    await rules.getByLabel('a new owner').uncheck()
    await rules.getByRole('button', { name: 'Save' }).click()
    await rules.getByText('Saved.').waitFor()
    expect((await read('/api/v1/sign-in-rules')).data.attributes).toMatchObject({
      secondFactorFrom: expect.stringMatching(/^2099-01-01T00:00:00/),
      longestSessionHours: 12,
      longestIdleMinutes: null,
      mailsOwners: false,
      mailsCredentials: true,
      mailsSupport: true,
    })
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
