/**
 * Classifies IP addresses as public or not. Non-public ones are the machine itself, its local network, cloud metadata
 * services, and addresses that embed or relay to another address.
 */
import { BlockList, isIP } from 'node:net'

/** The special-purpose registry of IANA for IPv4. */
const NON_PUBLIC_V4: readonly [string, number, string][] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'a private network'],
  ['100.64.0.0', 10, 'the shared network of a carrier'],
  ['127.0.0.0', 8, 'this machine'],
  ['169.254.0.0', 16, 'a link-local network'],
  ['172.16.0.0', 12, 'a private network'],
  ['192.0.0.0', 24, 'reserved for protocols'],
  ['192.0.2.0', 24, 'reserved for documentation'],
  ['192.88.99.0', 24, 'a relay to other addresses'],
  ['192.168.0.0', 16, 'a private network'],
  ['198.18.0.0', 15, 'reserved for measurements'],
  ['198.51.100.0', 24, 'reserved for documentation'],
  ['203.0.113.0', 24, 'reserved for documentation'],
  ['224.0.0.0', 4, 'a group of machines'],
  ['240.0.0.0', 4, 'reserved'],
]

/** Of IPv6 only 2000::/3 is allocated for public use; some ranges within it are still not public. */
const PUBLIC_V6: readonly [string, number] = ['2000::', 3]
const NON_PUBLIC_V6: readonly [string, number, string][] = [
  ['::', 128, 'no address'],
  ['::1', 128, 'this machine'],
  ['::ffff:0:0', 96, 'an address of IPv4 in disguise'],
  ['::ffff:0:0:0', 96, 'an address of IPv4 in disguise'],
  ['::', 96, 'an address of IPv4 in disguise'],
  ['64:ff9b::', 96, 'an address of IPv4 in disguise'],
  ['64:ff9b:1::', 48, 'an address of IPv4 in disguise'],
  ['2002::', 16, 'an address of IPv4 in disguise'],
  // Teredo, benchmarks, cryptographic identifiers.
  ['2001::', 23, 'reserved for protocols'],
  ['2001:db8::', 32, 'reserved for documentation'],
  ['3fff::', 20, 'reserved for documentation'],
  ['fc00::', 7, 'a private network'],
  ['fe80::', 10, 'a link-local network'],
  ['fec0::', 10, 'a private network'],
  ['ff00::', 8, 'a group of machines'],
]

function rangesOf(table: readonly [string, number, string][], family: 'ipv4' | 'ipv6') {
  return table.map(([network, bits, what]) => ({ what, contains: contains(network, bits, family) }))
}

function contains(network: string, bits: number, family: 'ipv4' | 'ipv6'): (address: string) => boolean {
  const list = new BlockList()
  list.addSubnet(network, bits, family)
  return (address) => list.check(address, family)
}

const closed = { 4: rangesOf(NON_PUBLIC_V4, 'ipv4'), 6: rangesOf(NON_PUBLIC_V6, 'ipv6') }
const isPublicV6 = contains(...PUBLIC_V6, 'ipv6')
const isLoopbackV4 = contains('127.0.0.0', 8, 'ipv4')

/** Describes the range of a non-public address, as in "10.0.0.1 is a private network"; undefined for public ones. */
export function nonPublicRange(address: string): string | undefined {
  const family = isIP(address)
  // An address with a zone is link-local.
  if (family === 0 || address.includes('%')) return 'no public address'
  const range = closed[family as 4 | 6].find(({ contains }) => contains(address))
  if (range) return range.what
  return family === 6 && !isPublicV6(address) ? 'reserved' : undefined
}

/** Other representations of the loopback address, such as IPv4-mapped ones, are not accepted. */
export function isLoopback(address: string): boolean {
  const family = isIP(address)
  return (family === 4 && isLoopbackV4(address)) || (family === 6 && address === '::1')
}
