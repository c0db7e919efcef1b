/** Finds credentials in URLs, texts and headers, and redacts them before these are stored. */
const REDACTED = '[redacted]'

/** Names of query parameters, without case and punctuation: `access_token` and `accessToken` are the same. */
const SECRET_PARAMETERS = new Set(['accesstoken', 'token', 'clientsecret'])
/** Every JWT begins with an encoded `{"`. The lookbehind keeps the search linear. */
const JWT = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/
const ALL_JWTS = new RegExp(JWT, 'g')
const SECRET_HEADER = /authorization|cookie|secret|token|password|signature|api-?key/

/** The url without credentials, and whether it had any. `presented` are the credentials of the request. */
export function withoutCredentials(
  url: string,
  presented: readonly string[],
): { url: string; found: boolean } {
  let found = false
  const hide = () => {
    found = true
    return REDACTED
  }
  const isCredential = (text: string) => {
    const plain = decoded(text)
    return JWT.test(plain) || presented.some((secret) => plain.includes(secret))
  }
  const parameter = (pair: string) => {
    const at = pair.indexOf('=')
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    if (isCredential(name)) return hide()
    const isSecret = value !== '' && (isSecretName(name) || isCredential(value))
    return isSecret ? `${name}=${hide()}` : pair
  }
  const at = url.indexOf('?')
  const path = (at < 0 ? url : url.slice(0, at))
    .split('/')
    .map((part) => (isCredential(part) ? hide() : part))
  const query =
    at < 0
      ? ''
      : `?${url
          .slice(at + 1)
          .split('&')
          .map(parameter)
          .join('&')}`
  return { url: path.join('/') + query, found }
}

const isSecretName = (name: string) =>
  SECRET_PARAMETERS.has(
    decoded(name)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ''),
  )

/** The JWTs in a url, because some clients send their token there. */
export const tokensIn = (url: string): string[] => decoded(url).match(ALL_JWTS) ?? []

export const withoutTokens = (text: string, presented: readonly string[]): string =>
  presented.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text.replaceAll(ALL_JWTS, REDACTED))

/** Names in lower case. Of an `Authorization` header the scheme stays. */
export function headerTexts(
  headers: Readonly<Record<string, string | string[] | number | undefined>>,
  presented: readonly string[],
): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [given, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const name = given.toLowerCase()
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    texts[name] = SECRET_HEADER.test(name)
      ? `${/^(Bearer|Basic) /i.exec(text)?.[0] ?? ''}${REDACTED}`
      : withoutTokens(text, presented)
  }
  return texts
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
