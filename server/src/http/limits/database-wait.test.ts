import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { file, json } from '../operation.ts'

const shop = await market({ cleanUp: afterAll, answerWithinMs: 2000 })
const { db } = shop.platform
/** The parts together take longer than a request may wait; each takes far less than the limit of a statement. */
const PARTS = 15
const part = () => db`select pg_sleep(0.2)`

let parts = 0
let afterwards: Promise<unknown> = Promise.resolve()

const slowThings = {
  method: 'GET',
  path: '/api/v1/slow-things',
  id: 'slowThings',
  tag: 'Catalog',
  summary: 'Slow things',
  description: 'Asks the database many times.',
  access: 'brand',
  answers: [{ status: 200, description: 'Done.', schema: Type.Object({}) }],
  handle: async () => {
    for (parts = 0; parts < PARTS; parts++) await part()
    return json({})
  },
} as const
shop.http.operation(slowThings)
shop.http.operation({ ...slowThings, path: '/api/v1/long-things', id: 'longThings', longRunning: true })

shop.http.operation({
  method: 'GET',
  path: '/api/v1/slow-files',
  id: 'slowFiles',
  tag: 'Catalog',
  summary: 'Slow files',
  description: 'A file that is read from the database piece by piece.',
  access: 'brand',
  media: 'file',
  answers: [{ status: 200, description: 'The file.', file: ['text/csv'] }],
  handle: async () => file({ contentType: 'text/csv', filename: 'slow.csv', version: '1', stream: pieces() }),
})

async function* pieces() {
  for (let i = 0; i < PARTS; i++) {
    await part()
    yield Buffer.from('.')
  }
}

shop.http.operation({
  method: 'POST',
  path: '/api/v1/quick-things',
  id: 'quickThings',
  tag: 'Catalog',
  summary: 'Quick things',
  description: 'Leaves work for later.',
  access: 'brand',
  body: Type.Object({}),
  answers: [{ status: 200, description: 'Done.', schema: Type.Object({}) }],
  handle: async () => {
    await part()
    afterwards = (async () => {
      for (let i = 0; i < PARTS; i++) await part()
    })()
    return json({})
  },
})

test('a request whose statements take too long in total gets a 503', async () => {
  const { status, headers, body } = await shop.send('GET', '/api/v1/slow-things')
  expect(status).toBe(503)
  expect(headers).toHaveProperty('retry-after')
  expect(body.errors[0].detail).toContain('database')
  expect(parts).toBeLessThan(PARTS)
})

test('a long-running operation is limited only by the timeout of each statement', async () => {
  expect((await shop.send('GET', '/api/v1/long-things')).status).toBe(200)
  expect(parts).toBe(PARTS)
})

test('a file may take as long as its client needs', async () => {
  const { status, text } = await shop.send('GET', '/api/v1/slow-files')
  expect({ status, text }).toEqual({ status: 200, text: '.'.repeat(PARTS) })
})

test('work that continues after a request does not share its limit', async () => {
  expect((await shop.send('POST', '/api/v1/quick-things', { body: {} })).status).toBe(200)
  await afterwards
})
