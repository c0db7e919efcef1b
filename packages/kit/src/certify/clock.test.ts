import { createClient } from '@tradehall/client'
import { afterAll, expect, test } from 'vitest'
import { serveMarket } from '../../../../server/test/served-market.ts'
import { keepingClock, readClock, setClock } from './clock.ts'

const shop = await serveMarket({
  cleanUp: afterAll,
  isTicking: true,
  env: { TRADEHALL_RATE_LIMIT: 'off' },
})
const { clientId, clientSecret } = shop.credentials
const client = createClient({ baseUrl: shop.url, clientId, clientSecret })
const later = new Date('2031-05-01T00:00:00Z')

async function moveTo(seconds: number): Promise<void> {
  await client.request('POST', '/api/testing/clock/-actions/reset')
  if (seconds > 0) await client.request('POST', '/api/testing/clock/-actions/advance', { body: { seconds } })
}

test.each([0, 7200])('a clock that is %d seconds ahead is there again after the work', async (seconds) => {
  await moveTo(seconds)
  await keepingClock(client, async () => {
    await setClock(client, later)
    expect((await readClock(client)).now).toMatch(/^2031-05-01/)
  })
  expect((await readClock(client)).offsetSeconds).toBe(seconds)
})

test('a clock that is behind is behind again', async () => {
  await setClock(client, new Date(Date.now() - 86_400_000))
  await keepingClock(client, () => setClock(client, later))
  expect((await readClock(client)).offsetSeconds / 3600).toBeCloseTo(-24, 0)
})

test('work that fails leaves the clock as it was too', async () => {
  await moveTo(0)
  const work = async () => {
    await setClock(client, later)
    throw new Error('interrupted')
  }
  await expect(keepingClock(client, work)).rejects.toThrow('interrupted')
  expect((await readClock(client)).offsetSeconds).toBe(0)
})
