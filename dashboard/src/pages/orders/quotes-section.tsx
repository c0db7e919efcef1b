/** Quotes side by side, and the carriers that have none, with the reason. */
import { Button } from '@mantine/core'
import type { Quote, QuotesDocument } from '../../api/shipping-queries.ts'
import { carrierName } from '../../parts/carrier-name.ts'
import { ChoiceFilter } from '../../parts/filters.tsx'
import { formatMoney } from '../../parts/money.ts'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDay } from '../../parts/time.ts'
import { words } from '../../words/index.ts'
import styles from './ship-page.module.css'

const { shipping: text } = words

type Consequence = QuotesDocument['meta']['consequences'][number]
export type QuoteRow = Quote & Omit<Consequence, 'quoteUuid'>

/** The quotes with what each of them leads to, which the server sends beside them. */
export function quoteRows({ data, meta }: QuotesDocument): QuoteRow[] {
  const byId = new Map(meta.consequences.map((consequence) => [consequence.quoteUuid, consequence]))
  return data.flatMap((quote) => {
    const consequence = byId.get(quote.quoteUuid)
    return consequence ? [{ ...quote, ...consequence }] : []
  })
}

interface QuotesSectionProps {
  quotes: QuotesDocument
  sort: 'cost' | 'date'
  onSort: (sort: 'cost' | 'date') => void
  onChoose: (quoteId: string) => void
}

export function QuotesSection({ quotes, sort, onSort, onChoose }: QuotesSectionProps) {
  const rows = quoteRows(quotes)
  const shown = sort === 'date' ? rows.toSorted(byArrival) : rows
  return (
    <Section
      title={text.quotesTitle}
      hint={text.quotedFor(text.parcels(quotes.meta.parcels.length))}
      actions={
        rows.length > 1 && (
          <ChoiceFilter
            label={text.sortLabel}
            all={text.byCost}
            value={sort === 'date' ? 'date' : undefined}
            choices={[{ value: 'date', label: text.byDate }]}
            onChange={(value) => onSort(value === 'date' ? 'date' : 'cost')}
          />
        )
      }
    >
      <Table
        label={text.quotesTitle}
        columns={columnsOf(onChoose)}
        rows={shown}
        idOf={({ quoteUuid }) => quoteUuid}
      />
      <MissingCarriers carriers={quotes.meta.missingCarriers} />
    </Section>
  )
}

const columnsOf = (onChoose: QuotesSectionProps['onChoose']): Column<QuoteRow>[] => [
  {
    key: 'carrier',
    title: text.carrier,
    cell: (quote) => (
      <>
        {quoteName(quote)}
        <small>
          {quote.collectionMethod.map((method) => text.handovers[method]).join(', ') || text.anyHandover}
        </small>
        <small data-narrow>
          {[arrivalOf(quote), text.leadsTo[quote.leadsTo]].filter(Boolean).join(' · ')}
        </small>
      </>
    ),
  },
  { key: 'cost', title: text.cost, kind: 'fit', cell: (quote) => <Cost quote={quote} /> },
  {
    key: 'arrives',
    title: text.arrives,
    wide: true,
    cell: ({ timeInTransit }) =>
      timeInTransit ? (
        <>
          {formatDay(timeInTransit.estimatedDeliveryDate)}
          <small>{text.days(timeInTransit.businessDaysInTransit)}</small>
        </>
      ) : (
        <small>{text.noDate}</small>
      ),
  },
  {
    key: 'next',
    title: text.next,
    wide: true,
    cell: ({ leadsTo }) => (
      <State tone={leadsTo === 'shipped' ? 'wait' : 'info'}>{text.leadsTo[leadsTo] ?? leadsTo}</State>
    ),
  },
  {
    key: 'choose',
    title: text.choose,
    isTitleHidden: true,
    kind: 'number',
    cell: (quote) => (
      <Button onClick={() => onChoose(quote.quoteUuid)} aria-label={text.chooseOf(quoteName(quote))}>
        {text.choose}
      </Button>
    ),
  },
]

const arrivalOf = ({ timeInTransit }: Quote) =>
  timeInTransit && text.eta(formatDay(timeInTransit.estimatedDeliveryDate))

/** Quotes without a date come last. */
const byArrival = (one: Quote, other: Quote) =>
  (one.timeInTransit?.estimatedDeliveryDate ?? '9').localeCompare(
    other.timeInTransit?.estimatedDeliveryDate ?? '9',
  )

export const quoteName = ({ carrierCode, serviceCommercialName }: Quote): string =>
  carrierCode === 'custom' || serviceCommercialName === '' ? carrierName(carrierCode) : serviceCommercialName

/** A fee and a refund differ in a word, and not in their colour alone. */
function Cost({ quote: { shippingCost, costType } }: { quote: QuoteRow }) {
  const amount = formatMoney(shippingCost)
  if (shippingCost.amount === 0) return text.free
  return (
    <>
      <strong className={costType === 'refund' ? styles.refund : undefined}>{amount}</strong>
      <small>{costType === 'refund' ? text.refundHint : text.feeHint}</small>
    </>
  )
}

function MissingCarriers({ carriers }: { carriers: QuotesDocument['meta']['missingCarriers'] }) {
  if (carriers.length === 0) return null
  return (
    <section className={styles.missing} aria-label={text.missingTitle}>
      <h3>{text.missingTitle}</h3>
      <ul>
        {carriers.map(({ carrier, reason, detail }) => (
          <li key={carrier}>
            <span>{carrierName(carrier)}</span>
            <State tone="bad">{text.missing[reason] ?? reason}</State>
            <small>{detail}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
