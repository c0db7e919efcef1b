import { describe, expect, test } from 'vitest'
import { ASKED_AT, call, consignment } from '../../../../test/carriers.ts'
import { type Clock, clockAt } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { type Carrier, CarrierRefused, CarrierUnavailable } from './carrier.ts'
import { loadCarriers } from './carriers-file.ts'
import { collectQuotes, isSuspended } from './collect-quotes.ts'

const request = { ...consignment(), currency: 'EUR' }
const all = loadCarriers({ carrierSecrets: new Map() })
const dpd = all.get('dpd')!
const { quoteAtOnce: _prompt, ...patient } = dpd
const failing = (code: string, quote: Carrier['quote']): Carrier => ({ ...patient, code, quote })
const clock: Clock = clockAt(ASKED_AT)
const ERROR = 'DPD answered with an error, or could not be reached. Ask again in a minute.'
const never = () => new Promise<never>(() => {})

function logged() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog('debug', { write: (line) => lines.push(JSON.parse(line)) }) }
}

test('every carrier that accepts the shipment has an offer, in the order of the list', async () => {
  const { log, lines } = logged()
  const { offers, missing } = await collectQuotes([...all.values()], request, { log, clock })
  expect(offers.map(({ carrier }) => carrier.code)).toEqual([...all.keys()])
  expect(offers[0]?.services).toEqual(await dpd.quote(request, call()))
  expect(missing).toEqual([])
  expect(lines).toEqual([])
})

test('local carriers are called without a timeout, and are omitted after a failure like others', async () => {
  const { log, lines } = logged()
  const deadline = () => {
    throw new Error('nobody waits')
  }
  const answering = (code: string, error: Error): Carrier => ({
    ...dpd,
    code,
    quoteAtOnce: () => {
      throw error
    },
  })
  const refusing = answering('refusing', new CarrierRefused('refusing', 'route', 'It does not go there.'))
  const broken = answering('broken', new TypeError('x is undefined'))
  const { offers, missing } = await collectQuotes([refusing, broken, dpd], request, { log, clock, deadline })
  expect(offers).toEqual([{ carrier: dpd, services: await dpd.quote(request, call()) }])
  expect(missing).toEqual([
    { carrier: 'refusing', reason: 'route', detail: 'It does not go there.' },
    { carrier: 'broken', reason: 'error', detail: ERROR },
  ])
  expect(lines).toMatchObject([
    { level: 'debug', carrier: 'refusing', causes: [{ message: 'It does not go there.' }] },
    { level: 'warn', carrier: 'broken', msg: 'carrier failed to quote; its quotes are omitted' },
  ])
})

test('a carrier that refuses is omitted, with a log line at debug level', async () => {
  const { log, lines } = logged()
  const refusing = failing('refusing', async () => {
    throw new CarrierRefused('refusing', 'route', 'It does not go there.')
  })
  const { offers, missing } = await collectQuotes([refusing, dpd], request, { log, clock })
  expect(offers.map(({ carrier }) => carrier.code)).toEqual(['dpd'])
  expect(missing).toEqual([{ carrier: 'refusing', reason: 'route', detail: 'It does not go there.' }])
  expect(lines).toMatchObject([
    { level: 'debug', carrier: 'refusing', causes: [{ message: 'It does not go there.' }] },
  ])
})

test.each([
  ['cannot be reached', () => Promise.reject(new CarrierUnavailable('broken', 'It is away.'))],
  ['has a bug', () => Promise.reject(new TypeError('x is undefined'))],
  [
    'throws synchronously',
    () => {
      throw new Error('now')
    },
  ],
])('a carrier that %s is omitted with a warning', async (_how, quote) => {
  const { log, lines } = logged()
  const { offers, missing } = await collectQuotes([failing('broken', quote), dpd], request, { log, clock })
  expect(offers.map(({ carrier }) => carrier.code)).toEqual(['dpd'])
  // The message of the error is logged, and not shown to the brand.
  expect(missing).toEqual([{ carrier: 'broken', reason: 'error', detail: ERROR }])
  expect(lines).toMatchObject([
    { level: 'warn', carrier: 'broken', msg: 'carrier failed to quote; its quotes are omitted' },
  ])
})

test('a carrier that stalls is omitted after two seconds, even if it ignores the signal', async () => {
  const { log, lines } = logged()
  const enough = new AbortController()
  let seen: AbortSignal | undefined
  let waitsMs = 0
  const stalling = failing('stalling', (_asked, { signal }) => {
    seen = signal
    return never()
  })
  const answered: string[] = []
  const prompt = failing('prompt', async (asked, waiting) => {
    const services = await dpd.quote(asked, waiting)
    answered.push('prompt')
    return services
  })
  const collected = collectQuotes([stalling, prompt], request, {
    log,
    clock,
    deadline: (ms) => {
      waitsMs = ms
      return enough.signal
    },
  })
  // The other carrier is called concurrently.
  await expect.poll(() => answered).toEqual(['prompt'])
  expect(lines).toEqual([])
  enough.abort(new DOMException('time is up', 'TimeoutError'))
  const { offers, missing } = await collected
  expect(offers.map(({ carrier }) => carrier.code)).toEqual(['prompt'])
  expect(missing).toEqual([
    { carrier: 'stalling', reason: 'timeout', detail: 'DPD did not answer in time. Ask again in a minute.' },
  ])
  expect(waitsMs).toBe(2000)
  expect(seen?.aborted).toBe(true)
  expect(lines).toMatchObject([
    {
      level: 'warn',
      carrier: 'stalling',
      causes: [{ message: 'It did not answer in time.' }, { message: 'time is up' }],
    },
  ])
})

test('a carrier that fails after the timeout has no further effect', async () => {
  const { log, lines } = logged()
  let fail = (_error: Error) => {}
  const late = failing('late', () => new Promise((_resolve, reject) => (fail = reject)))
  const { offers } = await collectQuotes([late], request, { log, clock, deadline: () => AbortSignal.abort() })
  expect(offers).toEqual([])
  fail(new Error('much later'))
  await new Promise((turn) => setImmediate(turn))
  expect(lines).toHaveLength(1)
})

test('the timeout is in real time', async () => {
  const { log } = logged()
  const { offers } = await collectQuotes([failing('stalling', never), dpd], request, {
    log,
    clock,
    deadline: () => AbortSignal.timeout(20),
  })
  expect(offers).toHaveLength(1)
})

describe('a carrier that fails repeatedly', () => {
  /** Fails while `isDown` is true; changing `at` sets the clock. */
  function unreliable() {
    const { log, lines } = logged()
    const state = { isDown: true, asked: 0, at: ASKED_AT.getTime() }
    const carrier = failing('northpost', async (asked, waiting) => {
      state.asked++
      if (state.isDown) throw new CarrierUnavailable('northpost', 'It is away.')
      return await dpd.quote(asked, waiting)
    })
    const moving: Clock = { ...clock, now: () => new Date(state.at) }
    const collect = () => collectQuotes([carrier, dpd], request, { log, clock: moving })
    const ask = async () => (await collect()).offers.map((offer) => offer.carrier.code)
    const said = () => lines.map(({ msg }) => msg)
    return { state, carrier, ask, collect, said }
  }

  test('is skipped after the third failure, and probed after half a minute of the clock', async () => {
    const { state, carrier, ask, said } = unreliable()
    await ask()
    await ask()
    expect(isSuspended(carrier)).toBe(false)
    await ask()
    expect(isSuspended(carrier)).toBe(true)
    expect(said().at(-1)).toBe(
      'carrier northpost does not respond; it is skipped in quotes until it responds again',
    )
    state.at += 29_000
    expect(await ask()).toEqual(['dpd'])
    expect(state.asked).toBe(3)

    state.at += 1000
    expect(await ask()).toEqual(['dpd'])
    expect(state.asked).toBe(4)
    await ask()
    expect(state.asked).toBe(4)

    state.isDown = false
    state.at += 30_000
    // The response to the probe is not awaited; the next list has its quotes.
    expect(await ask()).toEqual(['dpd'])
    await expect.poll(() => isSuspended(carrier)).toBe(false)
    expect(await ask()).toEqual(['northpost', 'dpd'])
    expect(said().at(-1)).toBe('carrier northpost responds again; it is included in quotes')
  })

  test('is missing with the reason `suspended`, and no longer with its failure', async () => {
    const { collect } = unreliable()
    const reasons: string[] = []
    for (let i = 0; i < 4; i++) reasons.push(...(await collect()).missing.map(({ reason }) => reason))
    expect(reasons).toEqual(['error', 'error', 'error', 'suspended'])
  })

  test('a response resets the count, and a refusal is a response', async () => {
    const { state, carrier, ask } = unreliable()
    await ask()
    await ask()
    state.isDown = false
    await ask()
    state.isDown = true
    await ask()
    await ask()
    expect(isSuspended(carrier)).toBe(false)

    const { log } = logged()
    const refusing = failing('refusing', async () => {
      throw new CarrierRefused('refusing', 'route', 'It does not go there.')
    })
    for (let i = 0; i < 4; i++) await collectQuotes([refusing], request, { log, clock })
    expect(isSuspended(refusing)).toBe(false)
  })

  test('a clock that is set back does not prolong the suspension', async () => {
    const { state, carrier, ask } = unreliable()
    for (let i = 0; i < 3; i++) await ask()
    state.isDown = false
    state.at -= 365 * 86_400_000
    await ask()
    await expect.poll(() => isSuspended(carrier)).toBe(false)
  })
})
