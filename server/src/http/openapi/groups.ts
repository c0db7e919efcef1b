/** The order of the sections and operations in the OpenAPI document. */
import type { Operation } from '../operation.ts'
import type { Json } from './print-schema.ts'

/** The order of the specification, with authentication before it and groups that it does not define after it. */
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

/** Groups that are not listed come last. */
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

/** Sorts by group; within a group, aliases follow the regular operations, and deprecated operations come last. */
export function inReadingOrder(operations: readonly Operation[]): Operation[] {
  const position = ({ tag, alias, deprecated }: Operation) =>
    rank(tag) * 4 + (deprecated ? 2 : 0) + (alias ? 1 : 0)
  return operations.toSorted((a, b) => position(a) - position(b))
}
