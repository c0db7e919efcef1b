/** The views of the operator's endpoints, jobs, deprecations and health, and what they show. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { DEMO } from '../src/modules/identity/index.ts'
import { enqueue } from '../src/platform/jobs/jobs.ts'
import { sendMailJob } from '../src/platform/mail.ts'
import { createProcessReporter } from '../src/platform/processes/heartbeats.ts'
import { dialog, type GivenSystems, row, type View } from './dashboard-view.ts'
import type { ServedMarket } from './served-market.ts'

/** Parked jobs and events, and a worker that others can see. */
export async function furnishSystems(shop: ServedMarket): Promise<GivenSystems> {
  const { platform } = shop
  const { db, clock } = platform
  const jobIds = await parkJobs(shop, 2)
  await db`
    insert into platform.outbox
      (id, brand_id, type, subject_id, occurred_at, attempts, last_error, parked_at)
    values (
      ${randomUUID()}, ${DEMO.brandId}, 'order.shipped', ${randomUUID()}, ${clock.now()}, 10,
      'The event order.shipped could not be rendered: its order is gone.', ${clock.now()}
    )`
  const { host, version, started_at, report } = await createProcessReporter(platform, {
    role: 'worker',
  }).measure()
  await db`
    insert into platform.processes (id, role, host, pid, version, started_at, seen_at, report)
    select gen_random_uuid(), role, ${host}, 4000 + number, ${version}, ${started_at}, now() + seen, ${JSON.stringify(report)}::text::jsonb
    from (values (1, 'worker', interval '1 hour'), (2, 'api', interval '-1 minute')) as process (number, role, seen)`
  return { jobIds }
}

/** As the queue stores jobs that failed their last attempt. */
export async function parkJobs({ platform }: ServedMarket, count: number): Promise<string[]> {
  const mails = Array.from({ length: count }, () => ({ mailId: randomUUID() }))
  await enqueue(platform, sendMailJob, mails)
  const parked = await platform.db<{ id: string }[]>`
    update graphile_worker._private_jobs
    set attempts = max_attempts, updated_at = now(),
      last_error = 'The mail server refused the connection (ECONNREFUSED 192.0.2.25:587).'
    where payload ->> 'mailId' = any(${mails.map(({ mailId }) => mailId)})
    returning id::text as id`
  return parked.map(({ id }) => id)
}

const OPERATOR = '/dashboard/operator'
const operator = { as: 'operator' } as const
const tableLink = (page: Page) => page.locator('tbody a').first().waitFor()
const retry = (page: Page) =>
  page
    .getByRole('button', { name: /^Retry / })
    .first()
    .waitFor()

export const SYSTEMS_VIEWS: readonly View[] = [
  { name: 'endpoints', ...operator, path: `${OPERATOR}/endpoints`, ready: tableLink },
  {
    name: 'endpoints-none',
    ...operator,
    path: `${OPERATOR}/endpoints?state=disabled&brand=${DEMO.otherBrandId}`,
    ready: (page) => page.getByText('No endpoint matches these filters.').waitFor(),
  },
  {
    name: 'endpoint',
    ...operator,
    path: ({ integrations }) => `${OPERATOR}/endpoints/${integrations.subscriptionId}`,
    ready: tableLink,
  },
  {
    name: 'endpoint-again',
    ...operator,
    path: ({ integrations }) => `${OPERATOR}/endpoints/${integrations.subscriptionId}?dialog=again`,
    ready: dialog('Send failures again'),
  },
  {
    name: 'endpoint-delivery',
    ...operator,
    path: ({ integrations: { subscriptionId, failingDeliveryId } }) =>
      `${OPERATOR}/endpoints/${subscriptionId}/deliveries/${failingDeliveryId}`,
    ready: row,
  },
  { name: 'jobs', ...operator, path: `${OPERATOR}/jobs`, ready: retry },
  {
    name: 'jobs-discard',
    ...operator,
    path: ({ systems: { jobIds } }) => `${OPERATOR}/jobs?discard=${jobIds[0]}`,
    ready: dialog('Discard 1 job'),
  },
  {
    name: 'jobs-waiting',
    ...operator,
    path: `${OPERATOR}/jobs?state=running`,
    ready: (page) => page.getByText('No job runs at this moment.').waitFor(),
  },
  { name: 'events', ...operator, path: `${OPERATOR}/jobs?tab=events`, ready: retry },
  { name: 'deprecated-callers', ...operator, path: `${OPERATOR}/deprecations`, ready: row },
  {
    name: 'health',
    ...operator,
    path: `${OPERATOR}/health`,
    ready: (page) => page.getByRole('heading', { name: 'Database' }).waitFor(),
  },
]
