/**
 * Every view of the dashboard in both themes: axe finds nothing, nothing overflows from 360 to 1920 pixels, what people
 * have typed is text, and nothing is shown that is for programs. `npm run screenshots` stores a picture of each in `dashboard/screenshots` instead, with decent texts.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { STATUSES } from '../src/modules/ordering/order/move-table.ts'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { TEST_TIMEOUT_MS, textsOf } from './dashboard.ts'
import { FIELDS, type Field, fillWithMarkup, hostile, withMarkup } from './dashboard-markup.ts'
import type { Given, View } from './dashboard-view.ts'
import { furnish, VIEWS } from './dashboard-views.ts'
import { FULL, onlyInFull } from './full.ts'
import { needs } from './requirements.ts'
import { serveMarket } from './served-market.ts'
import { show } from './shown-view.ts'
import { until } from './time.ts'

const WIDTHS = [1280, 1920, 360]
/** What fits a phone and a laptop hardly overflows a wide screen. */
const FITTED = FULL ? WIDTHS : [1280, 360]
const VIEWPORT = { width: 1280, height: 800 }
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const PICTURES = process.env.TRADEHALL_TEST_SCREENSHOTS

const pathOf = ({ path }: View) => String(path).replace(/[?].*/, '')
const isSamePage = (a: View, b: View) => a.as === b.as && pathOf(a) === pathOf(b)
/** What opens on a page, and what it shows when something is missing or fails, is for `npm run test:full`. */
const LOOKED_AT = FULL
  ? VIEWS
  : VIEWS.filter((view) => VIEWS.find((other) => isSamePage(other, view)) === view)

describe('every view', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let given: Given
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    const shop = await serveMarket({
      cleanUp,
      isTicking: true,
      env: { TRADEHALL_RATE_LIMIT: 'off' },
    })
    given = await furnish(shop)
    if (!PICTURES) await fillWithMarkup(shop, given.secured.email)
    browser = await openBrowser(cleanUp)
  })

  /** The texts that some view has shown. */
  const seen = new Set<Field>()
  async function expectText(page: Page): Promise<void> {
    expect(await page.locator('.markup, img[src="x"], [onerror], [onclick]').count()).toBe(0)
    expect(await page.evaluate('document.ran')).toBeUndefined()
    const texts = await textsOf(page)
    for (const field of FIELDS) if (texts.includes(hostile(field))) seen.add(field)
  }

  async function lookAt(view: View): Promise<void> {
    const context = { colorScheme: 'light', viewport: VIEWPORT } as const
    await show(view, { browser, given, context }, async ({ page, complaints }) => {
      expect(await axeFindings(page, 'light')).toEqual([])
      await expectToFit(page)
      if (PICTURES) await takePictures(page, `${view.name}-light`)
      if (isExaminedInDark(view) || PICTURES) {
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
        expect(await axeFindings(page, 'dark', CONTRAST)).toEqual([])
        if (PICTURES) await takePictures(page, `${view.name}-dark`)
      }
      await expectText(page)
      if (!isForProgrammers(view, page)) expect(await namesForPrograms(page)).toEqual([])
      expect(complaints).toEqual([])
    })
  }

  const views = PICTURES ? VIEWS : LOOKED_AT.map(withMarkup)
  const title = '$name is accessible in both themes, fits every width and takes no text for markup'
  test.concurrent.each(views.filter((view) => !isAlone(view)))(title, lookAt)
  test.each(views.filter(isAlone))(title, lookAt)

  test('the views have shown each of the texts', onlyInFull('texts of the first view of each page'), () => {
    expect([...seen].sort()).toEqual(PICTURES ? [] : [...FIELDS].sort())
  })

  async function expectToFit(page: Page): Promise<void> {
    for (const width of FITTED) {
      await page.setViewportSize({ width, height: 800 })
      let overflow = Number.NaN
      const fits = async () => {
        overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number
        return overflow <= 0
      }
      // What is anchored to a button follows it after the page.
      try {
        await until(fits, () => `${overflow} pixels too wide at ${width}`)
      } catch (error) {
        const html = (await page.evaluate(WIDEST)) as string
        throw new Error(`${overflow} pixels too wide at ${width}: ${html}`, { cause: error })
      }
    }
  }
})

/** What reaches beyond the right edge, without what is in it. */
const WIDEST = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth)
  .filter((element, _, all) => !all.includes(element.parentElement))
  .map((element) => element.outerHTML.slice(0, 500)).join('\\n')`

/** Pages of integrations, of their operation and of faults have paths and machine names beside the human ones. */
const isForProgrammers = (view: View, page: Page) =>
  /^\/dashboard\/(integrations|operator\/(endpoints|deprecations|jobs))/.test(new URL(page.url()).pathname) ||
  view.name.startsWith('faults')

/** Ids, paths and statuses of the API. They are fine in an address, under “Details”, and in what a button copies. */
const FOR_PROGRAMS = new RegExp(
  [
    '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}',
    '/api/\\S*',
    ...STATUSES.filter((one) => one.includes('_')),
  ].join('|'),
)

async function namesForPrograms(page: Page): Promise<string[]> {
  await page.evaluate(`for (const details of document.querySelectorAll('details')) details.hidden = true`)
  // Article numbers with markup end in an id, so that each is another.
  const texts = (await textsOf(page)).replaceAll(/<\/script>[\da-f-]{36}/g, '')
  const found = texts.split('\n').filter((line) => FOR_PROGRAMS.test(line))
  await page.evaluate(`for (const details of document.querySelectorAll('details')) details.hidden = false`)
  return [...new Set(found)]
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const path = `${PICTURES}/${name}-${width}.png`
    await page.screenshot({ path, fullPage: true, animations: 'disabled' })
  }
}

/** What it does to the server shows in other views. */
const isAlone = ({ fault, restore, endsSession }: View) =>
  fault !== undefined || restore !== undefined || endsSession === true

/** The themes differ in nothing but colours, and these in variables that views share: all of them are for `npm run test:full`. */
const isExaminedInDark = (view: View) =>
  FULL || LOOKED_AT.findIndex(({ name }) => name === view.name) % 4 === 0

const CONTRAST = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** What axe has examined, by theme: the frame of the dashboard, and the page below a dialog, are those of other views too. */
const examined: Record<'light' | 'dark', Set<string>> = { light: new Set(), dark: new Set() }

/**
 * Evaluated by the debugger, which the content security policy does not concern. An open menu lies outside of the
 * landmarks, so that nothing cuts it off; its button, which names it, lies inside.
 */
async function axeFindings(page: Page, theme: 'light' | 'dark', options: object = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const parts =
    (await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(PARTS)})].map((part, i) => {
    part.dataset.part = i
    return part.outerHTML.replaceAll(/ data-part="\\d+"| (id|for|aria-\\w+by|aria-controls)="[^"]*"/g, '').replaceAll(/\\d+/g, '0')
  })`)) as string[]
  const exclude = parts.flatMap((part, i) => (examined[theme].has(part) ? [[`[data-part="${i}"]`]] : []))
  // What else axe would report has to be described at a cost, and is not looked at. It would also load all styles and media
  // again, for rules that are off.
  const findings = (await page.evaluate(`axe
    .run({ exclude: ${JSON.stringify(exclude)} }, { resultTypes: ['violations'], preload: false, rules: { region: { enabled: document.querySelector('[role="menu"]') === null } }, ...${JSON.stringify(options)} })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`)) as string[]
  for (const part of parts) examined[theme].add(part)
  return findings
}

const PARTS = 'header, nav, main, [role="region"][aria-label="Sandbox"], section[aria-label="Sandbox"]'
