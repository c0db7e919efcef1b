/** What a retailer pays for the products of a brand, with and without a rule that is being written. */

import { useQuery } from '@tanstack/react-query'
import { type PreviewOf, type PricePreview, pricesQuery } from '../../api/discounts-queries.ts'
import { AccountPicker } from '../../parts/account-picker.tsx'
import { formatMoney } from '../../parts/money.ts'
import { Empty } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { words } from '../../words/index.ts'
import styles from './discounts.module.css'

const { discounts: text } = words.accounts
type Row = { id: string; attributes: Partial<PricePreview['attributes']> }

interface PreviewProps extends Omit<PreviewOf, 'brand' | 'retailer'> {
  brand: string | undefined
  retailer: string | undefined
  onRetailer: (id: string | undefined) => void
}

export const Preview = ({ brand, retailer, onRetailer, ...change }: PreviewProps) => (
  <section className={styles.preview} aria-label={text.preview}>
    <h3>{text.preview}</h3>
    <AccountPicker kind="retailer" label={text.retailer} value={retailer} onChange={onRetailer} />
    {brand && retailer ? (
      <Prices brand={brand} retailer={retailer} {...change} />
    ) : (
      <p className={styles.hint}>{brand ? text.chooseRetailer : text.chooseBrand}</p>
    )}
  </section>
)

function Prices(preview: PreviewOf) {
  const { data: rows, error, isPlaceholderData } = useQuery(pricesQuery(preview))
  return (
    <>
      <p className={styles.hint}>
        {text.previewHint} {text.at(formatDateTime(preview.at))}
      </p>
      <Table
        label={text.preview}
        columns={COLUMNS}
        rows={rows}
        error={error}
        isStale={isPlaceholderData}
        idOf={({ id }) => id}
        empty={<Empty>{text.noProducts}</Empty>}
      />
    </>
  )
}

const money = ({ attributes: { currency = 'EUR' } }: Row, amount: number | null | undefined) =>
  amount == null ? '' : formatMoney({ amount, currency })

const COLUMNS: Column<Row>[] = [
  {
    key: 'variant',
    title: text.variant,
    cell: ({ attributes: { productName = '', variantName, sku } }) => (
      <>
        {!variantName || variantName.startsWith(productName) ? (variantName ?? productName) : productName}
        <small>
          {[variantName?.startsWith(productName) ? '' : variantName, sku].filter(Boolean).join(' · ')}
        </small>
      </>
    ),
  },
  {
    key: 'list',
    title: text.listPrice,
    kind: 'number',
    wide: true,
    cell: (row) => money(row, row.attributes.listPrice),
  },
  {
    key: 'before',
    title: text.before,
    kind: 'number',
    cell: (row) => (
      <>
        {money(row, row.attributes.price)}
        <small>{discountText(row.attributes.discountPercent, row.attributes.discountFrom)}</small>
      </>
    ),
  },
  {
    key: 'after',
    title: text.after,
    kind: 'number',
    cell: (row) => {
      const { price, changedPrice, changedDiscountPercent, changedDiscountFrom } = row.attributes
      return (
        <>
          <span className={changedPrice === price ? undefined : styles.changed}>
            {money(row, changedPrice)}
          </span>
          <small>{discountText(changedDiscountPercent, changedDiscountFrom)}</small>
        </>
      )
    },
  },
]

const discountText = (percent: number | null | undefined, from: string | null | undefined): string =>
  percent ? (text.discounts[from ?? '']?.(percent) ?? '') : ''
