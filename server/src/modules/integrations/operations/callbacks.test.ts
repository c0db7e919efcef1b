import { afterAll, expect, test } from 'vitest'
import {
  addProducts,
  entry,
  openOperation,
  readOperation,
  runOperation,
  start,
} from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { type Answers, startReceiver } from '../../../../test/receiver.ts'
import { callbackJob } from './callbacks.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

async function runWith(answers: Answers, entries: readonly object[]) {
  const receiver = await startReceiver(answers)
  const { id } = await runOperation(shop, entries, { callbackUrl: receiver.url })
  return { id, receiver, operation: await readOperation(shop, id) }
}

test('the end of an operation is reported once, with the operation as the API renders it', async () => {
  const { id, receiver, operation } = await runWith(204, [entry('K-1'), entry('K-2', { name: undefined })])
  const [received, ...others] = receiver.received
  expect(others).toEqual([])
  expect(received?.headers['content-type']).toBe('application/json')
  expect(received?.body).toMatchObject({
    event: 'completed',
    topic: 'catalog-integration-operation.completed',
    occurredAt: expect.stringMatching(/^2026-03-02T09:\d\d:\d\d\+00:00$/),
    data: { id, type: 'catalog-integration-operation', attributes: operation.attributes },
  })
  const url = `http://127.0.0.1:8080/api/v1/catalog/integrations/operations/${id}`
  expect(Object.keys(received?.body)).toEqual(['event', 'topic', 'occurredAt', 'data'])
  expect(received?.body.data).toMatchObject({
    relationships: { results: { links: { related: `${url}/results` } } },
    links: { self: url },
  })
  expect(operation.attributes.status).toBe('partially_failed')
  expect(operation.meta.callback).toEqual({
    outcome: 'delivered',
    status: 204,
    detail: null,
    durationMs: expect.any(Number),
    attemptedAt: expect.any(String),
  })
})

test('an operation that is skipped is reported as cancelled', async () => {
  const receiver = await startReceiver()
  const id = await openOperation(shop, { callbackUrl: receiver.url })
  expect((await readOperation(shop, id)).meta.callback).toMatchObject({ outcome: 'waiting' })
  await start(shop, id)
  await shop.runJobs()
  expect(receiver.received.map(({ body }) => [body.topic, body.data.attributes.status])).toEqual([
    ['catalog-integration-operation.cancelled', 'skipped'],
  ])
})

test.each([500, 301, 404])('is not retried after a response with status %i', async (status) => {
  const { receiver, operation } = await runWith(status, [entry(`K-${status}`)])
  await shop.advance(86_400)
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)
  expect(operation.meta.callback).toMatchObject({ outcome: 'refused', status })
  expect(operation.attributes.status).toBe('succeeded')
})

test('times out when the receiver does not respond within three seconds', async () => {
  const { receiver, operation } = await runWith(() => {}, [entry('K-5')])
  expect(receiver.received).toHaveLength(1)
  expect(operation.meta.callback).toMatchObject({ outcome: 'timed_out', status: null })
  expect(operation.meta.callback?.detail).toContain('3000 ms')
})

test('a job that runs twice makes one call, and a retry after an interruption makes none', async () => {
  const { id, receiver } = await runWith(204, [entry('K-6')])
  const payload = { brandId: shop.credentials.brandId, operationId: id }
  await callbackJob.run(shop.platform, payload)
  expect(receiver.received).toHaveLength(1)
  await shop.platform.db`update integrations.operations set callback_outcome = null where id = ${id}`
  expect((await readOperation(shop, id)).meta.callback).toMatchObject({ outcome: 'sending' })
})

test('no callback is sent for an operation that was cancelled', async () => {
  const receiver = await startReceiver()
  const id = await openOperation(shop, { callbackUrl: receiver.url })
  await addProducts(shop, id, [entry('K-7')])
  await shop.send('POST', `/api/v1/catalog/integrations/operations/${id}/-actions/cancel`)
  await shop.runJobs()
  expect(receiver.received).toEqual([])
  expect((await readOperation(shop, id)).meta.callback).toBeNull()
})
