/** The parcels of an order with their labels and where they are. */
import type { Overview } from '../../api/shipping-queries.ts'
import { State, type Tone } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDay } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { words } from '../../words/index.ts'

const { shipping: text } = words

type Row = Overview['parcels'][number] & { number: number }

const TONES: Record<string, Tone> = { DELIVERED: 'good', TRANSIT: 'info', RETURNED: 'bad', FAILURE: 'bad' }

export function ParcelsTable({ parcels }: Pick<Overview, 'parcels'>) {
  const rows = parcels.map((parcel, i) => ({ ...parcel, number: i + 1 }))
  // Nobody tells where the parcels of a carrier of the brand are.
  const isTracked = parcels.some(({ trackedPackage }) => trackedPackage)
  const columns: Column<Row>[] = [
    {
      key: 'parcel',
      title: text.parcelsTitle,
      cell: ({ number, length, width, height, weight }) => (
        <>
          {text.parcel(number)}
          <small>
            {text.size(length, width, height)}, {text.weight(weight / 1000)}
          </small>
        </>
      ),
    },
    ...(isTracked ? TRACKED : []),
  ]
  return (
    <Table label={text.parcelsTitle} columns={columns} rows={rows} idOf={({ number }) => String(number)} />
  )
}

const TRACKED: readonly Column<Row>[] = [
  {
    key: 'tracking',
    title: text.tracking,
    cell: ({ trackedPackage }) =>
      trackedPackage && (
        <>
          {trackedPackage.trackingLink ? (
            <a href={trackedPackage.trackingLink} target="_blank" rel="noreferrer">
              {trackedPackage.trackingNumber}
            </a>
          ) : (
            trackedPackage.trackingNumber
          )}
          {trackedPackage.eta && <small>{text.eta(formatDay(trackedPackage.eta))}</small>}
        </>
      ),
  },
  {
    key: 'status',
    title: text.status,
    wide: true,
    cell: ({ trackedPackage }) => {
      if (!trackedPackage) return null
      const { status, statusDetails, updatedAt, location } = trackedPackage.currentStatus
      return (
        <>
          <State tone={TONES[status] ?? 'wait'}>{text.statuses[status] ?? status}</State>
          {updatedAt && (
            <small>
              {[statusDetails, location.city].filter(Boolean).join(' · ')} <When at={updatedAt} />
            </small>
          )}
        </>
      )
    },
  },
  {
    key: 'label',
    title: text.label,
    kind: 'number',
    cell: ({ number, trackedPackage }) =>
      trackedPackage?.labelUrl && (
        <a href={new URL(trackedPackage.labelUrl).pathname} aria-label={text.labelOf(number)}>
          {text.label}
        </a>
      ),
  },
]
