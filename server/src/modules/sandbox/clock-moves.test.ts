import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { modulesFor } from '../../composition.ts'
import { backgroundWork } from '../../module.ts'

const shop = await market({ cleanUp: afterAll })
const move = (action: string, body?: unknown) =>
  shop.send('POST', `/api/testing/clock/-actions/${action}`, { as: 'operator', body })
const nowOf = (answer: { body: { data: { attributes: { now: string } } } }) =>
  Date.parse(answer.body.data.attributes.now)

describe('the clock of the sandbox', () => {
  test('shows its time, the real time and the difference', async () => {
    const shop = await market({ isTicking: true })
    const { attributes } = (await shop.send('GET', '/api/testing/clock')).body.data
    const distance = (Date.parse(attributes.now) - Date.parse(attributes.realTime)) / 1000
    expect(distance).toBeCloseTo(attributes.offsetSeconds, 1)
    expect(Math.abs(Date.parse(attributes.realTime) - Date.now())).toBeLessThan(60_000)
  })

  test('can be set to a time, advanced from there, and reset to real time', async () => {
    const set = await move('set', { to: '2030-01-01T00:00:00Z' })
    expect(set.status).toBe(200)
    expect(nowOf(set)).toBe(Date.parse('2030-01-01T00:00:00Z'))

    const advanced = await move('advance', { seconds: 86_400 })
    expect(nowOf(advanced)).toBe(Date.parse('2030-01-02T00:00:00Z'))

    const reset = await move('reset')
    expect(reset.body.data.attributes.offsetSeconds).toBe(0)
  })

  test('runs the jobs that became due before the response', async () => {
    const shop = await market()
    const before = await shop.send('POST', '/api/testing/clock/-actions/run-jobs')
    expect(before.status).toBe(200)
    const idle = await shop.send('POST', '/api/testing/clock/-actions/run-jobs')
    expect(idle.body.meta.jobs).toEqual({ ran: 0, failed: 0 })
    const day = await shop.send('POST', '/api/testing/clock/-actions/advance', { body: { seconds: 86_400 } })
    // Each recurring job runs once, although the currency feed became due four times.
    const recurring = backgroundWork(modulesFor('sandbox')).jobs.filter(
      ({ everyMs }) => everyMs !== undefined,
    )
    expect(recurring.length).toBeGreaterThan(1)
    expect(day.body.meta.jobs).toEqual({ ran: recurring.length, failed: 0 })
  })

  test('accepts both JSON media types and any Accept header', async () => {
    for (const type of ['application/json', 'application/vnd.api+json']) {
      const options = {
        body: { seconds: 1 },
        headers: { 'content-type': type, accept: '*/*' },
      }
      expect((await shop.send('POST', '/api/testing/clock/-actions/advance', options)).status).toBe(200)
    }
    const text = { body: { seconds: 1 }, headers: { 'content-type': 'text/plain' } }
    expect((await shop.send('POST', '/api/testing/clock/-actions/advance', text)).status).toBe(415)
  })

  test.each([
    ['advance', { seconds: -5 }, 'seconds'],
    ['advance', { seconds: 1.5 }, 'seconds'],
    ['advance', { seconds: '5' }, 'seconds'],
    ['advance', { minutes: 5 }, 'minutes'],
    ['advance', {}, 'seconds'],
    ['advance', { seconds: 1e15 }, 'seconds'],
    ['set', { to: 'tomorrow' }, 'to'],
    ['set', { to: '2026-02-30T00:00:00Z' }, 'to'],
    ['set', { to: '9999-12-31T00:00:00Z' }, 'to'],
    ['set', { to: 5 }, 'to'],
    ['set', { to: '2026-06-30T23:59:60Z' }, 'to'],
  ])('refuses to %s by %j', async (action, body, pointer) => {
    const answer = await move(action, body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer)).toContain(
      pointer,
    )
  })
})
