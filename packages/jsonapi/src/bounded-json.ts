/** Parses JSON of limited depth and number of members, and tells why a text is refused. */

/** Deeper than any document of this API, and far below what exhausts the stack of a recursive function. */
const MAX_DEPTH = 64
/**
 * Several times the members of the largest resource. The cost of parsing, validating and logging an object grows with its
 * members, and a body with thousands of them would block the event loop.
 */
const MAX_MEMBERS = 200
/** `flaw` is a sentence without its subject, such as `is not valid JSON: …`. */
export function parseBoundedJson(text: string): { value: unknown } | { flaw: string; cause?: unknown } {
  const flaw = shapeFlaw(text)
  if (flaw !== undefined) return { flaw }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { flaw: `is not valid JSON: ${(error as Error).message}.`, cause: error }
  }
}

/** Before parsing, so that an oversized text costs no memory. */
function shapeFlaw(text: string): string | undefined {
  const members = new Uint32Array(MAX_DEPTH + 1)
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels.`
      members[depth] = 0
    } else if (char === 0x7d || char === 0x5d) depth--
    // Each member has exactly one colon outside of strings.
    else if (char === 0x3a && ++members[depth]! > MAX_MEMBERS)
      return `has an object of more than ${MAX_MEMBERS} members.`
  }
  return undefined
}
