/** Validates URLs that users provide, and the IP addresses that their hosts resolve to (SSRF protection). */

import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, nonPublicRange } from './address-ranges.ts'

/** A URL that must not be requested. The message is a sentence for the user who provided it. */
export class TargetRefused extends Error {}

/** Resolves a host name to all its addresses. Throws if it has none. */
export type Resolve = (hostname: string) => Promise<string[]>

/** Long compared with a normal response, and short enough that an unresponsive name server does not block requests. */
const RESOLVE_MS = 2_000
const RESOLVE_TRIES = 2
/** Fits into every log line and table column. */
const MAX_URL = 2_000

export interface TargetRules {
  /** Allows this machine as a target, also by plain HTTP: for the sandbox. */
  loopback: boolean
  /** Allows plain HTTP to other machines: for content without secrets, such as images. */
  plainHttp?: boolean
}

/**
 * Parses a URL and refuses what can be decided without resolving its host. A trailing dot of the host is removed: it
 * names the same host, but neither certificates nor the rule about `localhost` accept it.
 */
export function readTarget(text: string, rules: TargetRules): URL {
  const { loopback, plainHttp = false } = rules
  if (text.length > MAX_URL) throw new TargetRefused(`It is longer than ${MAX_URL} characters.`)
  if (!URL.canParse(text)) throw new TargetRefused('It is no address of the web.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !((loopback || plainHttp) && url.protocol === 'http:')) {
    throw new TargetRefused(
      loopback ? 'It must begin with https:, or with http: for this machine.' : 'It must begin with https:.',
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetRefused('It must not hold a user name or a password.')
  }
  if (url.hash !== '') throw new TargetRefused('A part behind # is never sent; leave it out.')
  refusePort(url)
  const host = hostOf(url)
  if (isIP(host) > 0) refuseAddress(host, [host], url.protocol, rules)
  else if (!/[a-z]/i.test(host) || host.split('.').includes('')) {
    throw new TargetRefused(`${url.hostname} is no name of a host.`)
  } else url.hostname = host
  return url
}

/** Removes the fragment, which is never sent; `readTarget` refuses URLs with a fragment. */
export function withoutFragment(url: URL): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}

/** Services on ports below 1024, such as mail, might interpret an HTTP request as commands. */
function refusePort({ port, protocol }: URL): void {
  if (port === '') return
  if (Number(port) < 1024 && !(protocol === 'https:' && port === '443') && port !== '80') {
    throw new TargetRefused(`Port ${port} is not one of the web: use 443, or one from 1024.`)
  }
}

/** The host without the brackets of IPv6 and without a trailing dot, which denotes the same host. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** Refuses a host if any of its addresses is not public, because the connection may use any of them. */
export function refuseAddress(
  host: string,
  addresses: readonly string[],
  protocol: string,
  { loopback, plainHttp = false }: TargetRules,
): void {
  for (const address of addresses) {
    if (loopback && isLoopback(address)) continue
    const closed = nonPublicRange(address)
    const seen = host === address ? address : `${host} has the address ${address}, which`
    if (closed !== undefined) throw new TargetRefused(`${seen} is ${closed}.`)
    if (protocol === 'http:' && !plainHttp) throw plainHttpRefused()
  }
}

export const plainHttpRefused = () => new TargetRefused('Plain HTTP is for this machine only: use https:.')

/**
 * Resolves by DNS only, without `/etc/hosts` and without the thread pool that file operations use, so that a slow lookup
 * does not block anything else.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES })
  return async (hostname) => {
    // RFC 6761: `localhost` must not be sent to name servers.
    if (/(^|\.)localhost$/i.test(hostname)) return ['127.0.0.1', '::1']
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const [failure] = answers.filter((answer) => answer.status === 'rejected')
    throw failure?.reason ?? new Error(`${hostname} has no address.`)
  }
}

/**
 * A lookup function for `connect` that returns checked addresses only. So the connection goes to an address that was
 * checked, even if the name resolves to another one a moment later (DNS rebinding).
 */
export function guardedLookup(resolve: Resolve, protocol: string, rules: TargetRules): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => {
        const host = hostOf({ hostname })
        refuseAddress(host, addresses, protocol, rules)
        return addresses.map((address) => ({ address, family: isIP(address) }))
      })
      .then(
        (found) => {
          const [first] = found
          if (options.all) callback(null, found)
          else callback(null, first?.address ?? '', first?.family)
        },
        (error: Error) => callback(error as NodeJS.ErrnoException, '', 0),
      )
  }
}
