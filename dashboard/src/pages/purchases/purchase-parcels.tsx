/** Who carries an order, and its parcels with the way to their tracking. */
import type { Purchase } from '../../api/purchases-queries.ts'
import { carrierName } from '../../parts/carrier-name.ts'
import { countryName } from '../../parts/order-texts.tsx'
import { State, type Tone } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { words } from '../../words/index.ts'
import styles from './purchases.module.css'

const { page: texts, timeline } = words.purchases

type Parcel = Purchase['attributes']['parcels'][number] & { position: number; of: number }

const TONES: Record<string, Tone> = { DELIVERED: 'good', RETURNED: 'bad', FAILURE: 'bad' }

const GRAMS = 1000

export function PurchaseParcels({ order: { attributes } }: { order: Purchase }) {
  const { carrier, parcels, trackingNumber, trackingLink } = attributes
  if (carrier === null) return <p className={styles.hint}>{texts.notShipped}</p>
  const of = parcels.length
  const rows = parcels.map((parcel, i) => ({ ...parcel, position: i + 1, of }))
  // A brand that ships by itself gives one number for all parcels.
  const isTrackedAlone = parcels.some((parcel) => parcel.trackingNumber !== null)
  return (
    <>
      <p className={styles.carrier}>
        {texts.carrier(texts.carriers[carrier] ?? carrierName(carrier))}
        {!isTrackedAlone && (
          <>
            {of > 0 && ` · ${words.shipping.parcels(of)}`}
            {' · '}
            {trackingNumber || trackingLink ? (
              <Tracking number={trackingNumber} link={trackingLink} />
            ) : (
              texts.noTracking
            )}
          </>
        )}
      </p>
      {isTrackedAlone && (
        <Table
          label={texts.parcels}
          columns={COLUMNS}
          rows={rows}
          idOf={({ position }) => String(position)}
        />
      )}
    </>
  )
}

const COLUMNS: Column<Parcel>[] = [
  {
    key: 'parcel',
    title: texts.parcels,
    cell: ({ position, of, trackingNumber, trackingLink }) => (
      <>
        {texts.parcel(position, of)}
        {trackingNumber && (
          <small className={styles.number}>
            <Tracking number={trackingNumber} link={trackingLink} />
          </small>
        )}
      </>
    ),
  },
  {
    key: 'status',
    title: words.purchases.status,
    cell: ({ currentStatus }) => {
      if (!currentStatus) return null
      const { status, updatedAt, location } = currentStatus
      const place = texts.place(location.city ?? '', countryName(location.country) ?? '')
      return (
        <>
          <State tone={TONES[status] ?? 'info'}>{timeline.tracking[status] ?? status}</State>
          <small>
            {updatedAt && <When at={updatedAt} />}
            {updatedAt && place && ' · '}
            {place}
          </small>
        </>
      )
    },
  },
  {
    key: 'weight',
    title: words.shipping.kg,
    kind: 'number',
    wide: true,
    cell: ({ weight }) => weight / GRAMS,
  },
]

/** Brands enter links themselves; only those of the web are followed. */
function Tracking({ number, link }: { number: string | null; link: string | null }) {
  const name = number ?? texts.track
  if (!link || !/^https?:\/\//i.test(link)) return name
  return (
    <a href={link} target="_blank" rel="noreferrer" aria-label={texts.trackOf(name)}>
      {name}
    </a>
  )
}
