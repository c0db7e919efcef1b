/** What was ordered and what it comes to. While the order waits, its quantities can be lowered. */
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { variantImagesQuery } from '../../api/catalog-queries.ts'
import type { OpenOrder } from '../../api/orders-queries.ts'
import { formatMoney } from '../../parts/money.ts'
import { chargeOf, Sums } from '../../parts/order-parts.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import catalogStyles from '../catalog/catalog.module.css'
import { ProductImage } from '../catalog/product-image.tsx'
import styles from './orders.module.css'

const { page: texts } = words.orders

type Item = OpenOrder['related']['orderItems'][number]

/** What was typed, by item id; those that are not in it keep what was ordered. */
export type Quantities = Readonly<Record<string, string>>

/** Proposes what is on hand where less is there than was ordered. */
export const proposedQuantities = (items: readonly Item[]): Quantities =>
  Object.fromEntries(
    items.flatMap((item) => (isShort(item) ? [[item.id, String(Math.max(0, onHandOf(item) ?? 0))]] : [])),
  )

/** The quantities that differ from what was ordered, as the API takes them. */
export const changedQuantities = (items: readonly Item[], typed: Quantities): Record<string, number> =>
  Object.fromEntries(
    items.flatMap(({ id, attributes: { quantity } }) => {
      const text = typed[id]
      return !text || Number(text) === quantity ? [] : [[id, Number(text)]]
    }),
  )

interface Editing {
  typed: Quantities
  onChange: (typed: Quantities) => void
}

interface OrderItemsProps {
  order: OpenOrder
  /** Undefined if they cannot be changed. */
  editing: Editing | undefined
  /** The errors of quantities, by item id. */
  errors: Readonly<Record<string, string>>
}

export function OrderItems({ order, editing, errors }: OrderItemsProps) {
  const items = order.related.orderItems
  const { data: images = {} } = useQuery(variantImagesQuery(variantIdsOf(items)))
  const isChanged = editing && Object.keys(changedQuantities(items, editing.typed)).length > 0
  return (
    <>
      <Table
        label={words.orders.items}
        columns={columnsOf(editing, errors, images)}
        rows={items}
        idOf={({ id }) => id}
      />
      <Amounts order={order} />
      {isChanged && <p className={styles.recomputed}>{texts.recomputed}</p>}
    </>
  )
}

const variantIdsOf = (items: readonly Item[]): string[] =>
  [...new Set(items.flatMap(({ related }) => related.productVariant?.id ?? []))].sort()

const columnsOf = (
  editing: OrderItemsProps['editing'],
  errors: OrderItemsProps['errors'],
  images: Readonly<Record<string, string | null>>,
): Column<Item>[] => [
  {
    key: 'product',
    title: texts.product,
    cell: (item) => (
      <div className={catalogStyles.product}>
        <ProductImage url={images[item.related.productVariant?.id ?? '']} alt="" name={nameOf(item)} />
        <div>
          <ProductLink item={item} />
          <StockNote item={item} typed={editing?.typed[item.id]} isOpen={editing !== undefined} />
        </div>
      </div>
    ),
  },
  {
    key: 'price',
    title: texts.price,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { brandUnitPrice, brandCurrency } }) =>
      formatMoney({ amount: brandUnitPrice, currency: brandCurrency }),
  },
  {
    key: 'quantity',
    title: texts.quantity,
    kind: 'number',
    cell: (item) => (
      <>
        {editing ? <Quantity item={item} {...editing} error={errors[item.id]} /> : item.attributes.quantity}
        <small>{texts.packs(item.attributes.quantity, item.attributes.multipliedQuantity)}</small>
      </>
    ),
  },
  {
    key: 'amount',
    title: texts.amount,
    kind: 'number',
    cell: ({ attributes: { brandAmount, brandCurrency } }) =>
      formatMoney({ amount: brandAmount, currency: brandCurrency }),
  },
]

function Quantity({ item, typed, onChange, error }: Editing & { item: Item; error: string | undefined }) {
  const { quantity } = item.attributes
  return (
    <TextInput
      className={styles.quantity}
      type="number"
      min={0}
      max={quantity}
      aria-label={texts.quantityOf(nameOf(item))}
      value={typed[item.id] ?? String(quantity)}
      onChange={({ currentTarget }) => onChange({ ...typed, [item.id]: currentTarget.value })}
      error={error}
    />
  )
}

function nameOf({ related: { productVariant } }: Item): string {
  const product = productVariant?.related.product?.attributes.name ?? ''
  const variant = productVariant?.attributes.name ?? ''
  // Most names of variants begin with that of their product.
  return variant.startsWith(product) ? variant : `${product}, ${variant}`
}

function ProductLink({ item }: { item: Item }) {
  const product = item.related.productVariant?.related.product
  if (!product) return nameOf(item)
  return (
    <Link to={paths.product} params={{ productId: product.id }} className={styles.reference}>
      {nameOf(item)}
    </Link>
  )
}

const onHandOf = ({ related: { productVariant } }: Item) => productVariant?.attributes.stockQuantity

function isShort(item: Item): boolean {
  const onHand = onHandOf(item)
  return typeof onHand === 'number' && onHand < item.attributes.quantity
}

function StockNote({ item, typed, isOpen }: { item: Item; typed: string | undefined; isOpen: boolean }) {
  const { productVariant } = item.related
  if (!productVariant) return null
  const { sku, stockQuantity, reservedQuantity } = productVariant.attributes
  const { quantity } = item.attributes
  if (isOpen && isShort(item)) {
    const short = texts.short(stockQuantity ?? 0, quantity)
    const lowered = typed !== undefined && Number(typed) < quantity ? `: ${texts.lowered(Number(typed))}` : ''
    return <small className={styles.short}>{[sku, short + lowered].filter(Boolean).join(' · ')}</small>
  }
  const stock =
    typeof stockQuantity === 'number'
      ? texts.onHand(stockQuantity, reservedQuantity ?? 0)
      : texts.alwaysInStock
  return <small>{[sku, isOpen && stock].filter(Boolean).join(' · ')}</small>
}

function Amounts({ order }: { order: OpenOrder }) {
  const { brandCurrency: currency, brandTotalAmount, brandTotalAmountVat, brandNetAmount } = order.attributes
  const money = (amount: number) => formatMoney({ amount, currency })
  const billed = order.related.billingItems.map(({ id, attributes: { type, amountWithVat } }) => {
    const { name, amount } = chargeOf(type, amountWithVat)
    return { key: id, name, amount: money(amount) }
  })
  return (
    <Sums
      sums={[
        { key: 'items', name: texts.subtotal, amount: money(brandTotalAmount) },
        { key: 'vat', name: texts.vat, amount: money(brandTotalAmountVat) },
        ...billed,
        { key: 'net', name: texts.receive, amount: money(brandNetAmount), isTotal: true },
      ]}
    />
  )
}
