/** Parses a JSON Lines file: one product per line. */
import { parseBoundedJson } from '@tradehall/jsonapi'
import { BadFile } from './bad-file.ts'
import type { FileItem } from './file-item.ts'
import { isObject } from './touched.ts'

/** The limit of one request to the server, with a margin. */
export const MAX_ENTRY_BYTES = 4_000_000

export async function* jsonlItems(texts: AsyncIterable<string>): AsyncGenerator<FileItem> {
  for await (const { line, text } of linesOf(texts)) {
    if (text.trim() !== '') yield readEntry(line, text)
  }
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<{ line: number; text: string }> {
  let line = 1
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const one of lines) yield { line: line++, text: one }
    if (rest.length > MAX_ENTRY_BYTES)
      throw new BadFile('PRODUCT_TOO_LARGE', `the line is longer than ${MAX_ENTRY_BYTES} bytes.`, { line })
  }
  yield { line, text: rest }
}

/** Parses one product in the format of the API. */
export function readEntry(line: number, text: string): FileItem {
  const parsed = parseBoundedJson(text)
  if ('flaw' in parsed) return unreadable(line, `It ${parsed.flaw}`)
  const { value } = parsed
  if (!isObject(value)) return unreadable(line, 'expected an object with id and attributes.')
  const { type = 'catalog-integration-product', id, attributes, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    return unreadable(
      line,
      `expected id, type and attributes, but saw the member ${JSON.stringify(unknown)}.`,
    )
  }
  if (type !== 'catalog-integration-product') {
    return unreadable(line, 'expected the type catalog-integration-product.')
  }
  if (typeof id !== 'string') return unreadable(line, 'expected an id that is a text.')
  if (attributes !== undefined && !isObject(attributes)) {
    return unreadable(line, 'expected attributes to be an object.')
  }
  return { line, entry: { id, type, ...(attributes && { attributes }) } }
}

const unreadable = (line: number, mistake: string): FileItem => ({
  line,
  code: 'PRODUCT_UNREADABLE',
  mistake,
})
