/**
 * Classifies IP addresses as public or not. Non-public ones are the machine itself, its local network, cloud metadata
 * services, and addresses that embed or relay to another address.
 */
import { BlockList, isIP } from 'node:net'

/** The special-purpose registries of IANA, grouped by purpose. Where ranges overlap, the first one counts. */
const NON_PUBLIC: Readonly<Record<string, readonly string[]>> = {
  'no address': ['::/128'],
  'this machine': ['127.0.0.0/8', '::1/128'],
  'this network': ['0.0.0.0/8'],
  'a private network': ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  'a link-local network': ['169.254.0.0/16', 'fe80::/10'],
  'the shared network of a carrier': ['100.64.0.0/10'],
  'a relay to other addresses': ['192.88.99.0/24'],
  'an address of IPv4 in disguise': [
    ...['::ffff:0:0/96', '::ffff:0:0:0/96', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16'],
  ],
  // Of IPv6: Teredo, benchmarks, cryptographic identifiers.
  'reserved for protocols': ['192.0.0.0/24', '2001::/23'],
  'reserved for measurements': ['198.18.0.0/15'],
  'reserved for documentation': [
    ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  ],
  'a group of machines': ['224.0.0.0/4', 'ff00::/8'],
  reserved: ['240.0.0.0/4'],
}

/** The only IPv6 range that is allocated for public use; some ranges within it are not public. */
const PUBLIC_V6 = '2000::/3'

/**
 * One list for each range: a list with both families would also match IPv4 addresses that are embedded in IPv6
 * addresses.
 */
function contains(range: string): (address: string) => boolean {
  const [network = '', bits] = range.split('/')
  const family = familyOf(network)
  const list = new BlockList()
  list.addSubnet(network, Number(bits), family)
  return (address) => familyOf(address) === family && list.check(address, family)
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const nonPublic = Object.entries(NON_PUBLIC).flatMap(([what, ranges]) =>
  ranges.map((range) => ({ what, contains: contains(range) })),
)
const isPublicV6 = contains(PUBLIC_V6)
const isLoopbackV4 = contains('127.0.0.0/8')

/** Describes the range of a non-public address, as in "10.0.0.1 is a private network"; undefined for public ones. */
export function nonPublicRange(address: string): string | undefined {
  const family = isIP(address)
  // An address with a zone is link-local.
  if (family === 0 || address.includes('%')) return 'no public address'
  const range = nonPublic.find(({ contains }) => contains(address))
  if (range) return range.what
  return family === 6 && !isPublicV6(address) ? 'reserved' : undefined
}

/** Other representations of the loopback address, such as IPv4-mapped ones, are not accepted. */
export function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && (isLoopbackV4(address) || address === '::1')
}
