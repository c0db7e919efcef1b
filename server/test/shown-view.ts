/** Shows views in a browser. Pages go from view to view as links do, and browsers are shared, because both are most of the cost. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openContext, openPage, type Visit } from './dashboard.ts'
import { type Given, heading, loaded, type View } from './dashboard-view.ts'
import type { DemoUserKey } from './sessions.ts'

interface Shown {
  browser: Browser
  given: Given
  context: BrowserContextOptions & { viewport: { width: number; height: number } }
}

/** To sign in and to load the scripts again for each view would be most of what it costs. */
const contexts = new Map<DemoUserKey, Promise<BrowserContext>>()
/** Loaded pages that show nothing at the moment. */
const idle = new Map<DemoUserKey, Visit[]>()
const NOWHERE = '/dashboard/nowhere'

/** Nobody's pages share nothing, because some of them sign in. */
const hasOwnContext = ({ as, endsSession }: View): boolean => as === null || endsSession === true
/** What a fault does is seen when the dashboard starts. */
const isReused = (view: View): boolean =>
  !hasOwnContext(view) && view.fault === undefined && view.restore === undefined

async function openFor(
  view: View,
  path: string,
  { browser, given: { shop }, context: options }: Shown,
): Promise<Visit> {
  const { as } = view
  if (!as || hasOwnContext(view))
    return await openPage(await openContext(shop, { browser, as, options }), path)
  const context = contexts.get(as) ?? openContext(shop, { browser, as, options })
  contexts.set(as, context)
  if (!isReused(view)) return await openPage(await context, path)
  const visit = idle.get(as)?.pop() ?? (await openPage(await context, NOWHERE))
  // As links do. The address of another view may be that of the view before, so the way leads over nowhere.
  await follow(visit.page, path)
  return visit
}

const follow = async (page: Page, path: string) => {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
}

/** Closes what has opened on top of a page, and keeps the page for another view if nothing is left of this one. */
async function leave(view: View, { page, complaints }: Visit, { context }: Shown): Promise<void> {
  if (hasOwnContext(view)) return await page.context().close()
  if (!view.as || !isReused(view)) return await page.close()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(context.viewport)
  await page.keyboard.press('Escape')
  await follow(page, NOWHERE)
  await heading('There is no such page')(page)
  const isClean = (await page.locator('[role="dialog"], [role="menu"], [role="alert"]').count()) === 0
  // An open page polls and paints on, at the cost of the views after it.
  if (!isClean) return await page.close()
  complaints.length = 0
  idle.set(view.as, [...(idle.get(view.as) ?? []), { page, complaints } as Visit])
}

/** Shows a view while a test looks at it, and leaves the server as it was. */
export async function show(view: View, shown: Shown, look: (visit: Visit) => Promise<void>): Promise<void> {
  const { path, ready, fault, restore } = view
  const { given } = shown
  const { shop } = given
  if (fault) await shop.send('POST', '/api/testing/faults', { body: fault })
  const visit = await openFor(view, typeof path === 'string' ? path : path(given), shown)
  try {
    await ready(visit.page, given)
    await loaded(visit.page)
    await look(visit)
    await leave(view, visit, shown)
  } catch (error) {
    await visit.page.close()
    throw error
  } finally {
    await restore?.(shop)
    if (fault) await shop.send('DELETE', '/api/testing/faults')
  }
}
