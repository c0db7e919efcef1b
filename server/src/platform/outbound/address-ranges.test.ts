import { expect, test } from 'vitest'
import { isLoopback, nonPublicRange } from './address-ranges.ts'

/** The first and the last address of each range, and the adjacent addresses that are public. */
const RANGES: [string, string[], string[]][] = [
  ['this network', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['private 10/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['carrier 100.64/10', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['loopback 127/8', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['link-local', ['169.254.0.0', '169.254.169.254', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
  ['private 172.16/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['protocols', ['192.0.0.0', '192.0.0.255'], ['192.0.1.0']],
  ['documentation 1', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0']],
  ['6to4 relay', ['192.88.99.0', '192.88.99.255'], ['192.88.100.0']],
  ['private 192.168/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['measurements', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['documentation 2', ['198.51.100.0', '198.51.100.255'], ['198.51.101.0']],
  ['documentation 3', ['203.0.113.0', '203.0.113.255'], ['203.0.114.0']],
  ['multicast', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
  ['reserved and broadcast', ['240.0.0.0', '255.255.255.255'], []],
  ['IPv6 unspecified and loopback', ['::', '::1'], []],
  ['IPv4-compatible', ['::7f00:1', '::10.0.0.1', '::8.8.8.8'], []],
  ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'], []],
  ['IPv4-translated', ['::ffff:0:127.0.0.1'], []],
  ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '64:ff9b:1:ffff::1'], []],
  ['discard and unassigned', ['100::1', '1::', '4000::', '5f00::1', 'e000::'], []],
  [
    'Teredo and other protocols',
    ['2001::1', '2001:0:4136:e378::1', '2001:2::1', '2001:10::1', '2001:1ff:ffff::'],
    ['2001:200::1'],
  ],
  [
    'documentation 4',
    ['2001:db8::', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1'],
    ['2001:db9::1', '3fff:1000::1'],
  ],
  ['6to4', ['2002::1', '2002:7f00:1::', '2002:a00:1::1'], ['2003::1']],
  ['unique local', ['fc00::1', 'fd12:3456::1', 'fdff:ffff::1'], []],
  ['link-local and site-local', ['fe80::1', 'febf::1', 'fec0::1', 'fe80::1%eth0'], []],
  ['multicast of IPv6', ['ff00::', 'ff02::1', 'ffff::'], []],
]

test.each(RANGES)('%s is closed, from its first address to its last', (_name, closed, open) => {
  for (const address of closed) expect(nonPublicRange(address), address).toBeDefined()
  for (const address of open) expect(nonPublicRange(address), address).toBeUndefined()
})

test.each(['1.1.1.1', '8.8.8.8', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s belongs to the public',
  (address) => {
    expect(nonPublicRange(address)).toBeUndefined()
  },
)

test('text that is not an address is closed', () => {
  for (const text of ['', 'localhost', '1.2.3', '1.2.3.4.5', ':::'])
    expect(nonPublicRange(text)).toBeDefined()
})

test('only plain loopback addresses count as loopback, not other notations of them', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1']) expect(isLoopback(address)).toBe(true)
  for (const address of ['::ffff:127.0.0.1', '64:ff9b::7f00:1', '0.0.0.0', '::', '10.0.0.1', 'localhost']) {
    expect(isLoopback(address), address).toBe(false)
  }
})
