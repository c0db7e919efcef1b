import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.1', '192.0.2'],
  ['192.0.2.254', '192.0.2'],
  ['192.0.3.1', '192.0.3'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:db8:1:2::1', '2001:db8:1'],
  ['2001:DB8:0001:ffff:1:2:3:4', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['2001:db8:0:1::', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
