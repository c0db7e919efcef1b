/** A real browser on the dashboard of a test market, signed in as a demo user. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { ServedMarket } from './served-market.ts'
import { type DemoUserKey, demoUserId } from './sessions.ts'
import { shared } from './shared-resources.ts'

await shared('dashboard')

/** Seconds on an idle machine, a minute on one with ten times the work that it can do: the limits only end what hangs. */
export const STEP_TIMEOUT_MS = 30_000
export const TEST_TIMEOUT_MS = 400_000

export interface Visit {
  page: Page
  /** What the browser complained of, such as a breach of the content security policy. */
  complaints: string[]
  /** Reads from the API with the session of the page. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members of the response.
  read: (path: string) => Promise<any>
}

interface VisitOptions {
  browser: Browser
  /** Null for nobody. */
  as: DemoUserKey | null
  path?: string
  context?: BrowserContextOptions
}

export async function visit(
  shop: ServedMarket,
  { browser, as, path = '/dashboard', context: options = {} }: VisitOptions,
): Promise<Visit> {
  const context = await openContext(shop, { browser, as, options })
  // An open page polls and paints on, at the cost of the tests after it.
  onTestFinished(() => context.close())
  return await openPage(context, path)
}

/** What pages of one user share: the session, and the scripts that the browser has loaded. */
export async function openContext(
  shop: ServedMarket,
  { browser, as, options }: { browser: Browser; as: DemoUserKey | null; options: BrowserContextOptions },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: shop.url,
    locale: 'en-GB',
    // Nothing has to be waited for, and frames of motion cost more than pages.
    reducedMotion: 'reduce',
    ...options,
  })
  if (as) await signInAs(context, shop, as)
  return context
}

export async function openPage(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_TIMEOUT_MS)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) complaints.push(message.text())
  })
  await page.goto(path)
  const read = async (path: string) => {
    const answer = await context.request.get(path, { headers: { accept: 'application/vnd.api+json' } })
    return await answer.json()
  }
  return { page, complaints, read }
}

async function signInAs(
  { request }: Pick<BrowserContext, 'request'>,
  shop: ServedMarket,
  as: DemoUserKey,
): Promise<void> {
  const answer = await request.post(`/api/testing/demo-users/${demoUserId(as)}/-actions/sign-in`, {
    headers: { origin: shop.url, accept: 'application/vnd.api+json' },
  })
  if (answer.status() !== 201) throw new Error(`Not signed in: ${await answer.text()}`)
}

/** Browsers print every response with an error status; the page shows it. */
const isRefusal = (text: string) => text.startsWith('Failed to load resource')

/** What is to be read on a page, also in fields and tooltips, and by screen readers. */
export const textsOf = async (page: Page): Promise<string> =>
  (await page.evaluate(`[
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll('[title], [aria-label], input')].flatMap((element) =>
      [element.title, element.getAttribute('aria-label'), element.value]),
  ].join('\\n')`)) as string

/** The name of what has the focus, and whether it is to be seen. */
export const focusOf = async (page: Page): Promise<{ name: string; isMarked: boolean }> =>
  (await page.evaluate(`(() => {
    const element = document.activeElement
    if (element === document.body) return { name: '', isMarked: false }
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    return {
      name: element.ariaLabel ?? element.labels?.[0]?.innerText ?? element.innerText,
      isMarked: outlineStyle !== 'none' || boxShadow !== 'none',
    }
  })()`)) as { name: string; isMarked: boolean }
