/** What tests rely on: the clock of a market shows another time only when it is moved. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { market } from './market.ts'
import { createTestPlatform } from './platform.ts'
import { START } from './time.ts'

/** Lets an hour pass on this machine, as far as this process can tell. */
function passAnHour(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
}

test('the clock of a market stands still, and moves by what it is moved', async () => {
  const shop = await market()
  const now = () => shop.platform.clock.now().toISOString()
  expect(now()).toBe(START.toISOString())
  passAnHour()
  expect(now()).toBe(START.toISOString())
  await shop.advance(60)
  expect(now()).toBe('2026-03-02T09:01:00.000Z')
  await shop.setTime('2026-12-01T00:00:00Z')
  expect(now()).toBe('2026-12-01T00:00:00.000Z')
  const clock = (action: string, body: object) =>
    shop.send('POST', `/api/testing/clock/-actions/${action}`, { as: 'operator', body })
  expect((await clock('set', { to: '2027-01-31T10:00:00Z' })).status).toBe(200)
  expect((await clock('advance', { seconds: 5 })).status).toBe(200)
  expect(now()).toBe('2027-01-31T10:00:05.000Z')
})

test('another market on the same data shows the same time', async () => {
  const shop = await market()
  await shop.setTime('2026-12-01T00:00:00Z')
  passAnHour()
  const platform = await createTestPlatform(shop.databaseUrl)
  expect(platform.clock.now()).toEqual(shop.platform.clock.now())
})

test('what it says of real time is true, for jobs and tokens', async () => {
  const { clock } = (await market()).platform
  const inAMinute = new Date(clock.now().getTime() + 60_000)
  passAnHour()
  expect(clock.toRealTime(clock.now()).getTime()).toBe(Date.now())
  expect(clock.toRealTime(inAMinute).getTime()).toBe(Date.now() + 60_000)
})
