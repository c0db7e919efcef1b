/** Reading JSON bodies: strictly UTF-8, bounded in depth, and with an error that says where the text breaks. */
import { badRequest, unprocessable } from './problems.ts'

/** Deeper than any document of this API, and far from what could exhaust the stack of code that walks it. */
const MAX_DEPTH = 64

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  refuseDepth(text)
  const value = parse(text)
  // Only bodies that spell a NUL are walked: none of ours ever does.
  if (text.includes('\\u0000')) refuseNul(value, '')
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${(error as Error).message}.`, { cause: error })
  }
}

/** PostgreSQL's text cannot hold a NUL, so no field can. */
function refuseNul(value: unknown, pointer: string): void {
  if (typeof value === 'string' && value.includes('\0')) {
    throw unprocessable('A text must not contain a NUL character.', { pointer })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    refuseNul(member, pointer === '' ? name : `${pointer}.${name}`)
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw badRequest('The body is not valid UTF-8.', { cause: error })
  }
}

function refuseDepth(text: string): void {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > MAX_DEPTH) throw badRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`)
    } else if (char === 0x7d || char === 0x5d) depth--
  }
}
