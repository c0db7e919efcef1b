import type { ServerResponse } from 'node:http'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call } from '../../../../test/carriers.ts'
import { startCollector, traceFor } from '../../../../test/collector.ts'
import { answer, SECRET, type Seen, startLabelService } from '../../../../test/label-service.ts'
import { startStopwatch, until } from '../../../../test/time.ts'
import { causeChain } from '../../../platform/cause-chain.ts'
import { loadCarriers } from './carriers-file.ts'
import { createCarrierClient } from './http-client.ts'

const behind = loadCarriers({ carrierSecrets: new Map() }).get('dpd')!
const fine = { word: 'fine' }
const contract = Compile(Type.Object({ word: Type.Literal('fine') }))
const request = {
  method: 'POST',
  path: '/x',
  body: { a: 1 },
  idempotencyKey: 'key-1',
  answer: contract,
  maxBytes: 10_000,
} as const

async function start(options: { timeoutMs?: number; attempts?: number } = {}) {
  const { settings, seen, next } = await startLabelService(behind)
  const ask = createCarrierClient({ ...settings, secret: SECRET, pauseMs: 1, ...options })
  return { ask, seen, next, settings }
}
const away = { name: 'CarrierUnavailable', carrier: 'northpost' }

describe('temporary failures are retried with the same idempotency key', () => {
  test.each([
    ['500', (_request, response) => answer(response, 500, {})],
    ['503 without a body', (_request, response) => void response.writeHead(503).end()],
    ['429', (_request, response) => void response.writeHead(429, { 'retry-after': '0' }).end()],
    ['a connection that breaks', (_request, response) => void response.destroy()],
    [
      'a truncated response',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"word":')
        response.destroy()
      },
    ],
  ] satisfies [string, Awaited<ReturnType<typeof start>>['next'][number]][])('%s', async (_what, behave) => {
    const { ask, next, seen } = await start()
    next.push(behave, behave, (_request, response) => answer(response, 200, fine))
    expect(await ask(request, call())).toEqual(fine)
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1'])
    expect(seen.map(({ body }) => body)).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }])
  })

  test('up to the maximum number of attempts', async () => {
    const { ask, next, seen } = await start({ attempts: 2 })
    for (let i = 0; i < 9; i++) next.push((_request, response) => answer(response, 502, {}))
    await expect(ask(request, call())).rejects.toMatchObject({ ...away, message: 'Northpost answered 502.' })
    expect(seen).toHaveLength(2)
  })

  test('but not when Retry-After is too long', async () => {
    const { ask, next, seen } = await start()
    next.push((_request, response) => void response.writeHead(503, { 'retry-after': '3600' }).end())
    await expect(ask(request, call())).rejects.toMatchObject(away)
    expect(seen).toHaveLength(1)
  })

  test('fails when the connection is refused', async () => {
    const { settings } = await startLabelService(behind)
    // Nothing listens on port 1 of a machine that runs tests.
    const ask = createCarrierClient({ ...settings, url: 'http://127.0.0.1:1', secret: SECRET, pauseMs: 1 })
    await expect(ask(request, call())).rejects.toMatchObject({
      ...away,
      message: 'Northpost could not be reached.',
    })
  })
})

describe('permanent failures are not retried', () => {
  test.each([301, 400, 401, 403, 404, 409])('%d', async (status) => {
    const { ask, next, seen } = await start()
    next.push((_request, response) => void response.writeHead(status, { location: '/elsewhere' }).end('{}'))
    await expect(ask(request, call())).rejects.toMatchObject({
      ...away,
      message: `Northpost answered ${status}.`,
    })
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['a body other than JSON', '<html>', 'Northpost answered something else than JSON.'],
    ['truncated JSON', '{"word":', 'Northpost answered something else than JSON.'],
    [
      'another shape',
      '{"word":"a secret of somebody"}',
      'Northpost broke the contract at /word: it must be equal to constant.',
    ],
  ])('%s, and the message does not contain the value', async (_what, text, message) => {
    const { ask, next, seen } = await start()
    next.push((_request, response) => void response.writeHead(200).end(text))
    await expect(ask(request, call())).rejects.toMatchObject({ ...away, message })
    expect(seen).toHaveLength(1)
  })

  test('a refusal', async () => {
    const { ask, next, seen } = await start()
    next.push((_request, response) =>
      answer(response, 422, { refusal: 'parcel-size', detail: 'It does not fit.' }),
    )
    await expect(ask(request, call())).rejects.toMatchObject({
      name: 'CarrierRefused',
      refusal: 'parcel-size',
      message: 'It does not fit.',
    })
    expect(seen).toHaveLength(1)
  })

  test('a refusal with a reason that the contract does not define is a failure', async () => {
    const { ask, next } = await start()
    next.push((_request, response) => answer(response, 422, { refusal: 'mood', detail: 'Not today.' }))
    await expect(ask(request, call())).rejects.toMatchObject(away)
  })
})

describe('every wait has a limit', () => {
  test('of a service that never responds, by the configured timeout', async () => {
    const { ask, next } = await start({ timeoutMs: 100, attempts: 2 })
    next.push(
      () => {},
      () => {},
    )
    await expect(ask(request, call())).rejects.toMatchObject(away)
  })

  test('and a request without a response is retried', async () => {
    const { ask, next } = await start({ timeoutMs: 500, attempts: 5 })
    next.push(
      () => {},
      ...Array(4).fill((_request: Seen, response: ServerResponse) => answer(response, 200, fine)),
    )
    expect(await ask(request, call())).toEqual(fine)
  })

  test('of a service that sends its response too slowly, whose connections are then closed', async () => {
    const { ask, next, seen } = await start({ timeoutMs: 200, attempts: 3 })
    let closed = 0
    const trickle = (_request: Seen, response: ServerResponse) => {
      response.writeHead(200)
      const trickling = setInterval(() => response.write(' '), 10)
      response.on('close', () => {
        clearInterval(trickling)
        closed += 1
      })
    }
    next.push(trickle, trickle, trickle)
    await expect(ask(request, call())).rejects.toMatchObject(away)
    await until(() => closed === seen.length)
  })

  test('by the signal of the caller, which ends all attempts', async () => {
    const { ask, next, seen } = await start()
    const caller = new AbortController()
    next.push(() => caller.abort())
    await expect(ask(request, { signal: caller.signal })).rejects.toMatchObject({
      ...away,
      message: 'Northpost did not answer in time.',
    })
    expect(seen).toHaveLength(1)
  })

  test('of the backoff before the next attempt', async () => {
    const { ask, next, seen } = await start()
    const caller = new AbortController()
    const elapsedMs = startStopwatch()
    next.push((_request, response) => {
      response.writeHead(503, { 'retry-after': '5' }).end()
      response.on('close', () => setImmediate(() => caller.abort()))
    })
    await expect(ask(request, { signal: caller.signal })).rejects.toMatchObject({
      ...away,
      message: 'Northpost did not answer in time.',
    })
    expect(elapsedMs()).toBeLessThan(5000)
    expect(seen).toHaveLength(1)
  })

  test('of the size of a response body', async () => {
    const { ask, next, seen } = await start()
    next.push((_request, response) => {
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64_000, ' ')));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    await expect(ask(request, call())).rejects.toMatchObject({
      ...away,
      message: 'Northpost sent more than was asked for.',
    })
    expect(seen).toHaveLength(1)
  })
})

test('the secret is in no error', async () => {
  const { ask, next } = await start({ attempts: 1 })
  next.push((_request, response) => void response.destroy())
  const error = await ask(request, call()).catch((failure) => failure)
  expect(JSON.stringify(causeChain(error))).not.toContain(SECRET)
})

test('each attempt of a call is a span, with its status and without the number of a parcel', async () => {
  const { ask, next } = await start()
  next.push((_request, response) => answer(response, 503, {}))
  next.push((_request, response) => void response.destroy())
  next.push((_request, response) => answer(response, 200, fine))
  const collector = await startCollector(onTestFinished)
  const { tracing, sent } = traceFor(collector)
  const parcel = { ...request, method: 'GET', path: '/tracking/NP123456' } as const
  await tracing.trace({}, 'job', {}, () => ask(parcel, { ...call(), tracing }))
  await sent()
  const [job] = collector.spans.filter(({ name }) => name === 'job')
  const calls = collector.spans.filter(({ name }) => name === 'carrier northpost')
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(Array(3).fill(job?.spanId))
  expect(
    calls.map(({ attributes, status }) => [attributes['http.response.status_code'], status.code]),
  ).toEqual([
    [503, 2],
    [undefined, 2],
    [200, 0],
  ])
  expect(calls[2]?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'tradehall.carrier.call': 'tracking',
  })
  expect(collector.texts.join()).not.toContain('NP123456')
})
