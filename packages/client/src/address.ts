/** Addresses: the base URL of the server, and the URL of a request from its template, parameters and query. */
import { ConfigurationError } from './errors.ts'

type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[]

export type PathValues = Readonly<Record<string, string>>

/** Returns the base URL without a slash at its end. */
export function checkBaseUrl(text: unknown, insecureHttp: boolean): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigurationError(
      'baseUrl must be the address of the server, such as https://marketplace.example.com.',
    )
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError('baseUrl must have no user, password, query or fragment.')
  }
  if (url.protocol === 'http:' && !insecureHttp && !isLoopback(url.hostname)) {
    throw new ConfigurationError(
      `Plain HTTP to ${url.hostname} would show the credentials to the network: use https, or set insecureHttp for a network of your own.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** Fills the parameters of a template such as `/api/v1/orders/{order}` in. */
export function fillPath(template: string, values: PathValues = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    // Dots would be resolved as steps of the path, and nothing would turn a resource into its list.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw new ConfigurationError(`The path ${template} needs a value for ${name}.`)
    }
    return encodeURIComponent(value)
  })
}

/** Lists are repeated parameters if the name ends in brackets, and are separated by commas otherwise. */
export function formatQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query) as [string, QueryValue][]
  if (given.length === 0) return ''
  const parameters = new URLSearchParams()
  for (const [name, value] of given) {
    if (value === undefined || value === null) continue
    if (!Array.isArray(value)) parameters.append(name, String(value))
    else if (name.endsWith('[]')) for (const each of value) parameters.append(name, String(each))
    else if (value.length > 0) parameters.append(name, value.join(','))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
