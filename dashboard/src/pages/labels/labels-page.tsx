/** Labels: everything that can be printed, printed together as one file. */

import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { positionIn } from '../../api/list-pages.ts'
import {
  LABEL_STATES,
  type LabelRow,
  type LabelState,
  labelsQuery,
  MAX_PRINTED_ORDERS,
  markLabels,
} from '../../api/shipping-queries.ts'
import { carrierName } from '../../parts/carrier-name.ts'
import { Problem } from '../../parts/form.tsx'
import { List } from '../../parts/list.tsx'
import { placeOf } from '../../parts/order-texts.tsx'
import { Empty, PageHeader, Tabs } from '../../parts/page.tsx'
import { PrintDialog } from '../../parts/print-dialog.tsx'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { shipping } = words
const { labels: text } = shipping
const route = getRouteApi('/shell/labels')

export function LabelsPage() {
  const { show, print, ...position } = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(labelsQuery(show, positionIn({ ...position })))
  /** In the order of their selection, which is that of the file. */
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const toPrint = Number(page.data?.meta.unprinted ?? 0)
  const chosen = page.data?.rows.filter(({ attributes }) => selected.has(attributes.orderId)) ?? []

  const clear = () => setSelected(new Set())
  const close = () => void navigate({ search: ({ print: _closed, ...search }) => search })
  const openPrint = () => void navigate({ search: (old) => ({ ...old, print: [...selected].join() }) })
  return (
    <>
      <PageHeader title={text.title} />
      <Tabs
        label={text.tabs}
        tabs={LABEL_STATES.map((state) => ({
          to: paths.labels,
          search: { show: state },
          title: state === 'printed' ? text.printed : text.toPrint,
          ...(state === 'to-print' && toPrint > 0 && { count: toPrint }),
        }))}
      />
      <List
        label={text.title}
        columns={columnsOf(show)}
        idOf={({ attributes }) => attributes.orderId}
        page={page}
        selection={{
          selected,
          onChange: setSelected,
          nameOf: ({ attributes }) => String(attributes.orderReference),
        }}
        empty={
          <Empty title={show === 'printed' ? text.emptyPrinted : text.emptyToPrint}>{text.emptyHint}</Empty>
        }
      />
      <SelectionBar
        count={selected.size}
        note={text.note(chosen.reduce((sum, { attributes }) => sum + attributes.parcels, 0))}
        onClear={clear}
      >
        <Button variant="filled" onClick={openPrint} disabled={selected.size > MAX_PRINTED_ORDERS}>
          {text.print(selected.size)}
        </Button>
        <MarkButton
          orderIds={[...selected]}
          as={show === 'printed' ? 'unprinted' : 'printed'}
          onDone={clear}
        />
      </SelectionBar>
      {print && <PrintDialog orderIds={print.split(',')} onClose={close} />}
    </>
  )
}

const columnsOf = (show: LabelState): Column<LabelRow>[] => [
  {
    key: 'order',
    title: text.order,
    kind: 'fit',
    cell: ({ attributes: { orderId, orderReference, createdAt } }) => (
      <>
        <Link to={paths.order} params={{ orderId }}>
          {orderReference}
        </Link>
        <small data-narrow>
          <When at={createdAt} />
        </small>
      </>
    ),
  },
  {
    key: 'recipient',
    title: text.recipient,
    cell: ({ attributes: { shipTo } }) => (
      <>
        {shipTo?.organisationName ?? shipTo?.name}
        <small>{placeOf(shipTo?.city, shipTo?.countryCode)}</small>
      </>
    ),
  },
  {
    key: 'carrier',
    title: shipping.carrier,
    wide: true,
    cell: ({ attributes: { carrierCode, labelFormat } }) => (
      <>
        {carrierName(carrierCode)}
        <small>{shipping.formats[labelFormat]}</small>
      </>
    ),
  },
  { key: 'parcels', title: text.parcels, kind: 'number', cell: ({ attributes }) => attributes.parcels },
  {
    key: 'made',
    title: text.made,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { createdAt } }) => <When at={createdAt} />,
  },
  ...(show === 'printed'
    ? [
        {
          key: 'printed',
          title: text.printed,
          kind: 'number',
          cell: ({ attributes: { printedAt } }) => printedAt && <When at={printedAt} />,
        } satisfies Column<LabelRow>,
      ]
    : []),
]

interface MarkButtonProps {
  orderIds: readonly string[]
  as: 'printed' | 'unprinted'
  onDone: () => void
}

function MarkButton({ orderIds, as, onDone }: MarkButtonProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => markLabels(orderIds, as),
    onSuccess: async () => {
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['order-labels'] })
    },
  })
  return (
    <>
      <Button onClick={() => mutate()} loading={isPending} disabled={orderIds.length > MAX_PRINTED_ORDERS}>
        {as === 'printed' ? text.markPrinted : text.markUnprinted}
      </Button>
      <Problem error={error} />
    </>
  )
}
