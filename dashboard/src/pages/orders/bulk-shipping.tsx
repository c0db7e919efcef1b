/**
 * Shipping many orders alike: quotes for parcels of one size, then labels of the marketplace, then one file to print. Each
 * step can be the first one, and leads to the next with the orders that succeeded.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type BulkItem, useBulk } from '../../api/bulk.ts'
import { client, send } from '../../api/client.ts'
import {
  MAX_PRINTED_ORDERS,
  printableOrdersQuery,
  readQuotes,
  recentParcelsQuery,
} from '../../api/shipping-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { BulkDialog } from '../../parts/bulk-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/form.tsx'
import { PrintDialog } from '../../parts/print-dialog.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import type { Parcel } from './parcels-form.tsx'

const { shipping } = words
const { bulk: text } = shipping

export type ShippingStep = 'quotes' | 'labels' | 'print'

interface StepProps {
  items: readonly BulkItem[]
  onClose: () => void
  onNext: (items: readonly BulkItem[]) => void
}

export function BulkShipping({
  step: first,
  items,
  onClose,
}: {
  step: ShippingStep
  items: readonly BulkItem[]
  onClose: () => void
}) {
  const [{ step, orders }, go] = useState({ step: first, orders: items })
  const to = (next: ShippingStep) => (left: readonly BulkItem[]) => go({ step: next, orders: left })
  if (step === 'quotes') return <BulkQuotes items={orders} onClose={onClose} onNext={to('labels')} />
  if (step === 'labels') return <BulkLabels items={orders} onClose={onClose} onNext={to('print')} />
  return <BulkPrint items={orders} onClose={onClose} />
}

function BulkQuotes({ items, onClose, onNext }: StepProps) {
  const { data: recent, error } = useQuery(recentParcelsQuery)
  const bulk = useBulk(['orders'])
  const title = text.quotesTitle(items.length)
  const ask = (parcel: Parcel, count: number) => {
    const { length, width, height, kg } = parcel
    const parcels = Array.from({ length: count }, () => ({ length, width, height, kg }))
    return bulk.start(items, ({ id: order }) =>
      send(() =>
        client.request('POST', '/api/v1/orders/{order}/shipping-quotes', {
          path: { order },
          body: { parcels },
        }),
      ),
    )
  }
  if (bulk.progress) {
    return (
      <BulkDialog
        title={title}
        bulk={bulk}
        link={linkToShip}
        actions={(succeeded) => <NextButton items={succeeded} onNext={onNext} word={text.confirm} />}
        onClose={onClose}
      />
    )
  }
  if (!recent && !error) return null
  if (!recent?.length) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Problem error={error} />
        {recent && <p>{text.quotesEmpty}</p>}
      </Dialog>
    )
  }
  return (
    <ActionDialog
      title={title}
      submitWord={text.quotesSubmit}
      focusSubmit
      submit={async ({ template, count }) => {
        const parcel = recent[Number(template)]
        if (parcel) await ask(parcel, Number(count))
      }}
      onClose={onClose}
    >
      <Problem error={error} />
      <p>{text.quotesHint}</p>
      <NativeSelect
        name="template"
        label={text.size}
        data={recent.map((parcel, i) => ({ value: String(i), label: shipping.templateOf(parcel) }))}
      />
      <TextInput name="count" type="number" label={text.each} defaultValue="1" min={1} max={20} />
    </ActionDialog>
  )
}

function BulkLabels({ items, onClose, onNext }: StepProps) {
  const bulk = useBulk(['orders', 'order-labels'])
  const title = text.confirmTitle(items.length)
  if (bulk.progress) {
    return (
      <BulkDialog
        title={title}
        bulk={bulk}
        link={linkToShip}
        actions={(succeeded) => <PrintWhenMade items={succeeded} onNext={onNext} />}
        onClose={onClose}
      />
    )
  }
  return (
    <ActionDialog
      title={title}
      submitWord={text.confirmSubmit}
      focusSubmit
      submit={() => bulk.start(items, ({ id }) => confirmLabelQuote(id))}
      onClose={onClose}
    >
      <p>{text.confirmHint}</p>
    </ActionDialog>
  )
}

/** Throws a sentence for orders that have no such quote. */
async function confirmLabelQuote(orderId: string): Promise<void> {
  const { data, meta } = await send(() => readQuotes(orderId))
  if (data.length === 0) throw new Error(text.noQuotes)
  const makesLabels = new Set(
    meta.consequences.filter(({ leadsTo }) => leadsTo !== 'shipped').map(({ quoteUuid }) => quoteUuid),
  )
  const quote = data.find(
    ({ carrierCode, quoteUuid }) => carrierCode === 'marketplace' && makesLabels.has(quoteUuid),
  )
  if (!quote) throw new Error(text.noLabelQuote)
  const path = { quote: quote.quoteUuid }
  await send(() => client.request('POST', '/api/v1/shipping-quotes/{quote}/confirm', { path }))
}

/** Labels are made in the background, so the button waits for them. */
function PrintWhenMade({ items, onNext }: Pick<StepProps, 'items' | 'onNext'>) {
  const ids = items.slice(0, MAX_PRINTED_ORDERS).map(({ id }) => id)
  const { data: made = [] } = useQuery({
    ...printableOrdersQuery(ids, { isWaiting: true }),
    enabled: ids.length > 0,
  })
  if (ids.length === 0) return null
  const isMade = made.length === ids.length
  return (
    <>
      {!isMade && <p role="status">{text.making(made.length, ids.length)}</p>}
      <Button
        variant={isMade ? 'filled' : 'default'}
        onClick={() => onNext(items)}
        disabled={made.length === 0}
      >
        {text.print}
      </Button>
    </>
  )
}

function BulkPrint({ items, onClose }: Pick<StepProps, 'items' | 'onClose'>) {
  const chosen = items.slice(0, MAX_PRINTED_ORDERS)
  const { data: printable, error } = useQuery(printableOrdersQuery(chosen.map(({ id }) => id)))
  const left = chosen.filter(({ id }) => printable && !printable.includes(id))
  const notes = (
    <>
      {items.length > MAX_PRINTED_ORDERS && <p>{shipping.printDialog.tooMany(MAX_PRINTED_ORDERS)}</p>}
      {left.length > 0 && (
        <div>
          <p>{text.withoutLabels}</p>
          <ul>
            {left.map((item) => (
              <li key={item.id}>{linkToShip(item)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
  if (printable && printable.length > 0) {
    return (
      <PrintDialog orderIds={printable} onClose={onClose}>
        {notes}
      </PrintDialog>
    )
  }
  return (
    <Dialog title={text.print} onClose={onClose}>
      <Problem error={error} />
      {printable && notes}
    </Dialog>
  )
}

const linkToShip = ({ id, name }: BulkItem) => (
  <Link to={paths.ship} params={{ orderId: id }}>
    {name}
  </Link>
)

function NextButton({ items, word, onNext }: Pick<StepProps, 'items' | 'onNext'> & { word: string }) {
  if (items.length === 0) return null
  return (
    <Button variant="filled" onClick={() => onNext(items)} data-autofocus>
      {word}
    </Button>
  )
}
