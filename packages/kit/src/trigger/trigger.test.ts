import { afterAll, expect, test } from 'vitest'
import { modulesFor } from '../../../../server/src/composition.ts'
import { publishedEvents } from '../../../../server/src/platform/events/published-events.ts'
import { runProgram } from '../../../../server/test/programs.ts'
import { serveMarket } from '../../../../server/test/served-market.ts'
import { runTool } from '../../../../server/test/tools.ts'
import { trigger } from './trigger.ts'
import { TRIGGERS } from './triggers.ts'

const shop = await serveMarket({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const hasDoor = (id: string) => shop.http.operations.some((operation) => operation.id === id)

test('every event that can be subscribed to for good can be triggered', () => {
  const { names } = publishedEvents(
    modulesFor('sandbox').map(({ events = [] }) => ({
      events: events.filter(({ endsAt }) => endsAt === undefined),
    })),
  )
  expect(Object.keys(TRIGGERS).sort()).toEqual([...names].sort())
})

const triggered = Object.entries(TRIGGERS).map(([name, one]) => ({ name, one }))

test.each(triggered)('$name happens to an order', async ({ name, one: { steps } }) => {
  // What follows from the orders of other tests after a while must not follow meanwhile.
  await shop.advance(60)
  await shop.runJobs()
  const { cursor } = (await shop.send('GET', '/api/testing/webhook-events')).body.meta
  const running = runTool(() => trigger(name, { json: true }, shop.environment))
  let isDone = false
  const done = running.finally(() => {
    isDone = true
  })
  while (!isDone) await shop.runJobs()
  const needsQuotes = steps.some(({ says }) => /ships with|wants labels/.test(says))
  if (needsQuotes && !hasDoor('createShippingQuotes')) {
    expect((await done).exitCode).toBe(2)
    return
  }
  const { exitCode, output, lines: printed } = await done
  expect(exitCode, output).toBe(0)
  const lines = printed.map((line) => JSON.parse(line))
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
])('%s ends with %i and a sentence', async (name, code, sentence) => {
  const { exitCode, output, errors } = await runTool(() => trigger(name, {}, shop.environment))
  expect(exitCode).toBe(code)
  expect(errors).toContain(sentence)
  expect(output).toBe('')
})

test('a server that is not there ends with 1 and a sentence', async () => {
  const program = runProgram(['trigger', 'order.shipped', '--url', 'http://127.0.0.1:9'], shop.environment)
  expect(await program.exitCode()).toBe(1)
  expect(program.errors()).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached: .+\.\n$/)
})
