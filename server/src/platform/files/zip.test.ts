import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { bytesOf, unzip } from '../../../test/files.ts'
import { until } from '../../../test/time.ts'
import { writeZip } from './zip.ts'

const AT = new Date('2026-03-02T09:00:00Z')
const text = (content: string) => [Buffer.from(content)]

test('entries are read as they were written, compressed or not', async () => {
  const long = 'abc'.repeat(100_000)
  const bytes = await bytesOf(
    writeZip(
      [
        { name: 'a.csv', content: text(long), compress: true },
        { name: 'b.pdf', content: Readable.from([Buffer.from('x'), Buffer.from('y')]), compress: false },
        { name: 'empty', content: [], compress: true },
      ],
      AT,
    ),
  )
  const files = unzip(bytes)
  expect(Object.keys(files)).toEqual(['a.csv', 'b.pdf', 'empty'])
  expect(files['a.csv']?.toString()).toBe(long)
  expect(files['b.pdf']?.toString()).toBe('xy')
  expect(bytes.length).toBeLessThan(10_000)
})

test('an entry that fails makes the archive fail, and a source that is not read to its end is closed', async () => {
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(100_000)
    } finally {
      isClosed = true
    }
  }
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('source')
  }
  const entry = { name: 'a', compress: false }
  await expect(bytesOf(writeZip([{ ...entry, content: broken() }], AT))).rejects.toThrow('source')
  for await (const piece of writeZip([{ ...entry, content: endless() }], AT)) if (piece.length > 1000) break
  await until(() => isClosed)
})
