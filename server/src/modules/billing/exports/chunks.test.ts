import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutInChunks } from './chunks.ts'

test('chunks have one size, the last excepted, and are the same bytes', async () => {
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
