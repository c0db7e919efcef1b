/** Determines the base URL of the server for links, from the settings and from what can be trusted in a request. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The base URL of links: the configured public URL, or the Host header if it names the loopback interface or comes from a
 * trusted proxy, or the local address of the connection. Any other Host header is ignored, because a client could choose
 * it to make links lead to a foreign server.
 */
export function publicUrl(config: Config, request: FastifyRequest): string {
  if (config.publicUrl) return config.publicUrl
  const { host, protocol } = request
  const scheme = protocol === 'https' ? 'https' : 'http'
  if (HOST.test(host) && (isLoopback(nameIn(host)) || isFromTrustedProxy(config, request)))
    return `${scheme}://${host}`
  const { localAddress = config.host, localPort = config.port } = request.socket
  return `${scheme}://${bracketed(localAddress)}:${localPort}`
}

/** The base URL outside of requests: the configured public URL, or the address that the server listens on. */
export function settledUrl({ publicUrl, tlsCert, host, port }: Config): string {
  return publicUrl ?? reachable(`${tlsCert ? 'https' : 'http'}://${bracketed(host)}:${port}`)
}

/** Replaces a wildcard address, to which no client can connect, by the loopback address. */
export const reachable = (address: string) =>
  address.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]')

/** Whether the Host header names this server, and is not a foreign domain that resolves to it (DNS rebinding). */
export function isOwnHost(config: Config, request: FastifyRequest): boolean {
  if (!HOST.test(request.host)) return false
  const name = nameIn(request.host)
  const own = [
    config.host,
    request.socket.localAddress,
    config.publicUrl && new URL(config.publicUrl).hostname,
  ]
  return isLoopback(name) || own.some((address) => address && bracketed(address).toLowerCase() === name)
}

/**
 * Whether a host is an address, or a name that the operator has configured for this server. The owner of any other name
 * can let it resolve to this server, and then read in a browser what this server returns without a token (DNS
 * rebinding).
 */
export function isKnownHost(config: Config, host: string): boolean {
  if (!HOST.test(host)) return false
  const name = nameIn(host)
  const { host: listensOn, metricsHost, monitoringHosts, publicUrl } = config
  const names = ['localhost', listensOn, metricsHost, ...monitoringHosts]
  if (publicUrl) names.push(nameIn(new URL(publicUrl).hostname))
  return isIP(name.replace(BRACKETS, '')) > 0 || names.some((own) => own.toLowerCase() === name)
}

/**
 * Whether the request comes from a page of this server: `Origin` is the scheme, host and port to which it was sent, and that
 * host is an own one. The host that a trusted proxy passes on is believed, unless a public URL is configured.
 */
export function isOwnOrigin(config: Config, request: FastifyRequest): boolean {
  const { origin } = request.headers
  const own = `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`
  if (origin === undefined || !HOST.test(request.host) || !URL.canParse(own)) return false
  // Default ports are left out in Origin.
  if (new URL(own).origin !== origin) return false
  return isOwnHost(config, request) || (!config.publicUrl && isFromTrustedProxy(config, request))
}

export const isLoopback = (name: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name)

/** Plain HTTP is allowed only in a sandbox that listens on the loopback interface without a proxy. */
export function mayBePlain(config: Config): boolean {
  return config.mode === 'sandbox' && isLoopback(config.host) && config.trustProxy.length === 0
}

/** A host name or an IP address with an optional port. Other characters could make a link lead elsewhere. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The brackets around an IPv6 address in a URL. */
export const BRACKETS = /^\[|\]$/g

/** Without the port, and without the dot that may end a full name. */
const nameIn = (host: string) => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase()

/** The address in the notation of URLs, with IPv6 addresses in brackets. */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') && !plain.startsWith('[') ? `[${plain}]` : plain
}

/** Fastify evaluates the forwarding headers of trusted proxies only; they change the protocol or add addresses. */
function isFromTrustedProxy({ trustProxy }: Config, request: FastifyRequest): boolean {
  if (trustProxy.length === 0) return false
  const ownProtocol = 'encrypted' in request.socket ? 'https' : 'http'
  return request.protocol !== ownProtocol || (request.ips?.length ?? 0) > 1
}
