import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { type Market, market } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { deliveriesOf, subscribe } from '../../../../test/webhooks.ts'
import type { Queryable } from '../../../platform/database.ts'
import { type DeliveryFilter, listDeliveries } from './deliveries.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const LOG = '/api/v1/webhook-deliveries'
const [CREATED, ACCEPTED] = ['order.brand_created', 'order.brand_accepted']

type Delivery = { id: string; attributes: Record<string, unknown> }
const listed = async (query: string, from: Market = shop): Promise<Delivery[]> => {
  const answer = await from.send('GET', `${LOG}?page[limit]=100&${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}
const idsOf = (rows: readonly Delivery[]) => rows.map(({ id }) => id)

/** Runs all attempts of the waiting deliveries, so that they fail. */
async function exhaust(shop: Market): Promise<void> {
  await shop.runJobs()
  for (const wait of [10, 100, 1000, 10_000]) {
    await shop.advance(wait)
    await shop.runJobs()
  }
}

describe('the log of all subscriptions', () => {
  test('can be filtered by subscription, resource, state, event, request and time, and is paged', async () => {
    const here = await market()
    const [good, bad] = [await startReceiver(), await startReceiver(500)]
    const events = [CREATED, ACCEPTED] as string[]
    const [first, second] = [
      await subscribe(here, { url: good.url, events }),
      await subscribe(here, { url: bad.url, events }),
    ]
    const order = await placeOrder(here)
    await exhaust(here)
    const between = here.platform.clock.now().toISOString()
    await here.advance(60)
    const accepted = await transition(here, order.id, { type: 'brand-validates' })
    await here.runJobs()
    await placeOrder(here)
    await here.runJobs()

    const all = await listed('', here)
    expect(all).toHaveLength(6)
    expect(all[0]?.attributes).toMatchObject({
      event: CREATED,
      subscriptionId: expect.any(String),
      isTest: false,
    })
    const toFirst = await listed(`filter[subscription]=${first.id}`, here)
    expect(idsOf(toFirst)).toEqual(idsOf(await deliveriesOf(here, first)).toReversed())
    expect(await listed(`filter[resource]=${order.id}`, here)).toHaveLength(4)
    expect(await listed(`filter[event]=${ACCEPTED}`, here)).toHaveLength(2)
    const failed = await listed('filter[state]=failed', here)
    expect(failed.map(({ attributes }) => attributes)).toEqual([
      expect.objectContaining({
        subscriptionId: second.id,
        attemptsCount: 5,
        attemptsLeft: 0,
        lastAttempt: expect.objectContaining({ number: 5, outcome: 'refused_by_receiver', status: 500 }),
      }),
    ])
    const waiting = await listed('filter[state]=waiting', here)
    expect(waiting.map(({ attributes }) => attributes.attemptsLeft)).toEqual([4, 4])
    const request = accepted.headers['x-request-id']
    const caused = await listed(`filter[request]=${request}`, here)
    expect(caused.map(({ attributes }) => [attributes.event, attributes.requestId])).toEqual([
      [ACCEPTED, request],
      [ACCEPTED, request],
    ])
    expect(await listed(`filter[createdAt][from]=${between}`, here)).toHaveLength(4)
    expect(await listed(`filter[createdAt][to]=${between}`, here)).toHaveLength(2)

    const paged: string[] = []
    let url: string | undefined = `${LOG}?page[limit]=2`
    while (url) {
      const { body } = await here.send('GET', url)
      paged.push(...idsOf(body.data))
      url = body.links.next?.replace(/^https?:\/\/[^/]+/, '')
    }
    expect(paged).toEqual(idsOf(all))
  })

  test('refuses a cursor of another brand', async () => {
    const receiver = await startReceiver()
    await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await shop.runJobs()
    const [{ id } = { id: '' }] = await listed('')
    expect((await shop.send('GET', `${LOG}?page[after]=${id}`, { as: 'otherBrand' })).status).toBe(400)
    expect((await shop.send('GET', LOG, { as: 'otherBrand' })).body.data).toEqual([])
  })

  test('shows a delivery as its subscription does; 403 for another brand, 404 if unknown', async () => {
    const receiver = await startReceiver()
    const { path } = await subscribe(shop, { url: receiver.url })
    await placeOrder(shop)
    await shop.runJobs()
    const [{ id } = { id: '' }] = await listed('')
    const own = await shop.send('GET', `${LOG}/${id}`)
    expect(own.body.data).toEqual((await shop.send('GET', `${path}/deliveries/${id}`)).body.data)
    expect((await shop.send('GET', `${LOG}/${id}`, { as: 'otherBrand' })).status).toBe(403)
    expect((await shop.send('GET', `${LOG}/${randomUUID()}`)).status).toBe(404)
  })
})

test('each attempt shows the headers that were sent, also after the secret was rotated', async () => {
  const receiver = await startReceiver([500, 200])
  const { path, secret } = await subscribe(shop, { url: `${receiver.url}?x=1` })
  await placeOrder(shop)
  await shop.runJobs()
  await shop.send('POST', `${path}/-actions/rotate-secret`)
  await shop.advance(10)
  await shop.runJobs()
  const [{ id } = { id: '' }] = await listed('')
  const answer = await shop.send('GET', `${LOG}/${id}`)
  const { attempts, body } = answer.body.data.attributes
  expect(attempts).toHaveLength(2)
  for (const [index, { headers }] of attempts.entries()) {
    const lowered = Object.fromEntries(
      Object.entries(headers as Record<string, string>).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const { connection: _connection, ...received } = receiver.received[index]?.headers ?? {}
    expect(lowered).toEqual(received)
  }
  expect(attempts[0].headers.signature).toBe(createHmac('sha256', secret).update(body).digest('hex'))
  expect(attempts[1].headers['webhook-signature'].split(' ')).toHaveLength(2)
  expect(answer.text).not.toContain(secret)
})

describe('redelivery of failed deliveries', () => {
  test('counts in a dry run, works for one subscription or all, and skips paused ones', async () => {
    const here = await market()
    const receivers = await Promise.all([startReceiver(500), startReceiver(500), startReceiver(500)])
    const [one, , paused] = await Promise.all(receivers.map(({ url }) => subscribe(here, { url })))
    await placeOrder(here)
    await exhaust(here)
    const since = here.platform.clock.now().toISOString()
    await placeOrder(here)
    await exhaust(here)
    await here.send('POST', `${paused?.path}/-actions/pause`)
    const redeliver = async (base: string, attributes: object) => {
      const body = { data: { type: 'webhook-deliveries', attributes: { since, ...attributes } } }
      return (await here.send('POST', `${base}/-actions/redeliver`, { body })).body.meta
    }
    const dryRun = true
    expect(await redeliver(`${one?.path}/deliveries`, { dryRun })).toEqual({ redelivered: 0, matching: 1 })
    expect(await redeliver(LOG, { dryRun })).toEqual({ redelivered: 0, matching: 2, skipped: 1 })
    expect(await redeliver(LOG, { dryRun, since: '2026-01-01T00:00:00Z' })).toMatchObject({ matching: 4 })
    expect(await listed('filter[state]=failed', here)).toHaveLength(6)

    for (const receiver of receivers) receiver.answers = 200
    expect(await redeliver(LOG, {})).toEqual({ redelivered: 2, skipped: 1 })
    // Failures may hold a subscription for some seconds.
    await here.advance(10)
    await here.runJobs()
    expect(await listed('filter[state]=failed', here)).toHaveLength(4)
    expect(await listed('filter[state]=delivered', here)).toHaveLength(2)
  })

  test('leaves the deliveries of another brand alone', async () => {
    const here = await market()
    const receiver = await startReceiver(500)
    await subscribe(here, { url: receiver.url })
    await placeOrder(here)
    await exhaust(here)
    const body = { data: { type: 'webhook-deliveries', attributes: { since: '2026-01-01T00:00:00Z' } } }
    const theirs = await here.send('POST', `${LOG}/-actions/redeliver`, { as: 'otherBrand', body })
    expect(theirs.body.meta).toEqual({ redelivered: 0, skipped: 0 })
    expect(await listed('filter[state]=failed', here)).toHaveLength(1)
  })
})

describe('with many deliveries', async () => {
  const here = await market({ cleanUp: afterAll })
  const { brandId } = here.credentials
  const { db, clock } = here.platform
  const [subscriptionId, other] = [randomUUID(), randomUUID()]
  const [subject, request] = [randomUUID(), randomUUID()]
  const now = clock.now()
  // One delivery in five hundred has failed, a tenth belongs to one subscription, and one has the subject and the request.
  for (let batch = 0; batch < 4; batch++) {
    await db`
      with event as (
        insert into webhooks.events
          (brand_id, id, type, subject_id, is_test, resource, request_id, occurred_at, created_at)
        select ${brandId}, gen_random_uuid(), ${CREATED}, case when place = 7 then ${subject}::uuid else gen_random_uuid() end,
          false, '{}', case when place = 7 then ${request}::uuid end, ${now},
          ${now}::timestamptz + place * interval '1 millisecond'
        from generate_series(${batch * 5000 + 1}::integer, ${batch * 5000 + 5000}::integer) as place
        returning id, subject_id, request_id, created_at
      )
      insert into webhooks.deliveries (
        brand_id, id, subscription_id, application_id, event_id, event_type, subject_id, request_id, state, due_at, created_at,
        finished_at
      )
      select ${brandId}, gen_random_uuid(), case when place % 10 = 0 then ${subscriptionId}::uuid else ${other}::uuid end,
        ${other}, id, ${CREATED}, subject_id, request_id, case when place % 500 = 0 then 'failed' else 'delivered' end, ${now},
        created_at, ${now}
      from (select event.*, row_number() over () as place from event) as event`
  }
  await db.unsafe('analyze webhooks.deliveries, webhooks.events')

  test.each<[DeliveryFilter, string]>([
    [{}, 'deliveries_brand_idx'],
    [{ state: 'failed' }, 'deliveries_failed_idx'],
    [{ subscription: subscriptionId }, 'deliveries_newest_idx'],
    [{ resource: subject }, 'deliveries_subject_idx'],
    [{ request }, 'deliveries_once'],
    [{ state: 'failed', createdAt: { from: '2026-01-01T00:00:00Z' } }, 'deliveries_failed_idx'],
  ])('the page of %j uses an index', async (filter, index) => {
    const plans: string[] = []
    const explaining = explainingTo(plans)
    await listDeliveries(explaining, { brandId }, filter, { cursor: undefined, backwards: false, limit: 51 })
    expect(plans.join('\n')).toContain(index)
    expect(plans.join('\n')).not.toContain('Seq Scan')
  })

  /** Runs each statement as `explain` and records the plan; fragments are left as they are. */
  function explainingTo(plans: string[]): Queryable {
    return new Proxy(db, {
      apply(target, self, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) {
        const isStatement =
          Array.isArray(strings) && /^\s*select deliveries|^\s*select $/.test(strings[0] ?? '')
        if (!isStatement) return Reflect.apply(target as never, self, [strings, ...values])
        const explained = Object.assign([`explain ${strings[0]}`, ...strings.slice(1)], {
          raw: strings.raw,
        }) as unknown as TemplateStringsArray
        return (async () => {
          const rows = (await db(explained, ...(values as never[]))) as unknown as Record<string, string>[]
          plans.push(...rows.map((row) => row['QUERY PLAN'] ?? ''))
          return []
        })()
      },
    }) as Queryable
  }
})

test('the deliveries of a removed subscription are still listed', async () => {
  const receiver = await startReceiver()
  const { id, path } = await subscribe(shop, { url: receiver.url })
  await moveOrderTo(shop, await placeOrder(shop), 'brand_confirmed')
  await shop.runJobs()
  await shop.send('DELETE', path)
  expect(await listed(`filter[subscription]=${id}`)).toHaveLength(1)
})
