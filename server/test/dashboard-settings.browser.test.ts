/** Journeys through the settings of a brand. Each ends with a check of what the server has stored. */
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO } from '../src/modules/identity/index.ts'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { addRetailer, readOrder } from './order-requests.ts'
import { placeOrder } from './orders.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import type { DemoUserKey } from './sessions.ts'

const soon = { timeout: STEP_TIMEOUT_MS }

describe('settings in the dashboard', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })
  const open = (tab: string, as: DemoUserKey = 'alder-wick') =>
    visit(shop, { browser, as, path: `/dashboard/settings/${tab}` })

  test('a new name is saved and in the audit log; what is refused keeps what was typed; leaving asks', async () => {
    const { page, complaints, read } = await open('profile')
    await page.getByLabel('Name', { exact: true }).fill('Alder, Wick & Sons')
    await page.getByLabel('Square picture').fill('logo.png')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid="true"]').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Alder, Wick & Sons')
    await page.getByRole('link', { name: 'Contacts' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Square picture').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect((await read('/api/v1/brands/me')).data.attributes.name).toBe('Alder, Wick & Sons')
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByLabel('Action').selectOption({ label: 'Changed the profile' })
    await expect.poll(() => page.locator('tbody tr').count(), soon).toBe(1)
    await page.getByRole('link', { name: 'Changed the profile' }).click()
    const entry = page.getByRole('dialog', { name: 'Changed the profile' })
    await entry.getByText('Ines Okoye').waitFor()
    await entry.getByText('127.0.0.1').waitFor()
    expect(page.url()).toMatch(/action=change-profile.*entry=/)
    expect(complaints).toEqual([])
  })

  test('who saves second sees both values and chooses', async () => {
    const one = await open('shipping')
    const other = await open('shipping')
    const saveIn = async ({ page }: typeof one, street: string) => {
      const part = page.getByRole('region', { name: 'Where goods leave from' })
      await part.getByLabel('Street and number').fill(street)
      await part.getByRole('button', { name: 'Save' }).click()
      return part
    }
    const streetOf = async () =>
      (await one.read(`/api/v1/brands/shipping-settings/${DEMO.brandId}`)).data.attributes.shippingAddress
        .street
    await one.page.getByRole('region', { name: 'Where goods leave from' }).waitFor()
    await other.page.getByRole('region', { name: 'Where goods leave from' }).waitFor()
    await (await saveIn(one, 'Kaai 1')).getByText('Saved.').waitFor()
    await saveIn(other, 'Kaai 2')
    const choice = other.page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' })
    await choice.getByRole('cell', { name: 'Kaai 1' }).waitFor()
    await choice.getByRole('cell', { name: 'Kaai 2' }).waitFor()
    expect(await streetOf()).toBe('Kaai 1')
    await choice.getByRole('button', { name: 'Save yours' }).click()
    await choice.waitFor({ state: 'detached' })
    expect(await streetOf()).toBe('Kaai 2')
    await saveIn(one, 'Kaai 3')
    const again = one.page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' })
    await again.getByRole('button', { name: 'Take theirs' }).click()
    const street = one.page
      .getByRole('region', { name: 'Where goods leave from' })
      .getByLabel('Street and number')
    await expect.poll(() => street.inputValue(), soon).toBe('Kaai 2')
    expect(await streetOf()).toBe('Kaai 2')
    // Another part of the same settings is no conflict.
    const leadTime = one.page.getByRole('region', { name: 'Lead time' })
    await other.page.getByRole('region', { name: 'Lead time' }).getByRole('combobox').selectOption('6-10')
    await other.page.getByRole('region', { name: 'Lead time' }).getByRole('button', { name: 'Save' }).click()
    await other.page.getByRole('region', { name: 'Lead time' }).getByText('Saved.').waitFor()
    await (await saveIn(one, 'Kaai 4')).getByText('Saved.').waitFor()
    await expect.poll(() => leadTime.getByRole('combobox').inputValue(), soon).toBe('6-10')
    expect(await streetOf()).toBe('Kaai 4')
    expect([...one.complaints, ...other.complaints]).toEqual([])
  })

  test('a corridor gets an amount and loses it, with the refusal of the API at its field', async () => {
    const { page, complaints, read } = await open('free-shipping')
    const corridor = page.getByRole('region', { name: 'Nearby countries' })
    await corridor.getByLabel('Free from').fill('300')
    await corridor.getByLabel('Fee below that').fill('99')
    await corridor.getByRole('button', { name: 'Save' }).click()
    await corridor.getByText('The fee can be €25.00 at most.').waitFor()
    expect(await corridor.getByLabel('Fee below that').getAttribute('aria-invalid')).toBe('true')
    await corridor.getByLabel('Fee below that').fill('12.345')
    await corridor.getByRole('button', { name: 'Save' }).click()
    await corridor.getByText('Enter an amount such as 12.50').waitFor()
    expect(await corridor.getByLabel('Fee below that').getAttribute('aria-invalid')).toBe('true')
    await corridor.getByLabel('Fee below that').fill('12,50')
    await corridor.getByRole('button', { name: 'Save' }).click()
    await corridor.getByText('Free from €300.00. Below that, the retailer pays €12.50.').waitFor()
    const terms = async () =>
      (await read('/api/v1/brands/franco-settings')).data
        .map(
          ({ attributes }: { attributes: { corridor: string; amount: number; fee: number } }) => attributes,
        )
        .find((one: { corridor: string }) => one.corridor === 'eu8')
    expect(await terms()).toMatchObject({ amount: 30_000, fee: 1250 })
    await corridor.getByRole('button', { name: 'Always ship free' }).click()
    await corridor.getByText('Every order ships free.').waitFor()
    expect(await terms()).toMatchObject({ amount: 0, fee: 0 })
    expect(complaints).toEqual([])
  })

  test('a contact is added, changed and removed', async () => {
    const { page, complaints, read } = await open('contacts')
    const emails = async () =>
      ((await read('/api/v1/brands/me?include=brand-contacts')).included ?? []).map(
        ({ attributes }: { attributes: { email: string } }) => attributes.email,
      )
    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('books')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await dialog.getByLabel('Email').fill('books@alderwick.test')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await page.getByRole('button', { name: 'Edit books@alderwick.test' }).click()
    await dialog.getByLabel('Email').fill('ledger@alderwick.test')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove ledger@alderwick.test' }).waitFor()
    expect(await emails()).toContain('ledger@alderwick.test')
    await page.getByRole('button', { name: 'Remove ledger@alderwick.test' }).click()
    await dialog.getByRole('button', { name: 'Remove contact' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await emails()).not.toContain('ledger@alderwick.test')
    expect(complaints).toEqual([])
  })

  test('new orders of a retailer are accepted at once from then on, also of several', async () => {
    const names = ['Trusted Row One', 'Trusted Row Two']
    const ids = await Promise.all(names.map((storeName) => addRetailer(shop, { storeName })))
    for (const retailerId of ids) await placeOrder(shop, { retailerId })
    const { page, complaints } = await open('retailers')
    await page.getByLabel('Name of store or company').fill('trusted row')
    await expect.poll(() => page.locator('tbody tr').count(), soon).toBe(2)
    await page.getByRole('button', { name: 'Accept automatically: Trusted Row One' }).click()
    const question = page.getByRole('dialog', { name: 'Accept new orders of 1 retailer automatically' })
    await question.getByText(/with all quantities/).waitFor()
    await question.getByRole('button', { name: 'Accept automatically' }).click()
    await page.getByRole('button', { name: 'Decide yourself: Trusted Row One' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: 'Accept automatically', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept automatically' }).click()
    await page.getByText('2 succeeded.').waitFor()
    for (const retailerId of ids) {
      const { id } = await placeOrder(shop, { retailerId })
      await shop.runJobs()
      expect((await readOrder(shop, id)).body.data.attributes.status).toBe('brand_confirmed')
    }
    expect(complaints).toEqual([])
  })
})
