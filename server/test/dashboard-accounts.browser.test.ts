/** Journeys of an operator through brands, their users and applications, and discount rules. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO } from '../src/modules/identity/index.ts'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import { linkTo } from './sessions.ts'

const soon = { timeout: STEP_TIMEOUT_MS }
const PASSWORD = 'four paper boats by the pier'

describe('accounts in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (path: string) => visit(shop, { browser, as: 'operator', path: `/dashboard/operator/${path}` })

  const askForToken = async (client: { id: string; secret: string }) => {
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    return await shop.send('POST', '/oauth/token', {
      as: null,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  async function invite(page: Page, email: string): Promise<void> {
    await page.getByRole('button', { name: 'Invite user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a user' })
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('First name').fill('Noor')
    await dialog.getByLabel('Last name').fill('Haddad')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(email).waitFor()
  }

  async function createApp(page: Page): Promise<{ id: string; secret: string }> {
    await page.getByRole('link', { name: 'Apps' }).click()
    await page.getByRole('button', { name: 'Create app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a Private App' })
    await dialog.getByLabel('Name', { exact: true }).fill('ERP bridge')
    await dialog.getByRole('button', { name: 'Create app' }).click()
    const shown = page.getByRole('dialog', { name: 'Secret of ERP bridge' })
    await shown.waitFor()
    const [id = '', secret = ''] = await shown.locator('code').allTextContents()
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('cell', { name: 'ERP bridge' }).first().waitFor()
    return { id, secret }
  }

  test('creates a brand, invites its owner, creates an application, suspends and resumes it', async () => {
    const { page, complaints, read } = await open('brands')
    await page.getByRole('button', { name: 'Create brand' }).click()
    const creating = page.getByRole('dialog', { name: 'Create a brand' })
    await creating.getByLabel('Name', { exact: true }).fill('Fennel & Rye')
    await creating.getByLabel('Country').selectOption('FR')
    await creating.getByLabel('Platform fee in percent').fill('12,5')
    await creating.getByLabel('VAT on fees in percent').fill('200')
    await creating.getByRole('button', { name: 'Create brand' }).click()
    await creating.locator('[aria-invalid="true"]').waitFor()
    await creating.getByLabel('VAT on fees in percent').fill('21')
    // It cannot be created twice while its page is opened.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const reading = /\/api\/operator\/v1\/brands\/[\w-]{36}$/
    await page.route(reading, (route) => released.then(() => route.continue()))
    const asked = page.waitForRequest(reading)
    await creating.getByRole('button', { name: 'Create brand' }).click()
    await asked
    expect(await creating.getByRole('button', { name: 'Create brand' }).isDisabled()).toBe(true)
    release()
    await page.getByRole('heading', { name: 'Fennel & Rye' }).waitFor()
    await page.unroute(reading)
    const brandId = /brands\/([\w-]{36})/.exec(page.url())?.[1] ?? ''
    const brand = `/api/operator/v1/brands/${brandId}`
    expect((await read(brand)).data.attributes).toMatchObject({
      country: 'FR',
      platformFeePercent: 12.5,
      feeVatPercent: 21,
    })

    await invite(page, 'noor@fennelrye.test')
    const token = await linkTo(shop, 'noor@fennelrye.test')
    const owner = await visit(shop, { browser, as: null, path: `/dashboard/invitation/${token}` })
    await owner.page.getByLabel('Choose a password').fill(PASSWORD)
    await owner.page.getByRole('button', { name: 'Join' }).click()
    await owner.page.getByRole('heading', { name: 'Home' }).waitFor()

    const client = await createApp(page)
    const issued = await askForToken(client)
    expect(issued.status).toBe(200)

    await page.getByRole('button', { name: 'Suspend…' }).click()
    const suspending = page.getByRole('dialog', { name: 'Suspend Fennel & Rye' })
    await suspending.getByText(/^1 user and 1 app are locked out/).waitFor()
    await suspending.getByRole('button', { name: 'Suspend' }).click()
    await suspending.getByRole('alert').or(suspending.locator('[aria-invalid="true"]')).first().waitFor()
    await suspending.getByLabel('Reason').fill('Invoices are overdue.')
    await suspending.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Suspended: Invoices are overdue.').waitFor()
    expect((await read(brand)).data.attributes.suspendedReason).toBe('Invoices are overdue.')
    const refused = await askForToken(client)
    expect([refused.status, refused.body.error]).toEqual([400, 'unauthorized_client'])
    const answer = await shop.send('GET', '/api/v1/me', { token: issued.body.access_token })
    expect(answer.body.errors[0].code).toBe('account_suspended')
    await owner.page.goto('/dashboard')
    await owner.page.getByText('The marketplace has suspended this account.').waitFor()

    await page.getByRole('button', { name: 'Resume…' }).click()
    const resuming = page.getByRole('dialog', { name: 'Resume Fennel & Rye' })
    await resuming.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Suspend…' }).waitFor()
    expect((await askForToken(client)).status).toBe(200)

    await page.getByRole('main').getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('link', { name: 'Suspended the account' }).click()
    const entry = page.getByRole('dialog', { name: 'Suspended the account' })
    await entry.getByText('Invoices are overdue.').waitFor()
    await entry.getByText('127.0.0.1').waitFor()
    expect(page.url()).toContain('entry=')
    expect(complaints).toEqual([])
  })

  test('fees are saved over the version that was shown, and Ctrl-K finds the brand', async () => {
    const { page, complaints, read } = await open('retailers')
    await page.getByRole('link', { name: 'Harbour Lane' }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search orders, retailers, products, pages and actions').fill('alder')
    await page.getByRole('button', { name: 'Alder & Wick Active' }).click()
    await page.getByLabel('Platform fee in percent').waitFor()
    await shop.send('PATCH', `/api/operator/v1/brands/${DEMO.brandId}`, {
      as: 'operator',
      body: { data: { type: 'brands', id: DEMO.brandId, attributes: { platformFeePercent: 11 } } },
    })
    await page.getByLabel('Platform fee in percent').fill('9')
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' })
    await conflict.getByRole('button', { name: 'Save yours' }).click()
    const feeOf = async () =>
      (await read(`/api/operator/v1/brands/${DEMO.brandId}`)).data.attributes.platformFeePercent
    await expect.poll(feeOf, soon).toBe(9)
    expect(complaints).toEqual([])
  })

  test('a discount rule is written beside what a retailer would pay, saved and deleted', async () => {
    const { page, complaints, read } = await open(`discounts?brand=${DEMO.brandId}`)
    await page.getByRole('button', { name: 'Create rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a discount rule' })
    await dialog.getByLabel('Name').fill('Everything must go')
    await dialog.getByLabel('Discount in percent').fill('60')
    await dialog.getByRole('combobox', { name: 'Retailer' }).fill('Harbour')
    await page.getByRole('option', { name: /Harbour Lane/ }).click()
    const prices = dialog.getByRole('table', { name: 'What a retailer pays' })
    await prices.getByText('−60 % by a rule').first().waitFor()
    expect(page.url()).toContain(`retailer=${DEMO.retailerId}`)
    const rules = async () =>
      (await read(`/api/operator/v1/discount-rules?filter[brandId]=${DEMO.brandId}`)).data.map(
        ({ attributes }: { attributes: { name: string } }) => attributes.name,
      )
    expect(await rules()).not.toContain('Everything must go')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await rules()).toContain('Everything must go')
    await page.getByRole('button', { name: 'Actions for Everything must go' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
    await expect.poll(rules, soon).not.toContain('Everything must go')
    expect(complaints).toEqual([])
  })
})
