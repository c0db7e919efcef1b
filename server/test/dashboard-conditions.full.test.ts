/**
 * What people meet who are not on a quiet machine with a large screen: every page at 200 % zoom, with forced colours, reduced motion
 * and names that are written from right to left; and a slow network and two tabs.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { openContext, openPage, STEP_TIMEOUT_MS, TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import type { Given, View } from './dashboard-view.ts'
import { furnish, VIEWS } from './dashboard-views.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import { show } from './shown-view.ts'
import { until } from './time.ts'

const soon = { timeout: STEP_TIMEOUT_MS }
const options = { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }

const pathOf = ({ path }: View) => String(path).replace(/[?].*/, '')
/** Each page once, without those that end a session or break the server for others. */
const PAGES = VIEWS.filter(
  (view) => VIEWS.find((other) => other.as === view.as && pathOf(other) === pathOf(view)) === view,
).filter(({ fault, restore, endsSession }) => !fault && !restore && !endsSession)

const NAMES = ['מכולת הנמל', 'متجر الكتب القديم']

const LAPTOP = { width: 1280, height: 800 }

interface Condition {
  name: string
  context: BrowserContextOptions & { viewport: { width: number; height: number } }
  holds: (page: Page) => Promise<unknown>
}

async function fits(page: Page): Promise<void> {
  let overflow = Number.NaN
  await until(
    async () => {
      overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number
      return overflow <= 0
    },
    () => `${overflow} pixels too wide`,
  )
}

const CONDITIONS: readonly Condition[] = [
  {
    name: 'at 200 % zoom',
    // A window of 1280 by 800 has this many pixels left.
    context: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
    holds: fits,
  },
  {
    name: 'with forced colours',
    context: { forcedColors: 'active', viewport: LAPTOP },
    async holds(page) {
      expect(await page.evaluate(UNREADABLE)).toEqual([])
      await fits(page)
    },
  },
  {
    name: 'with reduced motion',
    context: { reducedMotion: 'reduce', viewport: LAPTOP },
    holds: async (page) => expect(await page.evaluate(MOVING)).toEqual([]),
  },
]

/** Buttons, links and fields whose text has the colour of its ground. */
const UNREADABLE = `[...document.querySelectorAll('button, a, input, select')]
  .filter((element) => element.checkVisibility() && (element.innerText || element.value))
  .filter((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    return color === backgroundColor
  })
  .map((element) => element.outerHTML.slice(0, 200))`

/** What is moved, turned or faded without an end. */
const MOVING = `document.getAnimations()
  .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().duration > 50)
  .map(({ effect }) => effect.target.outerHTML.slice(0, 200))`

describe('every page', options, () => {
  let given: Given
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    const shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    given = await furnish(shop)
    await shop.platform
      .db`update identity.retailers set store_name = ${NAMES[0] ?? ''}, company_name = ${NAMES[1] ?? ''}`
    browser = await openBrowser(cleanUp)
  })

  describe.each(CONDITIONS)('$name', ({ context, holds }) => {
    test.concurrent.each(PAGES)('$name', async (view) => {
      await show(view, { browser, given, context }, async ({ page, complaints }) => {
        await holds(page)
        expect(complaints).toEqual([])
      })
    })
  })

  test.each(['/dashboard', '/dashboard/orders?tab=all', '/dashboard/settings/retailers'])(
    'shows names from right to left at %s without turning what stands beside them',
    async (path) => {
      const { page } = await visit(given.shop, {
        browser,
        as: 'alder-wick',
        path,
        context: { viewport: { width: 360, height: 800 } },
      })
      const name = page
        .getByText(NAMES[0] ?? '')
        .filter({ visible: true })
        .first()
      await name.waitFor()
      await fits(page)
      expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('ltr')
    },
  )
})

describe('somebody who accepts an order', options, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({ cleanUp, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    browser = await openBrowser(cleanUp)
  })

  const buttonOf = (page: Page) => page.getByRole('button', { name: /^Accept order \d+$/ }).first()
  const referenceAt = async (page: Page) =>
    /\d+/.exec((await buttonOf(page).getAttribute('aria-label')) ?? '')?.[0] ?? ''
  const statusOf = async (reference: string) => {
    const { body } = await shop.send('GET', `/api/v1/orders?filter[q]=${reference}`)
    return body.data[0].attributes.status
  }
  const isGone = (page: Page, reference: string) =>
    page.getByRole('button', { name: `Accept order ${reference}` }).waitFor({ state: 'detached' })

  test('on a slow network sees what happens, and it happens once', async () => {
    const { page, complaints } = await visit(shop, { browser, as: 'alder-wick' })
    await buttonOf(page).waitFor()
    const network = await page.context().newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 600,
      downloadThroughput: 50_000,
      uploadThroughput: 20_000,
    })
    const reference = await referenceAt(page)
    await buttonOf(page).click()
    await page.locator('main button[data-loading]').first().waitFor()
    await isGone(page, reference)
    expect(await statusOf(reference)).toBe('brand_confirmed')
    expect(complaints).toEqual([])
  })

  test('in two tabs sees in one what was done in the other', async () => {
    const context = await openContext(shop, { browser, as: 'alder-wick', options: {} })
    onTestFinished(() => context.close())
    const { page: one } = await openPage(context, '/dashboard')
    await buttonOf(one).waitFor()
    const { page: other } = await openPage(context, '/dashboard')
    await buttonOf(other).waitFor()
    const reference = await referenceAt(other)
    await buttonOf(other).click()
    await isGone(other, reference)
    await one.bringToFront()
    await isGone(one, reference)
    await expect.poll(() => statusOf(reference), soon).toBe('brand_confirmed')
  })
})
