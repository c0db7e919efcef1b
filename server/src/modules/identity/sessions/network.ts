/**
 * The network of an address, in which attempts are counted: IPv4 /24 and IPv6 /48, because whoever has one address of such a
 * network mostly has all of them.
 */
export function networkOf(mapped: string): string {
  // A dual-stack listener gets IPv4 addresses in this notation. They must not share the count of one IPv6 network.
  const address = mapped.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase()
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.')
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const known = groups.length + (tail ? tail.split(':').length : 0)
  const all = [
    ...groups,
    ...Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - known) }, () => '0'),
  ]
  if (tail) all.push(...tail.split(':'))
  return all
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
