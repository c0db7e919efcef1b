/** What can be done with several orders at once. The order of the array is that of the buttons. */
import type { ComponentType } from 'react'
import type { BulkItem } from '../../api/bulk.ts'
import { client, send } from '../../api/client.ts'
import { type ListedOrder, MAX_PICKED_ORDERS, pickListPath } from '../../api/orders-queries.ts'
import { MAX_PRINTED_ORDERS } from '../../api/shipping-queries.ts'
import { words } from '../../words/index.ts'
import { BulkShipping, type ShippingStep } from './bulk-shipping.tsx'
import { RejectDialog } from './reject-dialog.tsx'

export interface BulkRun {
  /** The title of the summary. */
  title: string
  act: (item: BulkItem) => Promise<unknown>
  /** What usually follows, for the orders that succeeded. */
  next?: BulkStep
}

export interface BulkStep {
  label: string
  Step: ComponentType<{ items: readonly BulkItem[]; onClose: () => void }>
}

interface AskingProps {
  /** The orders of the selection that the action is possible for. */
  orders: readonly ListedOrder[]
  run: (run: BulkRun) => void
  onClose: () => void
}

export interface BulkAction {
  key: string
  label: (count: number) => string
  isPrimary?: boolean
  /** It is offered for these orders of the selection, and left out where there is none. */
  isFor: (order: ListedOrder) => boolean
  /** Why it cannot be done with so many. */
  refuses?: (count: number) => string | undefined
  /** One request for each order, without a question. */
  run?: (count: number) => BulkRun
  /** A question before it, in a dialog. */
  Asking?: ComponentType<AskingProps>
  /** A file of the server. */
  href?: (orders: readonly ListedOrder[]) => string
}

const isToAccept = ({ attributes: { status } }: ListedOrder) => status === 'ankor_confirmed'
const isToShip = ({ attributes: { status } }: ListedOrder) => status === 'brand_confirmed'
const hasLabels = ({ attributes: { status } }: ListedOrder) => status === 'shipping_labels_generated'
const { orders, shipping } = words

/** Shipping consists of steps with a dialog each, so it has its own summaries. */
const shippingFrom =
  (step: ShippingStep): BulkStep['Step'] =>
  (props) => <BulkShipping step={step} {...props} />

const asking =
  (step: ShippingStep): NonNullable<BulkAction['Asking']> =>
  ({ orders: selected, onClose }) => (
    <BulkShipping
      step={step}
      items={selected.map(({ id, attributes }) => ({ id, name: String(attributes.reference) }))}
      onClose={onClose}
    />
  )

export const BULK_ACTIONS: readonly BulkAction[] = [
  {
    key: 'accept',
    label: orders.acceptCount,
    isPrimary: true,
    isFor: isToAccept,
    run: (count) => ({
      title: orders.accepting(count),
      act: ({ id }) => send(() => client.orders.accept(id)),
      next: { label: shipping.bulk.quotes, Step: shippingFrom('quotes') },
    }),
  },
  {
    key: 'reject',
    label: () => orders.reject,
    isFor: isToAccept,
    Asking: ({ orders: selected, run, onClose }) => {
      const names = selected.map(({ attributes: { reference } }) => String(reference))
      return (
        <RejectDialog
          names={names}
          onClose={onClose}
          submit={async (reason) =>
            run({
              title: orders.rejectTitle(names.length, names[0] ?? ''),
              act: ({ id }) => send(() => client.orders.reject(id, reason)),
            })
          }
        />
      )
    },
  },
  {
    key: 'quotes',
    label: () => shipping.bulk.quotes,
    isPrimary: true,
    isFor: isToShip,
    Asking: asking('quotes'),
  },
  {
    key: 'labels',
    label: () => shipping.bulk.confirm,
    isFor: isToShip,
    Asking: asking('labels'),
  },
  {
    key: 'print',
    label: () => shipping.bulk.print,
    isPrimary: true,
    isFor: hasLabels,
    refuses: (count) =>
      count > MAX_PRINTED_ORDERS ? shipping.printDialog.tooMany(MAX_PRINTED_ORDERS) : undefined,
    Asking: asking('print'),
  },
  {
    key: 'pick-list',
    label: () => orders.pickList,
    isFor: () => true,
    refuses: (count) => (count > MAX_PICKED_ORDERS ? orders.tooManyToPick(MAX_PICKED_ORDERS) : undefined),
    href: (selected) => pickListPath(selected.map(({ id }) => id)),
  },
]
