import type { NodeRule } from './statement-nodes.ts'
import type { Rule } from './statement-shape.ts'

/** Statements that break a rule for a reason. They have to be plain enough for Citus to run them on all nodes. */
export const EXCEPTIONS: readonly { file: string; rule: Rule | NodeRule; of: string; reason: string }[] = [
  {
    file: 'modules/webhooks/delivery/queue.ts',
    rule: 'write-one-brand',
    of: 'webhooks.deliveries',
    reason:
      'The start of the only worker releases the leases of all brands, and a clock that goes back takes their due times with it, with updates without a join.',
  },
  {
    file: 'modules/webhooks/delivery/queue.ts',
    rule: 'write-one-brand',
    of: 'webhooks.subscriptions',
    reason: 'A clock that goes back takes the holds of all brands with it, with an update without a join.',
  },
  {
    file: 'modules/webhooks/log/retention.ts',
    rule: 'write-one-brand',
    of: 'webhooks.receiver_hours',
    reason: 'Old hours of all brands are deleted by their age alone, with a delete without a join.',
  },
  {
    file: 'modules/ordering/operator/orders-of-all-brands.ts',
    rule: 'one-brand',
    of: 'ordering.orders',
    reason: 'A search of the operator finds orders of all brands, those of brands with this name among them.',
  },
  {
    file: 'modules/ordering/operator/orders-of-all-brands.ts',
    rule: 'one-brand',
    of: 'ordering.items',
    reason: 'A search of the operator finds orders of all brands, those of brands with this name among them.',
  },
  {
    file: 'modules/ordering/operator/orders-of-all-brands.ts',
    rule: 'one-brand',
    of: 'ordering.billing_items',
    reason: 'A search of the operator finds orders of all brands, those of brands with this name among them.',
  },
  {
    file: 'modules/webhooks/delivery/queue.ts',
    rule: 'node-insert',
    of: 'webhooks.events',
    reason:
      'Their numbers come from a sequence of the coordinator; Citus copies the rows to the node of the brand.',
  },
  {
    file: 'modules/webhooks/delivery/queue.ts',
    rule: 'node-insert',
    of: 'webhooks.deliveries',
    reason:
      'Their numbers come from a sequence of the coordinator; Citus copies the rows to the node of the brand.',
  },
]
