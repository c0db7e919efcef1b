import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readDirectory, readEntry } from './zip.ts'

const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

async function textOf(blob: Blob, name: string): Promise<string> {
  const entry = (await readDirectory(blob)).get(name)
  if (!entry) throw new Error(`no ${name}`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of readEntry(blob, entry)) text += decoder.decode(bytes, { stream: true })
  return text
}

test('stored and deflated entries are read, also behind a comment', async () => {
  const long = 'x'.repeat(300_000)
  const zip = zipSync(
    { 'a.txt': [strToU8('plain'), { level: 0 }], 'b/c.txt': strToU8(long) },
    { comment: 'hi' },
  )
  expect(await textOf(blobOf(zip), 'a.txt')).toBe('plain')
  expect(await textOf(blobOf(zip), 'b/c.txt')).toBe(long)
})

test('an entry that is larger than it says is refused before it is unpacked', async () => {
  const zip = zipSync({ 'a.txt': strToU8('x'.repeat(1_000_000)) })
  const at = zip.length - 22 - 46 - 5
  new DataView(zip.buffer, zip.byteOffset).setUint32(at + 24, 1000, true)
  await expect(textOf(blobOf(zip), 'a.txt')).rejects.toThrow('The workbook is corrupt.')
})

test('what is no archive is told so', async () => {
  await expect(readDirectory(new Blob(['id,name']))).rejects.toThrow('The file is not an XLSX workbook.')
})
