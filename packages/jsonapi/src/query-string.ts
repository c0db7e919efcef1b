/** The syntax of a query string, independent of the meaning of its parameters. */

interface Parameter {
  name: string
  value: string
}

export type DecodedParameter = Parameter | { name: string; mistake: string }

/** Decodes one part between two ampersands. A mistake contains the raw name, for the error's source. */
export function decodeParameter(piece: string): DecodedParameter {
  const at = piece.indexOf('=')
  const rawName = at < 0 ? piece : piece.slice(0, at)
  const rawValue = at < 0 ? '' : piece.slice(at + 1)
  const name = decodeText(rawName)
  if ('mistake' in name) return { name: rawName, mistake: name.mistake }
  const value = decodeText(rawValue)
  return 'mistake' in value
    ? { name: name.text, mistake: value.mistake }
    : { name: name.text, value: value.text }
}

/** Percent-encodes everything with a special meaning in a query string, including brackets; commas stay readable. */
export function encodeParameter(name: string, value: string): string {
  return `${encodeText(name)}=${encodeText(value)}`
}

/** 'filter[a][]' becomes ['filter', 'a', '']; undefined if the brackets are not balanced. */
export function splitBrackets(name: string): string[] | undefined {
  if (!/^[^[\]]+(?:\[[^[\]]*\])*$/.test(name)) return undefined
  return name.replaceAll(']', '').split('[')
}

function decodeText(raw: string): { text: string } | { mistake: string } {
  if (/%(?![0-9a-f]{2})/i.test(raw))
    return { mistake: 'has a percent sign that two hex digits do not follow' }
  let text: string
  try {
    text = decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    return { mistake: 'is not valid UTF-8' }
  }
  if (!text.isWellFormed()) return { mistake: 'is not valid UTF-8' }
  // PostgreSQL, among others, cannot store NUL in text.
  return text.includes('\0') ? { mistake: 'contains a NUL byte' } : { text }
}

function encodeText(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',')
}
