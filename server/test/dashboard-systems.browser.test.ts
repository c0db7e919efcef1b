/** Journeys of an operator: a failing receiver, parked jobs and events, health. Each ends with a look at the API. */
import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { TEST_TIMEOUT_MS, visit } from './dashboard.ts'
import { parkJobs } from './dashboard-views-systems.ts'
import { placeOrder } from './orders.ts'
import { startReceiver } from './receiver.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import { subscribe } from './webhooks.ts'

const API = '/api/operator/v1'

describe('the dashboard of operators', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await serveMarket({
      cleanUp,
      isTicking: true,
      env: { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_WEBHOOK_RETRY_SECONDS: '1' },
    })
    browser = await openBrowser(cleanUp)
  })
  const open = (path: string) => visit(shop, { browser, as: 'operator', path: `/dashboard/operator${path}` })

  test('what failed at a receiver of a brand is found and sent again', async () => {
    const receiver = await startReceiver(500)
    const { id } = await subscribe(shop, { url: receiver.url, events: ['order.brand_created'] })
    await placeOrder(shop)
    await shop.runJobs()
    await shop.advance(5)
    await shop.runJobs()
    const { page, complaints, read } = await open('/endpoints')
    await page.getByRole('link', { name: receiver.url.replace('http://', '') }).click()
    await page.getByRole('link', { name: 'order.brand_created' }).click()
    await page.getByRole('table', { name: 'Attempts' }).getByText('500').first().waitFor()
    await page.goBack()
    receiver.answers = 200
    await page.getByRole('button', { name: 'Send failures again…' }).click()
    await page.getByRole('button', { name: 'Send 1 again' }).click()
    await page.getByText('1 delivery is being sent again.').waitFor()
    await shop.runJobs()
    const { data } = await read(`${API}/webhook-subscriptions/${id}/deliveries`)
    expect(data).toMatchObject([{ attributes: { state: 'delivered' } }])
    const audit = await read(`${API}/audit`)
    expect(audit.data[0].attributes).toMatchObject({
      action: 'redeliver-webhooks',
      byUserName: expect.any(String),
    })

    await shop.platform.db`
      update webhooks.subscriptions set disabled_at = now(), disabled_reason = 'Nobody is there.' where id = ${id}`
    await page.goto(`/dashboard/operator/endpoints/${id}`)
    await page.getByText('Nobody is there.').waitFor()
    expect(await page.getByRole('button', { name: 'Send failures again…' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Switch on again…' }).click()
    await page.getByRole('button', { name: 'Switch on', exact: true }).click()
    await page.locator('header').getByText('Active').waitFor()
    const resumed = await read(`${API}/webhook-subscriptions/${id}`)
    expect(resumed.data.attributes.disabledAt).toBeNull()
    expect(complaints).toEqual([])
  })

  test('parked jobs are retried, and discarded with a reason', async () => {
    const [first = '', second = '', third = ''] = await parkJobs(shop, 3)
    const { page, complaints, read } = await open('/jobs')
    await page.getByRole('button', { name: `Retry send-mail ${first}` }).click()
    await page.getByText('1 is tried again.').waitFor()
    await page.getByRole('button', { name: `Discard send-mail ${second}` }).click()
    await page.getByText('The mail is never sent.').waitFor()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    const reason = page.getByLabel('Reason')
    await page.locator('[aria-invalid="true"]').first().waitFor()
    await reason.fill('The mailbox is gone.')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByText('1 is discarded.').waitFor()
    const { data } = await read(`${API}/jobs`)
    expect(data.map(({ id }: { id: string }) => id)).toEqual([third])
    expect((await read(`${API}/audit`)).data[0].attributes).toMatchObject({
      action: 'discard-jobs',
      detail: `send-mail ${second}: The mailbox is gone.`,
    })
    const [fourth = ''] = await parkJobs(shop, 1)
    await page.getByRole('checkbox', { name: `Select send-mail ${fourth}` }).check()
    await page.getByRole('checkbox', { name: `Select send-mail ${third}` }).check()
    await page.getByRole('button', { name: 'Discard 2…' }).click()
    await page.getByLabel('Reason').fill('Of no use.')
    await page.getByRole('button', { name: 'Discard 2', exact: true }).click()
    await page.getByText('2 are discarded.').waitFor()
    expect((await read(`${API}/jobs`)).data).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a parked event is shown with its error, and an earlier one of its subject comes first', async () => {
    const { db, clock } = shop.platform
    const [first, second, subject] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [first, second]) {
      await db`
        insert into platform.outbox (id, type, subject_id, occurred_at, attempts, last_error, parked_at)
        values (${id}, 'order.lost', ${subject}, ${clock.now()}, 10, 'Nobody knows it.', ${clock.now()})`
    }
    const { page, complaints, read } = await open('/jobs?tab=events')
    await page.getByText('Nobody knows it.').filter({ visible: true }).first().waitFor()
    await page.getByRole('button', { name: `Retry order.lost ${second}` }).click()
    await page
      .getByRole('alert')
      .getByText('An earlier event of the same order or product is parked.')
      .waitFor()
    await page.getByRole('button', { name: `Discard order.lost ${first}` }).click()
    await page.getByLabel('Reason').fill('Invented.')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByText('1 is discarded.').waitFor()
    const { data } = await read(`${API}/parked-events`)
    expect(data).toMatchObject([{ id: second }])
    await db`delete from platform.outbox where subject_id = ${subject}`
    expect(complaints).toEqual([])
  })

  test('health says what is wrong, and the bell leads to parked jobs', async () => {
    await parkJobs(shop, 1)
    const { page, complaints, read } = await open('/health')
    await page.getByRole('heading', { name: 'Nodes and processes' }).waitFor()
    await page.getByRole('status').getByText('No worker runs').waitFor()
    await page.getByText('1 job is parked and needs a decision.').waitFor()
    const [json] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'As JSON' }).click(),
    ])
    await json.waitForLoadState()
    expect(await json.locator('body').innerText()).toContain('"system-health"')
    await json.close()
    await page.getByRole('button', { name: /^Recent failures/ }).click()
    await page.getByRole('link', { name: 'A job is parked: send-mail.' }).click()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    expect((await read(`${API}/health`)).data.attributes.state).toBe('failing')
    expect(complaints).toEqual([])
  })
})
