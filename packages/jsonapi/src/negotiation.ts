/** Content negotiation of JSON:API: parsing the headers Accept and Content-Type. */
export const JSON_API = 'application/vnd.api+json'

export interface Negotiation {
  /** URI of a JSON:API extension that both headers may contain. */
  extension?: string | undefined
  /** Also accepts plain JSON, wildcards and missing headers, for clients that cannot send the JSON:API media type. */
  lenient?: boolean
}

/**
 * True only if the JSON:API media type itself is listed, without q=0 and without parameters other than the extension. If
 * lenient, also if the header is missing or lists plain JSON or a matching wildcard.
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
  const range = parseRange(contentType)
  if (range.weight !== undefined) return false
  return isPure(range, extension) || (lenient === true && range.name === PLAIN_JSON && isPlain(range))
}

/** Whether the client accepts the extension, so that the response may declare it. */
export function acceptsExtension(accept: string | undefined, extension: string): boolean {
  return rangesOf(accept ?? '').some((range) => isWanted(range) && isPure(range, extension) && !isPure(range))
}

const PLAIN_JSON = 'application/json'
const LENIENT = new Set([JSON_API, PLAIN_JSON, 'application/*', '*/*'])

interface MediaRange {
  name: string
  /** The value of `q`. */
  weight: string | undefined
  /** All parameters except `q`, unparsed. */
  parameters: string[]
}

const rangesOf = (accept: string) => splitOutsideQuotes(accept, ',').map(parseRange)

function parseRange(text: string): MediaRange {
  const [name = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim())
  const parameters = rest.filter((parameter) => parameter !== '')
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))
  return {
    name: name.toLowerCase(),
    weight: weight?.slice(2),
    parameters: parameters.filter((parameter) => parameter !== weight),
  }
}

function isWanted({ weight }: MediaRange): boolean {
  return weight === undefined || (/^(?:0\.\d{1,3}|1(?:\.0{1,3})?)$/.test(weight) && !/^0\.0+$/.test(weight))
}

/** The JSON:API type without parameters that change its meaning. A charset is allowed, because common clients add it. */
function isPure(range: MediaRange, extension?: string): boolean {
  return range.name === JSON_API && isPlain(range, extension)
}

function isPlain({ parameters }: MediaRange, extension?: string): boolean {
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
