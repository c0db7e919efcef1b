/** Decodes the bytes of a file as a stream of text, and rejects files that are not text. */
import { BadFile } from './bad-file.ts'

export const ENCODINGS = ['utf-8', 'latin1'] as const
export type Encoding = (typeof ENCODINGS)[number]

const LINE_FEED = 0x0a

/**
 * Removes a byte order mark. The mark of UTF-16 takes precedence over the requested encoding, because spreadsheet programs
 * save such files.
 */
export async function* decodeText(source: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  let begun: Buffer = Buffer.alloc(0)
  for await (const bytes of source) {
    decoder ??= decoderFor(bytes, encoding)
    yield check(decode(decoder, bytes, begun, line))
    begun = unfinished(Buffer.concat([begun, bytes.subarray(-LONGEST_CHARACTER)]))
  }
  if (decoder) yield check(decode(decoder, undefined, begun, line))

  function check(text: string): string {
    const nul = text.indexOf('\0')
    if (nul >= 0)
      throw new BadFile(
        'the file contains a NUL character, so it is not a text file.',
        line + countLines(text.slice(0, nul)),
      )
    line += countLines(text)
    return text
  }
}

function decoderFor(bytes: Buffer, encoding: Encoding): TextDecoder {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return new TextDecoder('utf-16le', { fatal: true })
  if (mark === 'feff') return new TextDecoder('utf-16be', { fatal: true })
  return new TextDecoder(encoding, { fatal: true })
}

/** `begun` holds the first bytes of a character that is split between two chunks. */
function decode(decoder: TextDecoder, bytes: Buffer | undefined, begun: Buffer, line: number): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    const isUtf8Expected = decoder.encoding === 'utf-8'
    const hint = isUtf8Expected ? ' Save it as UTF-8, or use --encoding latin1 if that is its encoding.' : ''
    const lines = isUtf8Expected && bytes ? linesBeforeFlaw(Buffer.concat([begun, bytes])) : 0
    throw new BadFile(`the text is not valid ${decoder.encoding.toUpperCase()}.${hint}`, line + lines)
  }
}

/** The length in bytes of the longest UTF-8 character. */
const LONGEST_CHARACTER = 4

/** The bytes of an incomplete UTF-8 character at the end. */
function unfinished(bytes: Buffer): Buffer {
  const start = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80)
  const first = bytes[start] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return bytes.subarray(start + length > bytes.length ? start : bytes.length)
}

/** The number of lines before the first one that is not valid UTF-8. */
function linesBeforeFlaw(bytes: Buffer): number {
  let lines = 0
  let start = 0
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return lines
    start = end + 1
    lines += 1
  }
  return lines
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
