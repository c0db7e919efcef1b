import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf } from '../../../test/files.ts'
import { cutInChunks, joinChunks, saveInChunks } from './chunks.ts'

test('all chunks but the last have the same size, and the bytes are unchanged', async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 40 }), async (pieces, size) => {
      const chunks: Buffer[] = []
      for await (const chunk of cutInChunks(Readable.from(pieces), size)) chunks.push(Buffer.from(chunk))
      expect(Buffer.concat(chunks)).toEqual(Buffer.concat(pieces))
      for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBe(size)
      const last = chunks.at(-1)
      if (last) expect(last.length > 0 && last.length <= size).toBe(true)
    }),
  )
})

test('saved chunks are joined to the same bytes', async () => {
  const content = Buffer.alloc(600_000, 'tradehall')
  const saved = new Map<number, Buffer>()
  const total = await saveInChunks(Readable.from([content]), async ({ number, bytes }) => {
    saved.set(number, bytes)
  })
  expect([total, [...saved.keys()]]).toEqual([600_000, [0, 1, 2]])
  const read = async (number: number) => [saved.get(number)].flatMap((bytes) => (bytes ? [{ bytes }] : []))
  expect((await bytesOf(joinChunks(read))).equals(content)).toBe(true)
})
