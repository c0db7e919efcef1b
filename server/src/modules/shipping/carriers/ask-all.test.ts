import { expect, test } from 'vitest'
import { call, consignment } from '../../../../test/carriers.ts'
import { createLog } from '../../../platform/log.ts'
import { askAll } from './ask-all.ts'
import { type Carrier, CarrierRefused, CarrierUnavailable } from './carrier.ts'
import { loadCarriers } from './carriers-file.ts'

const request = { ...consignment(), currency: 'EUR' }
const all = loadCarriers({ carrierSecrets: new Map() })
const dpd = all.get('dpd')!
const failing = (code: string, quote: Carrier['quote']): Carrier => ({ ...dpd, code, quote })
const never = () => new Promise<never>(() => {})

function logged() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog('debug', { write: (line) => lines.push(JSON.parse(line)) }) }
}

test('everybody who takes the shipment offers something, in the order of the list', async () => {
  const { log, lines } = logged()
  const offers = await askAll([...all.values()], request, { log })
  expect(offers.map(({ carrier }) => carrier.code)).toEqual([...all.keys()])
  expect(offers[0]?.services).toEqual(await dpd.quote(request, call()))
  expect(lines).toEqual([])
})

test('one that refuses is left out, with a line for debugging', async () => {
  const { log, lines } = logged()
  const refusing = failing('refusing', async () => {
    throw new CarrierRefused('refusing', 'route', 'It does not go there.')
  })
  const offers = await askAll([refusing, dpd], request, { log })
  expect(offers.map(({ carrier }) => carrier.code)).toEqual(['dpd'])
  expect(lines).toMatchObject([
    { level: 'debug', carrier: 'refusing', causes: [{ message: 'It does not go there.' }] },
  ])
})

test.each([
  ['cannot be reached', () => Promise.reject(new CarrierUnavailable('broken', 'It is away.'))],
  ['has a bug', () => Promise.reject(new TypeError('x is undefined'))],
  [
    'throws at once',
    () => {
      throw new Error('now')
    },
  ],
])('one that %s is left out with a warning', async (_how, quote) => {
  const { log, lines } = logged()
  const offers = await askAll([failing('broken', quote), dpd], request, { log })
  expect(offers.map(({ carrier }) => carrier.code)).toEqual(['dpd'])
  expect(lines).toMatchObject([
    { level: 'warn', carrier: 'broken', msg: 'a carrier is left out of a list of quotes' },
  ])
})

test('after two seconds nobody waits for one that stalls, whether it listens or not', async () => {
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
  const offers = askAll([stalling, prompt], request, {
    log,
    deadline: (ms) => {
      waitsMs = ms
      return enough.signal
    },
  })
  // The others were asked beside it, not after it.
  await expect.poll(() => answered).toEqual(['prompt'])
  expect(lines).toEqual([])
  enough.abort(new DOMException('time is up', 'TimeoutError'))
  expect((await offers).map(({ carrier }) => carrier.code)).toEqual(['prompt'])
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

test('one that fails after the deadline does no harm any more', async () => {
  const { log, lines } = logged()
  let fail = (_error: Error) => {}
  const late = failing('late', () => new Promise((_resolve, reject) => (fail = reject)))
  expect(await askAll([late], request, { log, deadline: () => AbortSignal.abort() })).toEqual([])
  fail(new Error('much later'))
  await new Promise((turn) => setImmediate(turn))
  expect(lines).toHaveLength(1)
})

test('real time is measured', async () => {
  const { log } = logged()
  const offers = await askAll([failing('stalling', never), dpd], request, {
    log,
    deadline: () => AbortSignal.timeout(20),
  })
  expect(offers).toHaveLength(1)
})
