export const JSON_API = 'application/vnd.api+json'

export interface Negotiation {
  /** URI of an extension of JSON:API that both headers may name. */
  extension?: string | undefined
  /** Takes what is not JSON:API, but what clients send who know nothing else: plain JSON, anything, nothing at all. */
  lenient?: boolean
}

/**
 * True only when the JSON:API media type itself is listed, is not refused by q=0 and carries no parameters but the
 * extension. Leniently, also when nothing is listed, or something that JSON:API is a kind of.
 */
export function acceptsJsonApi(
  accept: string | undefined,
  { extension, lenient }: Negotiation = {},
): boolean {
  if (accept === JSON_API) return true
  if (accept === undefined || accept.trim() === '') return lenient === true
  return rangesOf(accept).some(
    (range) => isWanted(range) && (isPure(range, extension) || (lenient === true && LENIENT.has(range.name))),
  )
}

export function isJsonApi(
  contentType: string | undefined,
  { extension, lenient }: Negotiation = {},
): boolean {
  if (contentType === undefined) return false
  if (contentType === JSON_API) return true
  const range = readRange(contentType)
  if (range.weight !== undefined) return false
  return isPure(range, extension) || (lenient === true && range.name === PLAIN_JSON && isPlain(range))
}

/** Whether the extension is among what is accepted, so that the answer may say that it uses it. */
export function acceptsExtension(accept: string | undefined, extension: string): boolean {
  return rangesOf(accept ?? '').some((range) => isWanted(range) && isPure(range, extension) && !isPure(range))
}

const PLAIN_JSON = 'application/json'
const LENIENT = new Set([JSON_API, PLAIN_JSON, 'application/*', '*/*'])

interface Range {
  name: string
  /** The value of `q`. */
  weight: string | undefined
  /** All others, as they were written. */
  parameters: string[]
}

const rangesOf = (accept: string) => splitOutsideQuotes(accept, ',').map(readRange)

function readRange(text: string): Range {
  const [name = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim())
  const parameters = rest.filter((parameter) => parameter !== '')
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))
  return {
    name: name.toLowerCase(),
    weight: weight?.slice(2),
    parameters: parameters.filter((parameter) => parameter !== weight),
  }
}

function isWanted({ weight }: Range): boolean {
  return weight === undefined || (/^(?:0\.\d{1,3}|1(?:\.0{1,3})?)$/.test(weight) && !/^0\.0+$/.test(weight))
}

/** The JSON:API type without parameters that would change its meaning; a common client adds the charset. */
function isPure(range: Range, extension?: string): boolean {
  return range.name === JSON_API && isPlain(range, extension)
}

function isPlain({ parameters }: Range, extension?: string): boolean {
  return parameters.every(
    (parameter) =>
      /^charset="?utf-8"?$/i.test(parameter) ||
      (extension !== undefined && /^ext="?([^"]*)"?$/i.exec(parameter)?.[1] === extension),
  )
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let quoted = false
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (quoted && char === '\\') i++
    else if (char === '"') quoted = !quoted
    else if (char === separator && !quoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
