/** Journeys of an operator who views as a brand. Each ends with a check of what the server has. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOperator } from '../src/modules/identity/index.ts'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { PRODUCTION } from './market.ts'
import { placeOrder } from './orders.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import { demoUserId, browser as inject, signedIn, signIn } from './sessions.ts'
import { startSupport } from './support.ts'

const soon = { timeout: STEP_TIMEOUT_MS }
const SUPPORT = '/dashboard/operator/support'
const CURRENT = '/api/v1/sessions/current'

describe('support sessions in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = () => visit(shop, { browser, as: 'operator', path: SUPPORT })
  const banner = (page: Page) => page.getByRole('region', { name: 'Support session' })

  async function begin(page: Page, { reason, write = false }: { reason: string; write?: boolean }) {
    await page.getByRole('searchbox', { name: 'Find a brand' }).fill('alder')
    await page.getByRole('button', { name: 'View as Alder & Wick' }).click()
    const dialog = page.getByRole('dialog', { name: 'View as Alder & Wick' })
    await dialog.getByLabel('Reason').fill(reason)
    if (write) await dialog.getByLabel('Allow changes').check()
    await dialog.getByRole('button', { name: 'View as the brand' }).click()
    await banner(page).getByText('views as Alder & Wick').waitFor()
  }
  const statusOf = async (orderId: string) =>
    (await shop.send('GET', `/api/v1/orders/${orderId}`)).body.data.attributes.status

  test('read-only shows everything and changes nothing; read-write names both in the history', async () => {
    const { page, read, complaints } = await open()
    const { id } = await placeOrder(shop)
    await page.getByRole('searchbox', { name: 'Find a brand' }).fill('alder')
    await page.getByRole('button', { name: 'View as Alder & Wick' }).click()
    // Without a reason nothing is sent.
    await page.getByRole('button', { name: 'View as the brand' }).click()
    await page.getByText('Fill this in.').waitFor()
    await page.keyboard.press('Escape')
    await begin(page, { reason: 'Ticket 4711' })
    await banner(page).getByText('Reason: Ticket 4711').waitFor()
    await banner(page)
      .getByText(/(59 minutes|1 hour) left/)
      .waitFor()
    const navigation = page.getByRole('navigation', { name: 'Main' })
    expect(await navigation.getByRole('link', { name: 'Support', exact: true }).count()).toBe(0)

    // What is possible comes with the order, and here nothing is.
    await page.goto(`/dashboard/orders/${id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: /^Accept.*This support session is read-only/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0)
    // Where a page offers a change nevertheless, the words of the API appear.
    await page.goto('/dashboard/settings/free-shipping')
    await page.getByLabel('Free from').first().fill('777')
    await page.getByRole('button', { name: /^Save/ }).first().click()
    await page.getByText('This support session is read-only').first().waitFor()
    expect(await statusOf(id)).toBe('ankor_confirmed')
    expect(JSON.stringify((await shop.send('GET', '/api/v1/brands/franco-settings')).body)).not.toContain(
      '777',
    )

    // What is about users and credentials is not there.
    for (const path of ['/settings/users', '/settings/security', '/settings/audit', '/integrations/apps']) {
      await page.goto(`/dashboard${path}`)
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor()
      await banner(page).waitFor()
    }
    await banner(page).getByRole('button', { name: 'End' }).click()
    await page.getByRole('heading', { name: 'Support sessions', level: 1 }).waitFor()
    expect((await read(CURRENT)).data.attributes.account.kind).toBe('operator')

    await begin(page, { reason: 'Ticket 4712', write: true })
    await page.goto(`/dashboard/orders/${id}`)
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText(/\(marketplace support\) for Alder & Wick/).waitFor()
    await page.getByRole('button', { name: /account menu$/ }).click()
    await page.getByRole('menuitem', { name: 'End the support session' }).click()
    await page.getByRole('heading', { name: 'Support sessions', level: 1 }).waitFor()
    await page.getByRole('table', { name: 'Support sessions' }).getByText('Ticket 4712').waitFor()
    expect(await statusOf(id)).toBe('brand_confirmed')
    const history = await shop.send('GET', `/api/v1/orders/${id}/history?include=supportSession`)
    expect(history.body.data[0].attributes.userId).toBe(demoUserId('operator'))
    expect(history.body.included[0].attributes).toMatchObject({ reason: 'Ticket 4712', access: 'read-write' })
    expect(complaints).toEqual([])

    const owner = await visit(shop, { browser, as: 'alder-wick', path: '/dashboard/settings/audit' })
    await owner.page.getByText('read-write: Ticket 4712').waitFor()
    await owner.page
      .getByRole('cell', { name: /\(marketplace support\)/ })
      .first()
      .waitFor()
  })

  test('other tabs follow, and none mixes accounts', async () => {
    const { page } = await open()
    const other = await page.context().newPage()
    await other.goto('/dashboard/operator/support')
    await other.getByRole('heading', { name: 'Support sessions', level: 1 }).waitFor()
    await begin(page, { reason: 'Two tabs' })
    await banner(other).getByText('Reason: Two tabs').waitFor()
    await banner(other).getByRole('button', { name: 'End' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' }).waitFor()
    await banner(page).waitFor({ state: 'detached' })

    // Also when the session changes by other means, which the poll notices.
    const elsewhere = await signedIn(shop, 'operator')
    await startSupport(elsewhere, shop.credentials.brandId, { reason: 'By the poll' })
    const [name = '', value = ''] = elsewhere.cookie?.split('=') ?? []
    await page.context().addCookies([{ name, value, url: shop.url, httpOnly: true, sameSite: 'Lax' }])
    await expect.poll(() => banner(page).getByText('By the poll').count(), soon).toBe(1)
  })

  test('after the hour the page says so and leads back without a password', async () => {
    const { page, read } = await open()
    await begin(page, { reason: 'A long one' })
    await shop.platform.db`
      update identity.support_sessions
      set started_at = started_at - interval '2 hours', ends_at = ends_at - interval '2 hours' where ended_at is null`
    await shop.platform.signals.raise(shop.platform.db, 'sessions')
    await page.getByRole('heading', { name: 'The support session has ended' }).waitFor()
    await page.getByRole('button', { name: 'Back to your own session' }).click()
    await page.getByRole('heading', { name: 'Support sessions', level: 1 }).waitFor()
    expect((await read(CURRENT)).data.attributes).toMatchObject({ role: 'operator', support: null })
  })

  test('in production an operator without a second factor gets nothing but its setup', async () => {
    const live = await serveMarket({ isTicking: true, env: PRODUCTION })
    const proxied = { 'x-forwarded-proto': 'https' }
    const { host } = new URL(live.url)
    const operator = inject(live)
    const { email, password } = await createOperator(live.platform, {
      email: 'ada@marketplace.test',
      firstName: 'Ada',
      lastName: 'Berg',
      currency: 'EUR',
      country: 'FR',
    })
    const signed = await signIn(operator, email, password, { ...proxied, host, origin: `https://${host}` })
    expect(signed.status, signed.text).toBe(201)
    const [name = '', value = ''] = operator.cookie?.split('=') ?? []
    const { page, complaints } = await visit(live, {
      browser,
      as: null,
      path: '/dashboard/sign-in',
      context: { extraHTTPHeaders: proxied },
    })
    const cookie = {
      name,
      value,
      url: `https://${host}`,
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    } as const
    await page.context().addCookies([cookie])
    for (const path of ['/dashboard', SUPPORT, '/dashboard/settings/users']) {
      await page.goto(path)
      await page.waitForURL('**/dashboard/settings/security')
      await page.getByText(/^You need a second factor here/).waitFor()
    }
    expect(complaints).toEqual([])
  })
})
