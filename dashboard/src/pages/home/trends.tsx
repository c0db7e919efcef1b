/** How the orders of the last 30 days went: charts and tables. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Trends as OverviewTrends, overviewQuery } from '../../api/home-queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { Chart } from '../../parts/chart.tsx'
import { formatMoney } from '../../parts/money.ts'
import { Empty, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDay, formatSpan } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { LOCALE, words } from '../../words/index.ts'
import styles from './home.module.css'

const { trends: text } = words.home

type Sales = OverviewTrends['sales'][number]
type Retailer = Sales['retailers'][number]
type Week = OverviewTrends['acceptance']['weeks'][number]
type RunningOut = OverviewTrends['runningOut'][number]

export function Trends() {
  const { data } = useQuery(overviewQuery)
  if (!data) return null
  const { trends } = data
  if (trends.sales.length === 0)
    return (
      <Section title={text.title}>
        <Empty>{IS_SANDBOX ? text.noneSandbox : text.none}</Empty>
      </Section>
    )
  return (
    <>
      {trends.sales.map((sales) => (
        <SalesCharts key={sales.currency} sales={sales} from={trends.from} to={trends.to} />
      ))}
      <Acceptance acceptance={trends.acceptance} />
      <RunningOutSection variants={trends.runningOut} />
    </>
  )
}

function SalesCharts({ sales, from, to }: { sales: Sales; from: string; to: string }) {
  const { currency, amount, ordersCount, days } = sales
  const money = (amount: number) => formatMoney({ amount, currency })
  const period = [formatDay(from), formatDay(to)] as const
  const shared = { kind: 'bars', timeTitle: text.day, formatTime: formatDay } as const
  return (
    <div className={styles.charts}>
      <Section title={text.sales(currency)}>
        <Chart
          {...shared}
          label={text.sales(currency)}
          summary={text.salesSummary(money(amount), ...period)}
          points={days.map(({ day, amount }) => ({ at: Date.parse(day), values: { amount } }))}
          series={[{ key: 'amount', title: text.amount }]}
          formatValue={money}
        />
      </Section>
      <Section title={text.orders(currency)}>
        <Chart
          {...shared}
          label={text.orders(currency)}
          summary={text.ordersSummary(ordersCount, ...period)}
          points={days.map(({ day, ordersCount }) => ({ at: Date.parse(day), values: { ordersCount } }))}
          series={[{ key: 'ordersCount', title: text.ordersTitle }]}
          formatValue={String}
        />
      </Section>
      <Retailers sales={sales} />
    </div>
  )
}

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent' })

function Retailers({ sales: { currency, amount: total, retailers } }: { sales: Sales }) {
  const columns: Column<Retailer>[] = [
    { key: 'retailer', title: text.retailer, cell: ({ storeName }) => storeName },
    { key: 'orders', title: text.ordersTitle, kind: 'number', cell: ({ ordersCount }) => ordersCount },
    {
      key: 'amount',
      title: text.amount,
      kind: 'number',
      cell: ({ amount }) => formatMoney({ amount, currency }),
    },
    {
      key: 'share',
      title: text.share,
      kind: 'number',
      wide: true,
      cell: ({ amount }) => total > 0 && percent.format(amount / total),
    },
  ]
  return (
    <Section title={text.retailers(currency)}>
      <Table
        label={text.retailers(currency)}
        columns={columns}
        rows={retailers}
        idOf={({ retailerId }) => retailerId}
      />
    </Section>
  )
}

const spanOrNone = (seconds: number | null) => (seconds === null ? '–' : formatSpan(seconds))

function Acceptance({ acceptance }: { acceptance: OverviewTrends['acceptance'] }) {
  const { medianSeconds, slowSeconds, weeks } = acceptance
  const columns: Column<Week>[] = [
    { key: 'week', title: text.week, cell: ({ from }) => formatDay(from) },
    {
      key: 'accepted',
      title: text.accepted,
      kind: 'number',
      wide: true,
      cell: ({ ordersCount }) => ordersCount,
    },
    { key: 'median', title: text.median, kind: 'number', cell: (week) => spanOrNone(week.medianSeconds) },
    { key: 'slow', title: text.slow, kind: 'number', cell: (week) => spanOrNone(week.slowSeconds) },
  ]
  if (medianSeconds === null || slowSeconds === null)
    return (
      <Section title={text.acceptance}>
        <Empty>{text.acceptanceNone}</Empty>
      </Section>
    )
  return (
    <Section
      title={text.acceptance}
      hint={text.acceptanceSummary(formatSpan(medianSeconds), formatSpan(slowSeconds))}
    >
      <Table label={text.acceptance} columns={columns} rows={weeks} idOf={({ from }) => from} />
    </Section>
  )
}

function RunningOutSection({ variants }: { variants: readonly RunningOut[] }) {
  const columns: Column<RunningOut>[] = [
    {
      key: 'product',
      title: text.product,
      cell: ({ productVariantId, productName, variantName, sku }) => (
        <>
          <Link to={paths.stock} params={{ variantId: productVariantId }}>
            {/* Most names of variants begin with that of their product. */}
            {variantName.startsWith(productName) ? variantName : `${productName}, ${variantName}`}
          </Link>
          <small>{sku}</small>
        </>
      ),
    },
    {
      key: 'available',
      title: text.available,
      kind: 'number',
      cell: ({ availableQuantity }) => availableQuantity,
    },
    { key: 'sold', title: text.sold, kind: 'number', wide: true, cell: ({ soldQuantity }) => soldQuantity },
    {
      key: 'left',
      title: text.daysLeft,
      kind: 'number',
      cell: ({ availableQuantity, daysLeft }) => (availableQuantity <= 0 ? text.out : text.days(daysLeft)),
    },
  ]
  return (
    <Section title={text.runningOut} hint={text.runningOutHint}>
      <Table
        label={text.runningOut}
        columns={columns}
        rows={variants}
        idOf={({ productVariantId }) => productVariantId}
        empty={<Empty>{text.runningOutNone}</Empty>}
      />
    </Section>
  )
}
