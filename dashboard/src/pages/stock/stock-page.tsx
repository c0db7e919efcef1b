/** The stock of one variant: what there is, what there was, and what moved it. */

import { TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import {
  STOCK_RANGES,
  type StockRange,
  type StockSearch,
  stockHistoryQuery,
  stockStateQuery,
  variantQuery,
} from '../../api/stock-queries.ts'
import { Chart } from '../../parts/chart.tsx'
import { ChoiceFilter, DaysFilter, Filters } from '../../parts/filters.tsx'
import { Problem } from '../../parts/form.tsx'
import { PageHeader, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { LOCALE, words } from '../../words/index.ts'
import { VariantState } from '../catalog/product-states.tsx'
import { Movements } from './movements.tsx'
import styles from './stock.module.css'

const { stock } = words

export function StockPage() {
  const { variantId } = useParams({ from: '/shell/stock/$variantId' })
  const search = useSearch({ from: '/shell/stock/$variantId' })
  const { data: variant } = useSuspenseQuery(variantQuery(variantId))
  const { name, sku, isAlwaysInStock } = variant.attributes
  const { product } = variant.related
  return (
    <>
      <PageHeader
        title={name}
        trail={
          <>
            <Link to={paths.catalog}>{words.catalog.title}</Link>
            {product && (
              <>
                {' / '}
                <Link to={paths.product} params={{ productId: product.id }}>
                  {product.attributes.name}
                </Link>
              </>
            )}
          </>
        }
        state={<VariantState variant={variant} />}
        note={sku}
      />
      {isAlwaysInStock ? <p>{stock.alwaysInStock}</p> : <Figures {...variant.attributes} />}
      <Section title={stock.byPlace}>
        <Places variantId={variantId} />
      </Section>
      <Section title={stock.overTime}>
        <RangeFilter search={search} />
        <Charts variantId={variantId} search={search} />
      </Section>
      <Section title={stock.movements}>
        <Movements variantId={variantId} search={search} />
      </Section>
      <BalanceAt variantId={variantId} at={search.at} />
    </>
  )
}

const number = (value: number | null) => (value ?? 0).toLocaleString(LOCALE)

interface FiguresProps {
  stockQuantity: number | null
  reservedQuantity: number
  availableQuantity: number | null
}

function Figures({ stockQuantity, reservedQuantity, availableQuantity }: FiguresProps) {
  const figures = [
    [stock.onHand, stockQuantity],
    [stock.reserved, reservedQuantity],
    [stock.available, availableQuantity],
  ] as const
  return (
    <dl className={styles.figures} aria-label={stock.now}>
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Place {
  id: string
  type: string
  quantities: ReadonlyMap<string, number>
}

const PLACE_COLUMNS: Column<Place>[] = [
  {
    key: 'place',
    title: stock.place,
    cell: ({ type, quantities }) => (
      <>
        {stock.places[type] ?? type}
        <small>
          {Object.entries(stock.others)
            .flatMap(([status, word]) => {
              const packs = quantities.get(status) ?? 0
              return packs === 0 ? [] : [`${number(packs)} ${word}`]
            })
            .join(' · ')}
        </small>
      </>
    ),
  },
  ...(['onHand', 'reserved', 'available'] as const).map(
    (status): Column<Place> => ({
      key: status,
      title: stock[status],
      kind: 'number',
      cell: ({ quantities }) => number(quantities.get(status) ?? 0),
    }),
  ),
]

/** The balance of each location now, or at a moment. */
function Places({ variantId, at }: { variantId: string; at?: string }) {
  const { data, error, isPlaceholderData } = useQuery(stockStateQuery(variantId, at))
  const places = data && [...Map.groupBy(data, ({ locationId }) => locationId)].map(placeOf)
  return (
    <Table
      label={at ? stock.balanceAt : stock.byPlace}
      columns={PLACE_COLUMNS}
      rows={places}
      idOf={({ id }) => id}
      error={error}
      isStale={isPlaceholderData}
      empty={<p>{stock.alwaysInStock}</p>}
    />
  )
}

interface Quantity {
  locationType: string
  status: string
  quantity: number
}

function placeOf([id, entries]: [string, readonly Quantity[]]): Place {
  const quantities = new Map<string, number>()
  // A warehouse has an entry for each lot.
  for (const { status, quantity } of entries) quantities.set(status, (quantities.get(status) ?? 0) + quantity)
  return { id, type: entries[0]?.locationType ?? '', quantities }
}

/** A change of the range leads to the first page of movements. */
function useChangeSearch() {
  const navigate = useNavigate({ from: paths.stock })
  return (changed: Changes<StockSearch>) =>
    void navigate({ to: '.', search: (old) => changedSearch(old, changed), replace: true })
}

function RangeFilter({ search: { days, from, to } }: { search: StockSearch }) {
  const change = useChangeSearch()
  const others = STOCK_RANGES.filter((value) => value !== '30')
  return (
    <Filters label={stock.range}>
      <ChoiceFilter
        label={stock.range}
        all={stock.ranges['30']}
        value={from || to ? undefined : days}
        choices={others.map((value) => ({ value, label: stock.ranges[value] }))}
        onChange={(value) => change({ days: value as StockRange, from: undefined, to: undefined })}
      />
      <DaysFilter
        label={stock.chosenDays}
        {...(from && { from })}
        {...(to && { to })}
        onChange={({ from, to }) => change({ from, to, days: undefined })}
      />
    </Filters>
  )
}

const SERIES = (['onHand', 'available', 'reserved'] as const).map((key) => ({ key, title: stock[key] }))

function Charts({ variantId, search }: { variantId: string; search: StockSearch }) {
  const { data, error } = useQuery(stockHistoryQuery(variantId, search))
  if (error) return <Problem error={error} />
  const shared = {
    kind: 'steps',
    series: SERIES,
    timeTitle: stock.time,
    formatTime: (at: number) => formatDateTime(new Date(at)),
    formatValue: number,
  } as const
  if (!data) return <Chart {...shared} label={stock.overTime} summary="" points={undefined} />
  return data.locations.map(({ locationId, locationType, points }) => {
    const last = points.at(-1)
    const end = new Date(data.to).getTime()
    // The last balance holds until the end of the range.
    const all = last && new Date(last.at).getTime() < end ? [...points, { ...last, at: data.to }] : points
    return (
      <Chart
        key={locationId}
        {...shared}
        label={stock.chartOf(stock.places[locationType] ?? locationType)}
        summary={stock.chartSummary(number(last?.onHand ?? 0), number(points[0]?.onHand ?? 0))}
        points={distinct(all).map(({ at, ...values }) => ({ at: new Date(at).getTime(), values }))}
      />
    )
  })
}

/** Of several balances at the same moment the last one: something moved at the very beginning of the range. */
const distinct = <P extends { at: string }>(points: readonly P[]): P[] => [
  ...new Map(points.map((point) => [new Date(point.at).getTime(), point])).values(),
]

function BalanceAt({ variantId, at }: { variantId: string; at: string | undefined }) {
  const change = useChangeSearch()
  return (
    <Section title={stock.balanceAt}>
      <Filters label={stock.balanceAt}>
        <TextInput
          type="datetime-local"
          label={stock.balanceAtLabel}
          value={at ?? ''}
          onChange={({ currentTarget }) => change({ at: currentTarget.value })}
        />
      </Filters>
      {at ? <Places variantId={variantId} at={at} /> : <p className={styles.hint}>{stock.balanceHint}</p>}
    </Section>
  )
}
