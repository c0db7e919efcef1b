/** What a view of the dashboard is, and the steps that lead to many of them. */
import type { Page } from 'playwright-core'
import type { ServedMarket } from './served-market.ts'
import type { DemoUserKey, SecuredUser } from './sessions.ts'
import { until } from './time.ts'

export interface View {
  name: string
  /** Null for nobody. */
  as: DemoUserKey | null
  path: string | ((given: Given) => string)
  /** Opens what is to be seen, and waits until it is complete. */
  ready: (page: Page, given: Given) => Promise<unknown>
  /** Set while the view is shown. */
  fault?: { path: string; status: number }
  /** It shares no session with other views. */
  endsSession?: true
  /** Undoes what `ready` did to the server. */
  restore?: (shop: ServedMarket) => Promise<unknown>
}

/** What views need beyond the demo data. */
export interface Given {
  shop: ServedMarket
  resetToken: string
  invitationToken: string
  secured: SecuredUser
  shipping: ShippingGiven
  integrations: GivenIntegrations
  imports: GivenImports
  systems: GivenSystems
}

/** Orders of the brand, by how far they are. */
export interface ShippingGiven {
  accepted: string
  quoted: string
  labelled: string
  shipped: string
}

/** Parked jobs, for the operator. */
export interface GivenSystems {
  jobIds: readonly string[]
}

/** Imports of the brand, by how they ended. */
export interface GivenImports {
  failed: string
  running: string
}

export interface GivenIntegrations {
  subscriptionId: string
  failingDeliveryId: string
  acceptedRequestId: string
  refusedRequestId: string
}

export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).waitFor()
export const row = (page: Page) => page.locator('tbody tr td:nth-child(2)').first().waitFor()
export const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name }).waitFor()
export const press =
  (name: string | RegExp, then: (page: Page) => Promise<unknown>) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).first().click()
    await then(page)
  }
/** Tables load by themselves. */
export const loaded = (page: Page) =>
  until(async () => (await page.locator('[aria-busy="true"]').count()) === 0)
export const menu = (page: Page) => page.getByRole('menu').waitFor()
/** Charts are drawn when they come into view. */
export async function drawn(page: Page): Promise<void> {
  await loaded(page)
  const chart = page.getByRole('figure').first().getByRole('img').first()
  await chart.scrollIntoViewIfNeeded()
  await chart.locator('svg').first().waitFor()
}

/** Opens the first order of a list. */
export const openFirstOrder =
  (then: (page: Page) => Promise<unknown> = async () => {}) =>
  async (page: Page): Promise<void> => {
    await row(page)
    await page.locator('tbody tr a').first().click()
    await page.getByRole('list', { name: 'Timeline' }).waitFor()
    await loaded(page)
    await then(page)
  }

/** Selects the first two orders of a list. */
export async function selectTwo(page: Page): Promise<void> {
  await row(page)
  const boxes = page.getByRole('checkbox', { name: /^Select \d/ })
  for (const i of [0, 1]) await boxes.nth(i).check()
  await page.getByText('2 selected').waitFor()
}
