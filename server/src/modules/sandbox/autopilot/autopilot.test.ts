import { afterAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, pass, send, shown, storyOf, switchOn } from '../../../../test/autopilot.ts'
import { type Market, market } from '../../../../test/market.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { standStill } from '../../../../test/time.ts'
import { closePlatform, createPlatform } from '../../../platform/index.ts'
import { playNextStep } from './autopilot.ts'

/** A market for requests that are refused, which change nothing. */
const refuser = await market({ cleanUp: afterAll })

test('the autopilot is off by default, and nothing happens for days', async () => {
  const shop = await market()
  expect(await shown(shop)).toEqual({
    enabled: false,
    seed: 1,
    ordersPerDay: 5,
    speed: 1,
    probabilities: { refuseReception: 0.05, approveRejection: 0.9, approveRefusal: 0.5 },
    startedAt: null,
    nextStepAt: null,
    done: expect.objectContaining({ submit: 0, 'pay-brand': 0, refused: 0 }),
  })
  const before = await storyOf(shop)
  await pass(shop, 10 * DAY)
  expect(await storyOf(shop)).toEqual(before)
})

describe('the same seed', () => {
  const WISH = { ordersPerDay: 6, probabilities: { refuseReception: 0.4 } }
  const DAYS = 6

  /** Runs the autopilot for some days, in jumps of `jumpHours`. */
  async function play(shop: Market, { seed, jumpHours = DAYS * 24 }: { seed: number; jumpHours?: number }) {
    await switchOn(shop, { ...WISH, seed })
    for (let hours = 0; hours < DAYS * 24; hours += jumpHours) await pass(shop, jumpHours * HOUR)
    return { story: await storyOf(shop), done: (await shown(shop)).done }
  }
  const reference = market({ cleanUp: afterAll }).then((shop) => play(shop, { seed: 7 }))

  test('makes submissions, receptions, refusals, invoices and payouts', async () => {
    const { done } = await reference
    expect(done.submit).toBeGreaterThan(20)
    for (const command of ['acknowledge-reception', 'refuse-reception', 'issue-invoice', 'pay-brand']) {
      expect(done[command], command).toBeGreaterThan(0)
    }
  })

  test('gives the same orders and histories in many jumps as in one', async () => {
    const shop = await market()
    expect(await play(shop, { seed: 7, jumpHours: 18 })).toEqual(await reference)
    await expectSoundLedger(shop.platform.db)
  })

  test('differs from another seed', async () => {
    const { story } = await play(await market(), { seed: 8 })
    expect(story).not.toEqual((await reference).story)
  })

  test('makes each step once when several workers run at the same time, and when a step fails', async () => {
    const shop = await market()
    const { db } = shop.platform
    await switchOn(shop, { ...WISH, seed: 7 })
    await shop.advance(DAYS * DAY)

    // Refuses the last write of a step, as if the process were killed right before it.
    await db.unsafe(`
      create function sandbox.refuse() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
      create trigger refuse before update on sandbox.autopilots for each row execute function sandbox.refuse()`)
    const before = await storyOf(shop)
    await expect(playNextStep(shop.platform, shop.credentials.brandId)).rejects.toThrow('killed')
    expect(await storyOf(shop)).toEqual(before)
    await db`drop function sandbox.refuse cascade`

    const options = {
      name: 'another worker',
      databaseUrl: shop.databaseUrl,
      secretKey: shop.config.secretKey ?? '',
      log: shop.platform.log,
      ticks: standStill,
    }
    const other = createPlatform(shop.config, options)
    await other.signals.start()
    const playAll = async (platform: Market['platform']) => {
      let steps = 0
      while (await playNextStep(platform, shop.credentials.brandId)) steps++
      return steps
    }
    const steps = await Promise.all([shop.platform, other, shop.platform, other].map(playAll))
    await closePlatform(other)
    expect(steps.filter((count) => count > 0).length).toBeGreaterThan(1)
    expect({ story: await storyOf(shop), done: (await shown(shop)).done }).toEqual(await reference)
    await expectSoundLedger(db)
  })
})

describe('switching it', () => {
  test('off stops it at once and keeps its orders; on again it does not catch up', async () => {
    const shop = await market()
    await switchOn(shop, { ordersPerDay: 24 })
    await pass(shop, 5 * HOUR)
    const { done } = await shown(shop)
    expect(done.submit).toBe(5)
    expect((await send(shop, 'POST', '/api/testing/autopilot', { enabled: false })).status).toBe(200)
    const before = await storyOf(shop)
    await pass(shop, 5 * DAY)
    expect(await storyOf(shop)).toEqual(before)
    expect(await shown(shop)).toMatchObject({ enabled: false, nextStepAt: null, ordersPerDay: 5, done })

    await switchOn(shop, { ordersPerDay: 24 })
    await pass(shop, 2 * HOUR)
    expect((await shown(shop)).done.submit).toBe(2)
  })

  test('on affects one brand only', async () => {
    const shop = await market()
    await switchOn(shop, { ordersPerDay: 24 })
    const other = await shop.send('GET', '/api/testing/autopilot', { as: 'otherBrand' })
    expect(other.body.data).toMatchObject({
      id: shop.credentials.otherBrand.brandId,
      attributes: { enabled: false },
    })
    const ofOther = async () =>
      (await shop.platform.db`
        select id, status, move_count from ordering.orders
        where brand_id = ${shop.credentials.otherBrand.brandId} order by id`) as object[]
    const before = await ofOther()
    await pass(shop, 3 * DAY)
    expect(await ofOther()).toEqual(before)
  })

  test('on is undone by a reset, also with due steps', async () => {
    const shop = await market()
    await switchOn(shop, { ordersPerDay: 24 })
    await pass(shop, 5 * HOUR)
    await shop.advance(2 * DAY)
    expect((await send(shop, 'POST', '/api/testing/reset')).status).toBe(200)
    expect(await shown(shop)).toMatchObject({ enabled: false, startedAt: null, done: { submit: 0 } })
    const before = await storyOf(shop)
    await pass(shop, 3 * DAY)
    expect(await storyOf(shop)).toEqual(before)
  })

  test('a jump of the clock runs all steps before the response, in several jobs if necessary', async () => {
    const shop = await market()
    await switchOn(shop, { ordersPerDay: 24 })
    const body = { seconds: 40 * HOUR }
    const answer = await send(shop, 'POST', '/api/testing/clock/-actions/advance', body)
    expect(answer.body.meta.jobs.failed).toBe(0)
    // A step each hour, and 25 steps a run.
    expect((await shown(shop)).done.submit).toBe(40)
  })

  test('a speed of 60 turns minutes into hours', async () => {
    const shop = await market()
    await switchOn(shop, { ordersPerDay: 24, speed: 60 })
    await pass(shop, 10 * 60)
    expect((await shown(shop)).done.submit).toBe(10)
  })

  test('shows the time of the next step', async () => {
    const shop = await market()
    await switchOn(shop, { seed: 5, ordersPerDay: 1 })
    const { nextStepAt, startedAt } = await shown(shop)
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(Date.parse('2026-03-02T09:00:00Z'))
    const before = await storyOf(shop)
    await shop.setTime(new Date(Date.parse(nextStepAt) - 60_000).toISOString())
    await pass(shop, 0)
    expect(await storyOf(shop)).toEqual(before)
    await pass(shop, 120)
    expect(await storyOf(shop)).not.toEqual(before)
  })

  test.each([
    [{}, 'enabled'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ enabled: true, seed: -1 }, 'seed'],
    [{ enabled: true, seed: 1.5 }, 'seed'],
    [{ enabled: true, seed: 2 ** 31 }, 'seed'],
    [{ enabled: true, ordersPerDay: -1 }, 'ordersPerDay'],
    [{ enabled: true, ordersPerDay: 1001 }, 'ordersPerDay'],
    [{ enabled: true, speed: 0 }, 'speed'],
    [{ enabled: true, speed: 3601 }, 'speed'],
    [{ enabled: true, probabilities: { refuseReception: 1.1 } }, 'probabilities.refuseReception'],
    [{ enabled: true, probabilities: { approveRejection: -0.1 } }, 'probabilities.approveRejection'],
    [{ enabled: true, probabilities: { approveRefusal: '1' } }, 'probabilities.approveRefusal'],
    [{ enabled: true, probabilities: { refuse: 1 } }, 'probabilities.refuse'],
    [{ enabled: true, pace: 2 }, 'pace'],
  ])('refuses %j', async (body, pointer) => {
    const answer = await refuser.send('POST', '/api/testing/autopilot', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer)).toEqual([
      pointer,
    ])
  })

  test('is for brands', async () => {
    for (const as of ['retailer', 'operator'] as const) {
      expect((await refuser.send('GET', '/api/testing/autopilot', { as })).status).toBe(403)
      const body = { enabled: true }
      expect((await refuser.send('POST', '/api/testing/autopilot', { as, body })).status).toBe(403)
    }
  })
})
