import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { runProgram } from '../../test/programs.ts'
import { serveMarket } from '../../test/served-market.ts'
import { modulesFor } from '../modules/index.ts'
import { knownEvents } from '../modules/webhooks/known-events.ts'
import { trigger } from './trigger.ts'
import { TRIGGERS } from './triggers.ts'

const shop = await serveMarket({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const hasDoor = (id: string) => shop.http.operations.some((operation) => operation.id === id)

let printed = ''
const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
  printed += text
  return true
})
const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterEach(() => {
  printed = ''
})
afterAll(() => {
  output.mockRestore()
  errors.mockRestore()
})

test('every event that can be subscribed to can be triggered, or says why not', () => {
  const { names } = knownEvents(modulesFor('sandbox').flatMap(({ events = [] }) => events))
  expect(Object.keys(TRIGGERS).sort()).toEqual([...names].sort())
})

const triggered = Object.entries(TRIGGERS).flatMap(([name, one]) => ('steps' in one ? [{ name, one }] : []))

test.each(triggered)('$name happens to an order', async ({ name, one: { steps } }) => {
  const { cursor } = (await shop.send('GET', '/api/testing/webhook-events')).body.meta
  const running = trigger(name, { json: true }, shop.environment)
  let isDone = false
  const done = running.finally(() => {
    isDone = true
  })
  while (!isDone) await shop.runJobs()
  const needsQuotes = steps.some(({ says }) => /ships with|wants labels/.test(says))
  if (needsQuotes && !hasDoor('createShippingQuotes')) {
    expect(await done).toBe(2)
    return
  }
  expect(await done, printed).toBe(0)
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { orderId } = lines.at(-1)
  expect(lines.map(({ says }) => says)).toEqual([...steps.map(({ says }) => says), undefined])
  await shop.runJobs()
  const heard = await shop.send('GET', `/api/testing/webhook-events?after=${cursor}&filter[event][]=${name}`)
  const told = heard.body.data.map(
    ({ attributes }: { attributes: { subjectId: string } }) => attributes.subjectId,
  )
  expect(told).toEqual([orderId])
})

test('as a program: each step, the order, and exit code 0', async () => {
  const program = runProgram(['trigger', 'order.cancelled'], shop.environment)
  expect(await program.exitCode()).toBe(0)
  expect(program.lines()).toEqual([
    '1/3  a retailer orders',
    '2/3  the brand rejects',
    '3/3  the marketplace cancels it',
    expect.stringMatching(/^order\.cancelled {2}order [\da-f-]{36}$/),
  ])
  const id = program.lines().at(-1)?.split(' ').at(-1)
  const { body } = await shop.send('GET', `/api/v1/orders/${id}`)
  expect(body.data.attributes.status).toBe('cancelled')
})

test.each([
  ['order.shiped', 1, 'There is no event order.shiped. Did you mean order.shipped?'],
  ['canceled', 1, 'Did you mean order.cancelled'],
  ['toString', 1, 'There is no event toString.'],
  ['external_order.created', 2, 'external_order.created cannot be triggered: it is about'],
])('%s ends with %i and a sentence', async (name, code, sentence) => {
  const program = runProgram(['trigger', name], shop.environment)
  expect(await program.exitCode()).toBe(code)
  expect(program.errors()).toContain(sentence)
  expect(program.output()).toBe('')
})

test('a server that is not there ends with 1 and a sentence', async () => {
  const program = runProgram(['trigger', 'order.shipped', '--url', 'http://127.0.0.1:9'], shop.environment)
  expect(await program.exitCode()).toBe(1)
  expect(program.errors()).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached: .+\.\n$/)
})
