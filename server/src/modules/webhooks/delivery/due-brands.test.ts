import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { type Answers, startReceiver } from '../../../../test/receiver.ts'
import { subscribe } from '../../../../test/webhooks.ts'
import { modulesFor } from '../../../composition.ts'
import { backgroundWork } from '../../../module.ts'
import { transaction } from '../../../platform/database.ts'
import { DueBrands } from '../../../platform/distribution/due-brands.ts'
import { publishedEvents } from '../../../platform/events/published-events.ts'
import { relayOnce } from '../../../platform/events/relay.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { forgottenWorkJob } from '../../identity/index.ts'
import { Dispatcher } from './dispatcher.ts'
import { dueBrands } from './due-brands.ts'

const modules = modulesFor('sandbox')
const published = publishedEvents(modules)
const { consumers } = backgroundWork(modules)
const shop = await market({ cleanUp: afterAll })
const { db, clock } = shop.platform
const { brandId } = shop.credentials

const fanOutNow = () => relayOnce(shop.platform, consumers)
const deliverNow = () => new Dispatcher(shop.platform, published).drain()
const dueAt = async () => {
  const rows = await db<
    { due_at: Date }[]
  >`select due_at from platform.due_brands where brand_id = ${brandId}`
  return rows[0]?.due_at
}
/** As if nothing had become due for a while, or as if something just had, however long the test takes. */
const growQuiet = () => db`update platform.due_brands set noted_at = now() - interval '5 seconds'`
const stayBusy = () => db`update platform.due_brands set noted_at = now() + interval '1 hour'`
const delivering = async (answers: Answers) => {
  const receiver = await startReceiver(answers)
  const subscribed = await subscribe(shop, { url: receiver.url })
  await placeOrder(shop)
  await fanOutNow()
  return { receiver, subscribed }
}

beforeEach(async () => {
  for (const table of ['webhooks.subscriptions', 'webhooks.events', 'platform.due_brands'])
    await db.unsafe(`delete from ${table}`)
})

test('a brand is asked for deliveries from the first one on, until it has been quiet for a while', async () => {
  expect(await dueBrands.list(shop.platform)).toEqual([])
  const { receiver } = await delivering(200)
  expect(await dueBrands.list(shop.platform)).toEqual([brandId])
  await stayBusy()
  await deliverNow()
  expect(receiver.received).toHaveLength(1)
  expect(await dueBrands.list(shop.platform)).toEqual([brandId])
  await growQuiet()
  await deliverNow()
  expect(await dueAt()).toBeUndefined()
  await placeOrder(shop)
  await fanOutNow()
  await deliverNow()
  expect(receiver.received).toHaveLength(2)
})

test('a brand waits for its next retry', async () => {
  await delivering(500)
  await deliverNow()
  await growQuiet()
  await deliverNow()
  const [retry] = await db<{ due_at: Date }[]>`select due_at from webhooks.deliveries`
  expect(retry?.due_at.getTime()).toBeGreaterThan(clock.now().getTime())
  expect(await dueAt()).toEqual(retry?.due_at)
  expect(await dueBrands.list(shop.platform)).toEqual([])
})

test('a brand waits for the end of a hold', async () => {
  await delivering(200)
  const held = new Date(clock.now().getTime() + 5_000)
  await db`update webhooks.subscriptions set held_until = ${held}`
  await growQuiet()
  expect(await deliverNow()).toBe(0)
  expect(await dueAt()).toEqual(held)
})

test('a brand whose subscriptions are paused is not asked, and sends what waited when they are resumed', async () => {
  const { receiver, subscribed } = await delivering(200)
  const act = (action: string) => shop.send('POST', `${subscribed.path}/-actions/${action}`)
  expect((await act('pause')).status).toBe(200)
  await growQuiet()
  expect(await deliverNow()).toBe(0)
  expect(await dueAt()).toBeUndefined()
  expect((await act('resume')).status).toBe(200)
  expect(await deliverNow()).toBe(1)
  expect(receiver.received).toHaveLength(1)
})

test('a suspended brand is not asked', async () => {
  const { receiver } = await delivering(200)
  await growQuiet()
  await db`update identity.brands set suspended_at = now(), suspended_reason = 'A test.' where id = ${brandId}`
  onTestFinished(
    async () => void (await db`update identity.brands set suspended_at = null, suspended_reason = null`),
  )
  await db`alter table webhooks.subscriptions rename to hidden`
  onTestFinished(async () => void (await db`alter table webhooks.hidden rename to subscriptions`))
  expect(await deliverNow()).toBe(0)
  expect(receiver.received).toEqual([])
})

test('a brand stays due while its deliveries are leased', async () => {
  await delivering(200)
  await db`update webhooks.deliveries set leased_until = now() + interval '1 hour'`
  await growQuiet()
  expect(await deliverNow()).toBe(0)
  expect(await dueBrands.list(shop.platform)).toEqual([brandId])
})

test('a brand that a transaction makes due at this moment is not put off', async () => {
  await db`insert into platform.due_brands (work, brand_id, due_at) values ('deliveries', ${brandId}, ${clock.now()})`
  await growQuiet()
  await transaction(db, async (tx) => {
    await dueBrands.makeDue(tx, [brandId], clock.now())
    await dueBrands.putOff(shop.platform, [brandId])
  })
  expect(await dueBrands.list(shop.platform)).toEqual([brandId])
  // What its transaction wrote on other nodes may not be visible yet.
  await stayBusy()
  await dueBrands.putOff(shop.platform, [brandId])
  expect(await dueBrands.list(shop.platform)).toEqual([brandId])
  await growQuiet()
  await dueBrands.putOff(shop.platform, [brandId])
  expect(await dueAt()).toBeUndefined()
})

test('the row of a busy brand is written once a second, and at once for an earlier time', async () => {
  const version = async () =>
    (await db<{ xmin: string }[]>`select xmin::text from platform.due_brands where due_at is not null`)[0]
      ?.xmin
  const make = async (at: Date) => {
    await transaction(db, (tx) => dueBrands.makeDue(tx, [brandId], at))
    return await version()
  }
  await make(clock.now())
  await stayBusy()
  const first = await version()
  expect(await make(new Date(clock.now().getTime() + 1_000))).toBe(first)
  const earlier = new Date(clock.now().getTime() - 1_000)
  expect(await make(earlier)).not.toBe(first)
  expect(await dueAt()).toEqual(earlier)
  await growQuiet()
  const second = await version()
  expect(await make(clock.now())).not.toBe(second)
  expect(await dueAt()).toEqual(earlier)
})

test('what is due and was not noted is found', async () => {
  const { receiver } = await delivering(200)
  await db`delete from platform.due_brands`
  expect(await deliverNow()).toBe(0)
  await dueBrands.findForgotten(db, brandId)
  expect(await deliverNow()).toBe(1)
  expect(receiver.received).toHaveLength(1)
})

test('a brand whose forgotten work cannot be found leaves that of the others to be found', async () => {
  const asked: BrandId[] = []
  const work = new DueBrands({
    name: 'things',
    channel: 'things',
    async nextDue(_db, brandIds) {
      asked.push(...brandIds)
      if (asked.length === 1) throw new Error('it took too long')
      return new Map()
    },
  })
  const { run } = forgottenWorkJob('find-forgotten-things', { meaning: 'A test.', dueBrands: work })
  await expect(run(shop.platform, {})).rejects.toThrow('it took too long')
  const brands = await db<{ id: BrandId }[]>`select id from identity.brands order by id`
  expect(asked).toEqual(brands.map(({ id }) => id))
})
