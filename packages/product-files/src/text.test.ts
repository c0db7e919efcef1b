import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, type Encoding } from './text.ts'

async function decode(pieces: readonly Buffer[], encoding: Encoding = 'utf-8'): Promise<string> {
  let text = ''
  for await (const part of decodeText(Readable.from(pieces), encoding)) text += part
  return text
}

/** Decodes the bytes in chunks of this size. */
const cut = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))

test('text comes back whatever the pieces are, without its byte order mark', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), async (text, size) => {
      const written = text.replaceAll(/[\0\uFEFF]/g, '')
      expect(await decode(cut(Buffer.from(`\uFEFF${written}`), size))).toBe(written)
    }),
  )
})

test('spreadsheet programs may have written UTF-16', async () => {
  const little = Buffer.from('\uFEFFid;Łódź', 'utf16le')
  expect(await decode([little])).toBe('id;Łódź')
  expect(await decode([Buffer.from(little).swap16()])).toBe('id;Łódź')
})

test('Latin-1 is read when it is asked for, and named by its line when not', async () => {
  const bytes = Buffer.from('id\nplain\ncaf\xe9\nmore\n', 'latin1')
  expect(await decode([bytes], 'latin1')).toBe('id\nplain\ncafé\nmore\n')
  for (const size of [1, 2, 3, 5, 100]) {
    await expect(decode(cut(bytes, size))).rejects.toThrow(
      'Line 3: the text is not valid UTF-8. Save it as UTF-8, or read it as latin1 if that is its encoding.',
    )
  }
})

test.each([
  [
    'half a character at the end',
    Buffer.from([0x61, 0x0a, 0xe2, 0x82]),
    'Line 2: the text is not valid UTF-8.',
  ],
  [
    'half of a surrogate pair',
    Buffer.from([0x61, 0x0a, 0x0a, 0xed, 0xa0, 0x80, 0x0a]),
    'Line 3: the text is not',
  ],
  ['a NUL', Buffer.from('a\nb\n\0'), 'Line 3: the file contains a NUL character'],
])('%s is refused', async (_what, bytes, message) => {
  for (const size of [1, 100]) await expect(decode(cut(bytes, size))).rejects.toThrow(message)
})
