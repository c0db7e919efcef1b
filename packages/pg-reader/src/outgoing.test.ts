import { afterAll, expect, test } from 'vitest'
import { createDatabase, statement, testReader } from './fixtures/database.ts'
import { MessageWriter, type ParameterValue } from './outgoing.ts'

const url = await createDatabase(afterAll)
const BLOCK_BYTES = 32 * 1024

/** Bytes of memory that the next messages are written to. */
const heldBy = (outgoing: MessageWriter) => {
  outgoing.sync()
  return outgoing.take().buffer.byteLength
}

test.each<[string, ParameterValue]>([
  ['a text', 'x'.repeat(5_000_000)],
  ['bytes', Buffer.alloc(5_000_000)],
])('memory for a large value (%s) is as large as that, and freed when it is sent', (_what, value) => {
  const outgoing = new MessageWriter()
  expect(heldBy(outgoing)).toBe(BLOCK_BYTES)
  outgoing.run('s1', [value])
  const large = outgoing.take()
  expect(large.length).toBeGreaterThan(5_000_000)
  expect(large.buffer.byteLength).toBeLessThan(5_100_000)
  expect(heldBy(outgoing)).toBe(BLOCK_BYTES)
})

test('messages that wait are kept when a large one needs more memory', () => {
  const outgoing = new MessageWriter()
  outgoing.run('first', ['a'])
  outgoing.run('second', ['b'.repeat(100_000)])
  outgoing.sync()
  const bytes = outgoing.take().toString('latin1')
  expect(bytes.indexOf('first')).toBeLessThan(bytes.indexOf('second'))
  expect(bytes.endsWith('S\0\0\0\x04')).toBe(true)
})

test('a Uint8Array that is no Buffer is refused, and others on the connection do not notice', async () => {
  const lost: Error[] = []
  const reader = testReader(url, { connections: 1, onLost: (error) => lost.push(error) })
  const echo = statement('select $1::bytea as b')
  const plain = new Uint8Array([1, 2, 3]) as Buffer
  const [before, refused, after] = await Promise.allSettled([
    reader.read(echo, [Buffer.from([1])]),
    reader.read(echo, [plain]),
    reader.runTogether({ statement: echo, values: [Buffer.from([2])] }),
  ])
  expect([before.status, after.status, lost]).toEqual(['fulfilled', 'fulfilled', []])
  expect((refused as PromiseRejectedResult).reason).toMatchObject({
    name: 'TypeError',
    message: expect.stringContaining('Buffer.from()'),
  })
  await expect(
    reader.runTogether({ statement: echo, values: [null] }, { statement: echo, values: [plain] }),
  ).rejects.toThrow(TypeError)
})
