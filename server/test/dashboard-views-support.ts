/** The views of support sessions: the operator's page, and pages while an operator views as a brand. */
import { JSON_API } from '@tradehall/jsonapi'
import type { Page } from 'playwright-core'
import { DEMO } from '../src/modules/identity/index.ts'
import { dialog, type Given, heading, loaded, row, type View } from './dashboard-view.ts'
import { supportPath } from './support.ts'

const SUPPORT = '/dashboard/operator/support'
const LONG = 'Labels of order 3109482 are missing, as the warehouse wrote us. '.repeat(7).trim()

async function begin(page: Page, { shop }: Given, access: 'read-only' | 'read-write'): Promise<void> {
  await loaded(page)
  // An open page would notice the other session and go elsewhere by itself.
  await page.goto('about:blank')
  const answer = await page.context().request.post(supportPath(DEMO.brandId), {
    headers: { origin: shop.url, accept: JSON_API, 'content-type': JSON_API },
    data: { data: { type: 'support-sessions', attributes: { reason: LONG, access } } },
  })
  if (answer.status() !== 201) throw new Error(`No support session: ${await answer.text()}`)
}

/** A page of the brand during a support session. */
const during = (path: string, access: 'read-only' | 'read-write', ready: View['ready']) => ({
  as: 'operator' as const,
  path: SUPPORT,
  endsSession: true as const,
  async ready(page: Page, given: Given) {
    await begin(page, given, access)
    await page.goto(path)
    await page.getByRole('region', { name: 'Support session' }).waitFor()
    await ready(page, given)
  },
})

async function passHour(page: Page, given: Given): Promise<void> {
  await begin(page, given, 'read-only')
  await given.shop.platform.db`
    update identity.support_sessions
    set started_at = started_at - interval '2 hours', ends_at = ends_at - interval '2 hours'
    where reason = ${LONG} and ended_at is null`
  await page.goto('/dashboard')
  await heading('The support session has ended')(page)
}

export const SUPPORT_VIEWS: readonly View[] = [
  {
    name: 'support',
    ...during('/dashboard', 'read-only', async (page) => {
      await page.getByRole('region', { name: 'Support session' }).getByRole('button', { name: 'End' }).click()
      await page.getByRole('heading', { name: 'Support sessions', level: 1 }).waitFor()
      await row(page)
    }),
  },
  {
    name: 'support-brands',
    as: 'operator',
    path: SUPPORT,
    async ready(page) {
      await page.getByRole('searchbox', { name: 'Find a brand' }).fill('l')
      await page
        .getByRole('button', { name: /^View as ./ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'support-start',
    as: 'operator',
    path: `${SUPPORT}?start=${DEMO.brandId}`,
    ready: dialog(/^View as /),
  },
  { name: 'support-read-only', ...during('/dashboard/orders', 'read-only', row) },
  {
    name: 'support-read-write',
    ...during('/dashboard/settings', 'read-write', heading('As retailers see it')),
  },
  { name: 'support-ended', as: 'operator', path: SUPPORT, endsSession: true, ready: passHour },
]
