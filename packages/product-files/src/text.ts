/** Decodes the bytes of a file as a stream of text, and rejects files that are not text. */
import { BadFile } from './bad-file.ts'

export const ENCODINGS = ['utf-8', 'latin1'] as const
export type Encoding = (typeof ENCODINGS)[number]

const LINE_FEED = 0x0a

/**
 * Removes a byte order mark. The mark of UTF-16 takes precedence over the requested encoding, because spreadsheet programs
 * save such files.
 */
export async function* decodeText(
  source: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  let begun: Uint8Array = new Uint8Array()
  for await (const bytes of source) {
    decoder ??= decoderFor(bytes, encoding)
    yield check(decode(decoder, bytes, begun, line))
    begun = unfinished(joined(begun, bytes.subarray(-LONGEST_CHARACTER)))
  }
  if (decoder) yield check(decode(decoder, undefined, begun, line))

  function check(text: string): string {
    const nul = text.indexOf('\0')
    if (nul >= 0)
      throw new BadFile('FILE_KIND_UNKNOWN', 'the file contains a NUL character, so it is not a text file.', {
        line: line + countLines(text.slice(0, nul)),
      })
    line += countLines(text)
    return text
  }
}

function decoderFor(bytes: Uint8Array, encoding: Encoding): TextDecoder {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  return new TextDecoder(encoding, { fatal: true })
}

/** `begun` holds the first bytes of a character that is split between two chunks. */
function decode(
  decoder: TextDecoder,
  bytes: Uint8Array | undefined,
  begun: Uint8Array,
  line: number,
): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    const isUtf8Expected = decoder.encoding === 'utf-8'
    const hint = isUtf8Expected ? ' Save it as UTF-8, or read it as latin1 if that is its encoding.' : ''
    const lines = isUtf8Expected && bytes ? linesBeforeFlaw(joined(begun, bytes)) : 0
    throw new BadFile('TEXT_NOT_DECODED', `the text is not valid ${decoder.encoding.toUpperCase()}.${hint}`, {
      line: line + lines,
    })
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** The length in bytes of the longest UTF-8 character. */
const LONGEST_CHARACTER = 4

/** The bytes of an incomplete UTF-8 character at the end. */
function unfinished(bytes: Uint8Array): Uint8Array {
  const start = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80)
  const first = bytes[start] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return bytes.subarray(start + length > bytes.length ? start : bytes.length)
}

/** The number of lines before the first one that is not valid UTF-8. */
function linesBeforeFlaw(bytes: Uint8Array): number {
  let lines = 0
  let start = 0
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return lines
    start = end + 1
    lines += 1
  }
  return lines
}

function isUtf8(bytes: Uint8Array): boolean {
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
