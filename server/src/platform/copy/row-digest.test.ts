import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowDigest, type TableFigures } from './row-digest.ts'

async function figuresOf(chunks: Iterable<Buffer>): Promise<TableFigures> {
  const digest = new RowDigest()
  const passed: Buffer[] = []
  const sent = [...chunks]
  await pipeline(Readable.from(sent), digest, async (rows) => {
    for await (const chunk of rows) passed.push(chunk as Buffer)
  })
  expect(Buffer.concat(passed)).toEqual(Buffer.concat(sent))
  return digest.figures
}

const rowsToBuffer = (rows: readonly string[]) => Buffer.from(rows.map((row) => `${row}\n`).join(''))
const row = fc.string({ unit: fc.constantFrom('a', 'é', '\t', '\\', '0'), maxLength: 12 })

test('the digest depends neither on the order of rows nor on how they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 20 }).chain((rows) =>
        fc.record({
          rows: fc.constant(rows),
          shuffled: fc.shuffledSubarray(rows, { minLength: rows.length }),
          cut: fc.nat(300),
        }),
      ),
      async ({ rows, shuffled, cut }) => {
        const bytes = rowsToBuffer(shuffled)
        const figures = await figuresOf([bytes.subarray(0, cut), bytes.subarray(cut)])
        expect(figures).toEqual(await figuresOf([rowsToBuffer(rows)]))
        expect(figures.rows).toBe(rows.length)
      },
    ),
    { numRuns: 50 },
  )
})

test.each([
  ['a value', ['1\ta', '2\tc']],
  ['a row twice', ['1\ta', '2\tb', '2\tb']],
  ['a missing row', ['1\ta']],
  ['values that changed places', ['1\tb', '2\ta']],
])('%s changes the digest', async (_what, rows) => {
  const original = await figuresOf([rowsToBuffer(['1\ta', '2\tb'])])
  expect((await figuresOf([rowsToBuffer(rows)])).digest).not.toBe(original.digest)
})
