/** Addresses that users give to be called: what they may look like, and where they may lead. */

import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { closedAs, isLoopback } from './address-ranges.ts'

/** An address that is not called. The message is a sentence for whoever gave it. */
export class TargetRefused extends Error {}

/** All addresses of a name. Throws when it has none. */
export type Resolve = (hostname: string) => Promise<string[]>

/** Long beside a good answer; a name server that says nothing must not hold anybody up. */
const RESOLVE_MS = 2_000
const RESOLVE_TRIES = 2
/** What fits into every log and every column of a table. */
const MAX_URL = 2_000

export interface TargetRules {
  /** The sandbox calls receivers on the machine it runs on, also by plain HTTP. */
  loopback: boolean
  /** What carries no secret, such as an image, may also come by plain HTTP from other machines. */
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

/** A part behind # is never sent, and the guard refuses addresses that have one. */
export function withoutFragment(url: URL): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}

/** Below 1024 live mail, shells and files, some of which would take a request for a command. */
function refusePort({ port, protocol }: URL): void {
  if (port === '') return
  if (Number(port) < 1024 && !(protocol === 'https:' && port === '443') && port !== '80') {
    throw new TargetRefused(`Port ${port} is not one of the web: use 443, or one from 1024.`)
  }
}

/** The host without the brackets of IPv6 and without the dot at the end, which means the same host. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** Refuses a host when any of its addresses is closed: which one is taken later is chance. */
export function refuseAddress(
  host: string,
  addresses: readonly string[],
  protocol: string,
  { loopback, plainHttp = false }: TargetRules,
): void {
  for (const address of addresses) {
    if (loopback && isLoopback(address)) continue
    const closed = closedAs(address)
    const seen = host === address ? address : `${host} has the address ${address}, which`
    if (closed !== undefined) throw new TargetRefused(`${seen} is ${closed}.`)
    if (protocol === 'http:' && !plainHttp) throw plainHttpRefused()
  }
}

export const plainHttpRefused = () => new TargetRefused('Plain HTTP is for this machine only: use https:.')

/**
 * Asks name servers without the machine's own list of hosts, and without the threads that the process has for files: a
 * name that hangs holds up nobody else.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES })
  return async (hostname) => {
    // RFC 6761: this name never leaves the machine.
    if (/(^|\.)localhost$/i.test(hostname)) return ['127.0.0.1', '::1']
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const [failure] = answers.filter((answer) => answer.status === 'rejected')
    throw failure?.reason ?? new Error(`${hostname} has no address.`)
  }
}

/**
 * For `connect`: resolves a name and hands on only addresses that were checked. What is connected to is therefore what
 * was looked at, whatever the name answers a moment later.
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
