import { expect, test } from 'vitest'
import { WaitError } from './errors.ts'
import { ABORTED, clientOf, inTurn, REASON, scriptServer, testClock } from './fixtures/scripted-server.ts'

const order = (status: string) => ({ body: { data: { type: 'order', id: 'o', attributes: { status } } } })
const operation = (status: string) => ({
  body: {
    data: { type: 'catalog-integration-operation', id: 'x', attributes: { status, totalProductsCount: 2 } },
  },
})

test('labels are waited for with about a request a minute', async () => {
  const clock = testClock()
  const server = await scriptServer(
    inTurn(order('brand_confirmed'), order('brand_confirmed'), order('shipping_labels_generated')),
  )
  const { attributes } = await clientOf(server, { clock }).orders.untilLabelsAreMade('o')
  expect(attributes.status).toBe('shipping_labels_generated')
  expect(clock.waits).toEqual([60_000, 60_000])
})

test('the pace can be chosen, as a sandbox is quicker', async () => {
  const clock = testClock()
  const server = await scriptServer(inTurn(order('brand_confirmed'), order('shipped')))
  await clientOf(server, { clock }).orders.untilLabelsAreMade('o', { everyMs: 500 })
  expect(clock.waits).toEqual([500])
})

test.each(['rejected', 'ankor_confirmed', 'unheard_of'])(
  'an order that is %s gets no labels',
  async (status) => {
    const server = await scriptServer(() => order(status))
    const error = await clientOf(server)
      .orders.untilLabelsAreMade('o')
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(WaitError)
    expect(error.message).toContain(`it is ${status}`)
    expect(error.current.attributes.status).toBe(status)
  },
)

test('a wait ends with its timeout, and has what was read last', async () => {
  const server = await scriptServer(() => order('brand_confirmed'))
  const call = clientOf(server).orders.untilLabelsAreMade('o', { timeoutMs: 150_000 })
  await expect(call).rejects.toMatchObject({ name: 'WaitError', current: { id: 'o' } })
  expect(server.requests).toHaveLength(3)
})

test('an operation is waited for with growing pauses, in any state that is no end', async () => {
  const clock = testClock()
  const server = await scriptServer(
    inTurn(
      ...(['created', 'pending', 'pending', 'started', 'started', 'started'].map(operation) as [object]),
      operation('partially_failed'),
    ),
  )
  const ended = await clientOf(server, { clock }).imports.untilOperationEnds('x')
  expect(ended.attributes.status).toBe('partially_failed')
  expect(clock.waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
})

test('an abort ends the wait', async () => {
  const stop = new AbortController()
  const server = await scriptServer(() => {
    setImmediate(() => stop.abort(REASON))
    return order('brand_confirmed')
  })
  const call = clientOf(server).orders.untilLabelsAreMade('o', { signal: stop.signal })
  await expect(call).rejects.toMatchObject(ABORTED)
})
