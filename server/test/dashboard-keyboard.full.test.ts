/**
 * Journeys by the keyboard alone, from the sign-in to what the server has stored. Nothing is clicked or focused by the test: the
 * focus goes from stop to stop, as for somebody who has no mouse. `dashboard.browser.test.ts` has one of them.
 */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { focusOf, STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, type Visit, visit } from './dashboard.ts'
import { loaded } from './dashboard-view.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'

const soon = { timeout: STEP_TIMEOUT_MS }
/** More than any page has. */
const MOST_STOPS = 150

/** Faster than anybody types, and slower than a page can be made to lose letters by. */
const TYPING_MS = 30

type Name = string | RegExp
const isCalled = (name: string, wanted: Name) =>
  typeof wanted === 'string' ? name.trim() === wanted : wanted.test(name)

interface Keys {
  page: Page
  press: (key: string) => Promise<void>
  type: (text: string) => Promise<void>
  /** Goes on until what is called so has the focus. */
  reach: (name: Name) => Promise<void>
  /** Reaches it and presses Enter. */
  enter: (name: Name) => Promise<void>
  /** Waits until the focus is there by itself, as in a dialog. */
  landsOn: (name: Name) => Promise<void>
}

function keysOf(page: Page): Keys {
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text, { delay: TYPING_MS })
  const reach = async (name: Name) => {
    await loaded(page)
    const stops: string[] = []
    for (let i = 0; i < MOST_STOPS; i++) {
      await press('Tab')
      const stop = await focusOf(page)
      if (isCalled(stop.name, name)) {
        expect(stop).toMatchObject({ isMarked: true })
        return
      }
      stops.push(stop.name)
    }
    throw new Error(`${name} has no stop; there are: ${[...new Set(stops)].join(' | ')}`)
  }
  const landsOn = (name: Name) =>
    expect.poll(async () => isCalled((await focusOf(page)).name, name), soon).toBe(true)
  return {
    page,
    press,
    type,
    reach,
    landsOn,
    async enter(name) {
      await reach(name)
      await press('Enter')
    },
  }
}

interface Journey {
  name: string
  /** The person, as the sign-in names demo users. */
  as: RegExp
  go: (keys: Keys, visit: Visit) => Promise<void>
}

const OWNER = /^Ines .*Alder & Wick/s
const RETAILER = /Harbour Lane/

const JOURNEYS: readonly Journey[] = [
  {
    name: 'accepts an order in its row',
    as: OWNER,
    async go({ reach, press, page }, visit) {
      await reach(/^Accept order \d+$/)
      const reference = /\d+/.exec((await focusOf(page)).name)?.[0]
      await press('Enter')
      await page.getByRole('button', { name: `Accept order ${reference}` }).waitFor({ state: 'detached' })
      const { data } = await visit.read(`/api/v1/orders?filter[q]=${reference}`)
      expect(data[0].attributes.status).toBe('brand_confirmed')
    },
  },
  {
    name: 'rejects an order',
    as: OWNER,
    async go({ reach, enter, landsOn, press, page }, visit) {
      await enter(/^Orders/)
      await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
      await reach(/^\d{7}$/)
      const reference = (await focusOf(page)).name.trim()
      await press('Enter')
      await page.getByRole('heading', { name: reference }).waitFor()
      await enter('Reject…')
      await landsOn('Reason')
      await press('ArrowDown')
      await enter('Reject')
      const status = async () =>
        (await visit.read(`/api/v1/orders?filter[q]=${reference}`)).data[0].attributes.status
      await expect.poll(status, soon).toBe('rejected')
    },
  },
  {
    name: 'changes its name',
    as: OWNER,
    async go({ enter, reach, press, type, page }, { read }) {
      await enter('Settings')
      await page.getByLabel('First name').waitFor()
      await reach('First name')
      await press('Control+a')
      await type('Ida')
      await press('Enter')
      const name = async () => (await read('/api/v1/sessions/current')).data.attributes.user.firstName
      await expect.poll(name, soon).toBe('Ida')
      await press('Control+a')
      await type('Ines')
      await press('Enter')
      await expect.poll(name, soon).toBe('Ines')
    },
  },
  {
    name: 'adds a contact',
    as: OWNER,
    async go({ enter, landsOn, type, press, page }, { read }) {
      await enter('Settings')
      await page.getByLabel('First name').waitFor()
      await enter('Contacts')
      await page.getByRole('button', { name: 'Add contact' }).first().waitFor()
      await enter('Add contact')
      await landsOn('Email')
      await type('books@alderwick.test')
      await press('Enter')
      const emails = async () =>
        (await read('/api/v1/brands/me?include=brand-contacts')).included.map(
          ({ attributes }: { attributes: { email: string } }) => attributes.email,
        )
      await expect.poll(emails, soon).toContain('books@alderwick.test')
    },
  },
  {
    name: 'creates a Private App and closes its secret',
    as: OWNER,
    async go({ enter, landsOn, type, press, page }, { read }) {
      await enter(/^Integrations/)
      await page.getByRole('button', { name: 'Create app' }).first().waitFor()
      await enter('Create app')
      await landsOn('Name')
      await type('Keyboard bridge')
      await press('Enter')
      await enter('I have stored it')
      const names = async () =>
        (await read('/api/integrations/v1/applications')).data.map(
          ({ attributes }: { attributes: { name: string } }) => attributes.name,
        )
      await expect.poll(names, soon).toContain('Keyboard bridge')
    },
  },
  {
    name: 'creates a billing export',
    as: OWNER,
    async go({ enter, reach, page }, { read }) {
      await enter('Money')
      await page.getByRole('heading', { name: 'Money', level: 1 }).waitFor()
      await enter('Billing exports')
      await enter('Create export…')
      await reach('From')
      await enter('Create export')
      const count = async () => (await read('/api/v1/ordering/billing-exports')).data.length
      await expect.poll(count, soon).toBeGreaterThan(0)
    },
  },
  {
    name: 'creates a webhook',
    as: OWNER,
    async go({ enter, reach, type, press, page }, { read }) {
      await enter(/^Integrations/)
      await page.getByRole('button', { name: 'Create app' }).first().waitFor()
      await enter('Webhooks')
      await page.getByRole('button', { name: 'Create webhook' }).first().waitFor()
      await enter('Create webhook')
      await reach('Address of the receiver')
      await type('https://erp.test/keyboard')
      await reach('Select all events')
      await press('Space')
      await enter('Create webhook')
      const urls = async () =>
        (await read('/api/v1/webhook-subscriptions')).data.map(
          ({ attributes }: { attributes: { url: string } }) => attributes.url,
        )
      await expect.poll(urls, soon).toContain('https://erp.test/keyboard')
    },
  },
  {
    name: 'lets the orders of a retailer be accepted at once',
    as: OWNER,
    async go({ enter, landsOn, press, page }, { read }) {
      await enter('Settings')
      await page.getByLabel('First name').waitFor()
      await enter('Retailers')
      await page
        .getByRole('button', { name: /^Accept automatically: / })
        .first()
        .waitFor()
      await enter(/^Accept automatically: /)
      await landsOn('Accept automatically')
      await press('Enter')
      const count = async () =>
        (await read('/api/v1/brands/retailers?filter[automaticOrderValidationMode]=true')).data.length
      await expect.poll(count, soon).toBe(1)
    },
  },
  {
    name: 'moves the clock of the sandbox by an hour',
    as: OWNER,
    async go({ enter }, { read }) {
      const offset = async () => (await read('/api/testing/clock')).data.attributes.offsetSeconds
      const before = await offset()
      await enter('+1 h')
      await expect.poll(offset, soon).toBeGreaterThan(before + 3500)
    },
  },
  {
    name: 'changes the theme in the menu of the account',
    as: OWNER,
    async go({ enter, press, landsOn, page }) {
      await enter('Alder & Wick, account menu')
      await landsOn('Your account')
      for (const _ of [1, 2, 3]) await press('ArrowDown')
      await press('Enter')
      await expect.poll(() => page.locator('html').getAttribute('data-theme'), soon).toMatch(/^(light|dark)$/)
    },
  },
  {
    name: 'signs out',
    as: OWNER,
    async go({ enter, landsOn, press, page }, { read }) {
      await enter('Alder & Wick, account menu')
      await landsOn('Your account')
      await press('ArrowUp')
      await landsOn('Sign out')
      await press('Enter')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect((await read('/api/v1/sessions/current')).errors[0].status).toBe('401')
    },
  },
  {
    name: 'confirms the reception of an order as a retailer',
    as: RETAILER,
    async go({ enter, page, reach, press }, { read }) {
      await enter(/^On the way/)
      await reach(/^\d{7}$/)
      const reference = (await focusOf(page)).name.trim()
      await press('Enter')
      await page.getByRole('heading', { name: reference }).waitFor()
      await enter('Confirm reception')
      const status = async () =>
        (await read(`/api/retailer/v1/orders?filter[q]=${reference}`)).data[0].attributes.status
      await expect.poll(status, soon).toBe('received')
    },
  },
]

describe('by keyboard alone', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })

  test.each(JOURNEYS)('somebody signs in and $name', async ({ as, go }) => {
    const opened = await visit(shop, { browser, as: null, path: '/dashboard/sign-in' })
    const keys = keysOf(opened.page)
    await keys.landsOn('Email')
    await opened.page.getByRole('button', { name: as }).first().waitFor()
    await keys.enter(as)
    await opened.page.getByRole('navigation', { name: 'Main' }).waitFor()
    await loaded(opened.page)
    await go(keys, opened)
    expect(opened.complaints).toEqual([])
  })
})
