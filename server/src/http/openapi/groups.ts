/** In which order a reader meets the operations. */
import type { Operation } from '../operation.ts'
import type { Json } from './print-schema.ts'

/** As the specification has its groups, with tokens before them and what it does not know after them. */
const ORDER = [
  'Authentication',
  'General',
  'User',
  'Catalog',
  'Catalog integrations',
  'Ordering',
  'Shipping',
  'Shipments',
  'Fulfillment',
  'OrderPay',
  'Webhooks',
  'Testing',
  'Stock',
  'Brands',
  'Retailer',
  'Integrations',
  'Operator',
  'Carriers',
]

/** A group that is not listed comes last. */
const rank = (group: string) => (ORDER.includes(group) ? ORDER.indexOf(group) : ORDER.length)

export function describeGroups(
  tags: Readonly<Record<string, string>>,
  operations: readonly Operation[],
): Json[] {
  const used = new Set(operations.map(({ tag }) => tag))
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, description]) => ({ name, description }))
}

/** Group by group; in a group what is deprecated comes last, and before it the second paths of operations. */
export function inReadingOrder(operations: readonly Operation[]): Operation[] {
  const place = ({ tag, alias, deprecated }: Operation) =>
    rank(tag) * 4 + (deprecated ? 2 : 0) + (alias ? 1 : 0)
  return operations.toSorted((a, b) => place(a) - place(b))
}
