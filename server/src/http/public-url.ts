/** The address that a client knows this server by, as far as the request can be trusted to tell it. */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The begin of links. Who asks may choose a name in the Host header, but never one that is not ours: links lead to the
 * public address, to the one that a trusted proxy was asked for, to a name of the same machine, or to the address that
 * the request came to.
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

/** The same where nobody asks: the public address, or the one that the settings make this server listen on. */
export function settledUrl({ publicUrl, tlsCert, host, port }: Config): string {
  return publicUrl ?? reachable(`${tlsCert ? 'https' : 'http'}://${bracketed(host)}:${port}`)
}

/** "Every address of this machine" is nothing a client can connect to. */
export const reachable = (address: string) =>
  address.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]')

/** Whether the host that was asked for is this machine or this server, and no name that somebody else points here. */
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

export const isLoopback = (name: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name)

/** Plain HTTP is for a sandbox that only its own machine can reach. */
export function mayBePlain(config: Config): boolean {
  return config.mode === 'sandbox' && isLoopback(config.host) && config.trustProxy.length === 0
}

/** A name or an address, with or without a port. Anything else in a link could lead elsewhere. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const nameIn = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** As addresses are written in a URL. */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') && !plain.startsWith('[') ? `[${plain}]` : plain
}

/** Headers of other clients change neither what the framework says of the protocol nor how many addresses it names. */
function isFromTrustedProxy({ trustProxy }: Config, request: FastifyRequest): boolean {
  if (trustProxy.length === 0) return false
  const ownProtocol = 'encrypted' in request.socket ? 'https' : 'http'
  return request.protocol !== ownProtocol || (request.ips?.length ?? 0) > 1
}
