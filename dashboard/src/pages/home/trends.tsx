/** How the orders of the last 30 days went, what sells best, and what runs out. */
import { Link } from '@tanstack/react-router'
import type { Trends as OverviewTrends } from '../../api/home-queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { Chart } from '../../parts/chart.tsx'
import { formatMoney } from '../../parts/money.ts'
import { Empty, Section } from '../../parts/page.tsx'
import { formatDay } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { LOCALE, words } from '../../words/index.ts'
import { ProductImage } from '../catalog/product-image.tsx'
import styles from './home.module.css'

const { trends: text } = words.home

type Sales = OverviewTrends['sales'][number]

/** What lasts less than two weeks deserves a look; the API lists more. */
const LOW_DAYS = 14
const SHOWN_VARIANTS = 5

export function Trends({ trends }: { trends: OverviewTrends }) {
  if (trends.sales.length === 0)
    return (
      <Section title={text.title}>
        <Empty>{IS_SANDBOX ? text.noneSandbox : text.none}</Empty>
      </Section>
    )
  return (
    <>
      {trends.sales.map((sales) => (
        <SalesOf key={sales.currency} sales={sales} trends={trends} />
      ))}
      <RunningOut variants={trends.runningOut} />
    </>
  )
}

function SalesOf({ sales, trends }: { sales: Sales; trends: OverviewTrends }) {
  const { currency, amount, before, days, bestSellers } = sales
  const money = (amount: number) => formatMoney({ amount, currency })
  const title = trends.sales.length > 1 ? text.salesIn(currency) : text.sales
  return (
    <>
      <Section title={title}>
        <p>
          <b className={styles.amount}>{money(amount)}</b> <Comparison now={amount} before={before.amount} />
        </p>
        <Chart
          kind="bars"
          timeTitle={text.day}
          formatTime={formatDay}
          label={title}
          summary={text.summary(formatDay(trends.from), formatDay(trends.to), money(before.amount))}
          points={days.map(({ day, amount }) => ({ at: Date.parse(day), values: { amount } }))}
          series={[{ key: 'amount', title: words.home.receive }]}
          formatValue={money}
        />
      </Section>
      {bestSellers.length > 0 && (
        <Section title={text.bestSellers} hint={text.days}>
          <ul className={styles.goodsList}>
            {bestSellers.map(({ productId, productName, imageUrl, piecesCount, retailersCount, amount }) => (
              <li key={productId}>
                <ProductImage url={imageUrl} alt="" name={productName} />
                <div>
                  <Link to={paths.product} params={{ productId }} className={styles.name}>
                    {productName}
                  </Link>
                  <small>{text.soldTo(piecesCount, retailersCount)}</small>
                </div>
                <span>{money(amount)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent' })

function Comparison({ now, before }: { now: number; before: number }) {
  if (before <= 0) return null
  const share = (now - before) / before
  return <small>{share >= 0 ? text.more(percent.format(share)) : text.less(percent.format(-share))}</small>
}

function RunningOut({ variants }: { variants: OverviewTrends['runningOut'] }) {
  const shown = variants.filter(({ daysLeft }) => daysLeft < LOW_DAYS).slice(0, SHOWN_VARIANTS)
  return (
    <Section title={text.runningOut} actions={<Link to={paths.catalog}>{text.changeStock}</Link>}>
      {shown.length === 0 ? (
        <Empty>{text.runningOutNone}</Empty>
      ) : (
        <ul className={styles.goodsList}>
          {shown.map((one) => (
            <li key={one.productVariantId}>
              <ProductImage url={one.imageUrl} alt="" name={one.productName} />
              <div>
                <Link to={paths.stock} params={{ variantId: one.productVariantId }} className={styles.name}>
                  {/* Most names of variants begin with that of their product. */}
                  {one.variantName.startsWith(one.productName)
                    ? one.variantName
                    : `${one.productName}, ${one.variantName}`}
                </Link>
                <small>{text.stockOf(one.availableQuantity, one.soldQuantity)}</small>
              </div>
              <span data-out={one.availableQuantity <= 0 || undefined}>
                {one.availableQuantity <= 0 ? text.out : text.lasts(one.daysLeft)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
