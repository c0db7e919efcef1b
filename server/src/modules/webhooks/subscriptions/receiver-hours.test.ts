import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { subscribe } from '../../../../test/webhooks.ts'
import { purgeLog } from '../log/retention.ts'
import { bucketOf, countAttempts, medianOf } from './receiver-hours.ts'

const HEALTH = '/api/v1/webhook-health'

test.each([
  [[5], 5],
  [[10, 20, 30], 20],
  [[1, 1, 1, 15_000], 1],
  [[200, 210, 190, 205, 9000], 205],
  [[], 0],
])('the median of %j is about %d', (durations, expected) => {
  const counts = new Map<number, number>()
  for (const ms of durations) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1)
  const buckets = [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([bucket, delivered]) => ({ bucket, delivered, failed: 0 }))
  expect(Math.abs(medianOf(buckets) - expected)).toBeLessThanOrEqual(Math.max(1, expected * 0.1))
})

describe('the health of receivers', () => {
  test('counts attempts by the hour and by the day, of each subscription', async () => {
    const shop = await market()
    const [good, bad] = [await startReceiver(), await startReceiver(500)]
    const [first, second] = [
      await subscribe(shop, { url: good.url }),
      await subscribe(shop, { url: bad.url }),
    ]
    await shop.setTime('2026-03-02T22:30:00Z')
    await placeOrder(shop)
    await shop.runJobs()
    await shop.advance(3600 * 2)
    await shop.runJobs()
    const read = async (path: string) => (await shop.send('GET', path)).body.data
    const at = (hour: string) => `2026-03-${hour}:00:00.000000Z`
    const [ofSecond, ofFirst] = await read(HEALTH)
    expect(ofFirst).toEqual({
      type: 'webhook-health',
      id: first.id,
      attributes: {
        unit: 'hour',
        periods: [{ startsAt: at('02T22'), delivered: 1, failed: 0, medianMs: expect.any(Number) }],
      },
    })
    expect(ofSecond.id).toBe(second.id)
    expect(ofSecond.attributes.periods).toMatchObject([
      { startsAt: at('02T22'), delivered: 0, failed: 1 },
      { startsAt: at('03T00'), delivered: 0, failed: 1 },
    ])
    expect(await read(`${HEALTH}/${second.id}`)).toEqual(ofSecond)
    const days = await read(`${HEALTH}/${second.id}?unit=day`)
    expect(days.attributes.periods).toMatchObject([
      { startsAt: at('02T00'), failed: 1 },
      { startsAt: at('03T00'), failed: 1 },
    ])
    await shop.advance(3600 * 47)
    expect((await read(`${HEALTH}/${second.id}`)).attributes.periods).toMatchObject([
      { startsAt: at('03T00') },
    ])
  })

  test('is paged like the list of subscriptions; 403 for another brand, 404 if unknown', async () => {
    const shop = await market()
    const ids: string[] = []
    for (const port of [1, 2, 3])
      ids.push((await subscribe(shop, { url: `http://127.0.0.1:3998${port}/` })).id)
    const first = await shop.send('GET', `${HEALTH}?page[limit]=2`)
    const next = await shop.send('GET', first.body.links.next.replace(/^https?:\/\/[^/]+/, ''))
    const seen = [...first.body.data, ...next.body.data].map(({ id }) => id)
    expect(seen).toEqual(ids.toReversed())
    expect((await shop.send('GET', HEALTH, { as: 'otherBrand' })).body.data).toEqual([])
    expect((await shop.send('GET', `${HEALTH}/${ids[0]}`, { as: 'otherBrand' })).status).toBe(403)
    expect((await shop.send('GET', `${HEALTH}/${randomUUID()}`)).status).toBe(404)
  })

  test('sums the concurrent counts of several workers, and is deleted with the log', async () => {
    const shop = await market()
    const { db, clock } = shop.platform
    const { brandId } = shop.credentials
    const { id } = await subscribe(shop, { url: 'http://127.0.0.1:39981/' })
    const attempt = { subscriptionId: id, startedAt: clock.now(), isDelivered: true }
    await Promise.all(
      [5, 50, 500, 5, 50].map((durationMs) =>
        countAttempts(db, brandId, [
          { ...attempt, durationMs },
          { ...attempt, durationMs: 7, isDelivered: false },
        ]),
      ),
    )
    const { body } = await shop.send('GET', `${HEALTH}/${id}`)
    expect(body.data.attributes.periods).toMatchObject([{ delivered: 5, failed: 5 }])
    await shop.advance(15 * 86_400)
    await purgeLog(shop.platform)
    expect(await db`select from webhooks.receiver_hours`).toHaveLength(0)
  })
})
