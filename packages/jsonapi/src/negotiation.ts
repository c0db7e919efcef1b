export const JSON_API = 'application/vnd.api+json'

/** True only when the JSON:API media type itself is listed, is not refused by q=0 and carries no parameters. */
export function acceptsJsonApi(accept: string | undefined): boolean {
  if (accept === undefined) return false
  if (accept === JSON_API) return true
  return splitOutsideQuotes(accept, ',').some((range) => matches(range, true))
}

export function isJsonApi(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  return contentType === JSON_API || matches(contentType, false)
}

function matches(mediaType: string, weighted: boolean): boolean {
  const [name = '', ...parameters] = splitOutsideQuotes(mediaType, ';')
  if (name.trim().toLowerCase() !== JSON_API) return false
  return parameters.every((parameter) => {
    const text = parameter.trim().toLowerCase()
    if (text === '' || /^charset="?utf-8"?$/.test(text)) return true
    return weighted && /^q=(?:0\.\d{1,3}|1(?:\.0{1,3})?)$/.test(text) && !/^q=0\.0+$/.test(text)
  })
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
