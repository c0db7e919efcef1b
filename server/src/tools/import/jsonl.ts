/** Parses a JSON Lines file: one product per line. */
import { Problem } from '@tradehall/jsonapi'
import { isObject } from '../../domain/product-files/touched.ts'
import { parseJsonBody } from '../../http/body.ts'
import { BadFile } from './bad-file.ts'
import type { FileItem } from './file-item.ts'

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
      throw new BadFile(`the line is longer than ${MAX_ENTRY_BYTES} bytes.`, line)
  }
  yield { line, text: rest }
}

/** Parses one product in the format of the API. */
export function readEntry(line: number, text: string): FileItem {
  try {
    const value = parseJsonBody(Buffer.from(text), { anyText: true })
    if (!isObject(value)) return { line, mistake: 'expected an object with id and attributes.' }
    const { type = 'catalog-integration-product', id, attributes, ...others } = value
    const [unknown] = Object.keys(others)
    if (unknown !== undefined) {
      return {
        line,
        mistake: `expected id, type and attributes, but saw the member ${JSON.stringify(unknown)}.`,
      }
    }
    if (type !== 'catalog-integration-product') {
      return { line, mistake: 'expected the type catalog-integration-product.' }
    }
    if (typeof id !== 'string') return { line, mistake: 'expected an id that is a text.' }
    if (attributes !== undefined && !isObject(attributes)) {
      return { line, mistake: 'expected attributes to be an object.' }
    }
    return { line, entry: { id, type, ...(attributes && { attributes }) } }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const details = error.errors.map(({ detail, source }) =>
      [source?.pointer, detail].filter(Boolean).join(': '),
    )
    return { line, mistake: details.join(' ').replace('The body', 'It') }
  }
}
