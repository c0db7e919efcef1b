/** What was ordered and what it comes to. While the order waits, its quantities can be lowered. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { variantImagesQuery } from '../../api/catalog-queries.ts'
import { type OpenOrder, previewQuery, type TransitionPreview } from '../../api/orders-queries.ts'
import { type VariantWithProduct, variantQuery } from '../../api/stock-queries.ts'
import { formatMoney } from '../../parts/money.ts'
import { Accepted, chargeOf, Sums } from '../../parts/order-parts.tsx'
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

/** What is wrong with the quantities that were typed, by item id, before the server is asked. */
export const quantityProblems = (items: readonly Item[], typed: Quantities): Record<string, string> =>
  Object.fromEntries(
    items.flatMap(({ id, attributes: { quantity } }) => {
      const text = typed[id]
      if (!text) return []
      if (!/^\d+$/.test(text)) return [[id, texts.wholePacks]]
      return Number(text) > quantity ? [[id, texts.tooMany(quantity)]] : []
    }),
  )

/** An order of which nothing is left cannot be accepted. */
export const isNothingLeft = (items: readonly Item[], typed: Quantities): boolean =>
  items.every(({ id, attributes: { quantity } }) => Number(typed[id] || quantity) === 0)

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
  const { removedItems } = order.attributes
  const changed = editing ? changedQuantities(items, editing.typed) : {}
  const problems = editing ? quantityProblems(items, editing.typed) : {}
  const isPreviewed =
    editing !== undefined &&
    Object.keys(changed).length > 0 &&
    Object.keys(problems).length === 0 &&
    !isNothingLeft(items, editing.typed)
  const preview = usePreview(order.id, isPreviewed ? changed : undefined)
  return (
    <>
      <Table
        label={words.orders.items}
        columns={columnsOf(editing, { ...errors, ...problems }, { preview, images })}
        rows={items}
        idOf={({ id }) => id}
      />
      {removedItems.length > 0 && <RemovedItems order={order} />}
      {preview ? <Comparison order={order} preview={preview} /> : <Amounts order={order} />}
    </>
  )
}

const variantIdsOf = (items: readonly Item[]): string[] =>
  [...new Set(items.flatMap(({ related }) => related.productVariant?.id ?? []))].sort()

const columnsOf = (
  editing: OrderItemsProps['editing'],
  errors: OrderItemsProps['errors'],
  {
    preview,
    images,
  }: { preview: TransitionPreview | undefined; images: Readonly<Record<string, string | null>> },
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
        {editing ? (
          <Quantity item={item} {...editing} error={errors[item.id]} />
        ) : (
          <Accepted {...item.attributes} />
        )}
        <small>{texts.packs(item.attributes.quantity, item.attributes.multipliedQuantity)}</small>
      </>
    ),
  },
  {
    key: 'amount',
    title: texts.amount,
    kind: 'number',
    cell: ({ id, attributes: { brandAmount, brandCurrency } }) => {
      const money = (amount: number) => formatMoney({ amount, currency: brandCurrency })
      const then = preview?.items.find((one) => one.id === id)?.brandAmountAfter ?? brandAmount
      if (then === brandAmount) return money(brandAmount)
      return (
        <>
          <s className={styles.before}>{money(brandAmount)}</s>
          <br />
          {money(then)}
        </>
      )
    },
  },
]

/** While something is typed, nothing is asked for. */
const TYPING_MS = 250

/** Undefined without changes, and until the server has answered. */
function usePreview(orderId: string, quantities: Record<string, number> | undefined) {
  const [asked] = useDebouncedValue(JSON.stringify(quantities ?? {}), TYPING_MS)
  const { data } = useQuery({
    ...previewQuery(orderId, JSON.parse(asked) as Record<string, number>),
    enabled: quantities !== undefined && asked !== '{}',
  })
  return quantities && data
}

/** What was ordered and left out. Its names are those of today. */
function RemovedItems({ order }: { order: OpenOrder }) {
  const { removedItems, brandCurrency: currency } = order.attributes
  const variants = useQueries({ queries: removedItems.map((item) => variantQuery(item.productVariantId)) })
  const rows = removedItems.map((item, i) => ({ ...item, variant: variants[i]?.data }))
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'product',
      title: texts.product,
      cell: ({ variant }) => variant && <RemovedName variant={variant} />,
    },
    {
      key: 'quantity',
      title: texts.quantity,
      kind: 'number',
      cell: ({ orderedQuantity, multipliedOrderedQuantity }) => (
        <>
          <Accepted quantity={0} orderedQuantity={orderedQuantity} />
          <small>{texts.packs(orderedQuantity, multipliedOrderedQuantity)}</small>
        </>
      ),
    },
    {
      key: 'amount',
      title: texts.amount,
      kind: 'number',
      cell: ({ orderedAmount: amount }) => (
        <s className={styles.before}>{formatMoney({ amount, currency })}</s>
      ),
    },
  ]
  return <Table label={texts.removed} columns={columns} rows={rows} idOf={({ id }) => id} />
}

const RemovedName = ({ variant }: { variant: VariantWithProduct }) => (
  <>
    {nameOfVariant(variant.attributes.name, variant.related.product?.attributes.name)}
    <small>{variant.attributes.sku}</small>
  </>
)

/** The amounts as they are and as they would be, by the server. */
function Comparison({ order, preview: { before, after } }: { order: OpenOrder; preview: TransitionPreview }) {
  const { brandCurrency: currency } = order.attributes
  const billed = [...new Set([...before.billingItems, ...after.billingItems].map(({ type }) => type))]
  const charged = (amounts: typeof before, type: string) =>
    amounts.billingItems
      .filter((item) => item.type === type)
      .reduce((sum, item) => sum + chargeOf(type, item.amountWithVat).amount, 0)
  const rows = [
    { name: texts.subtotal, was: before.brandTotalAmount, is: after.brandTotalAmount },
    { name: texts.vat, was: before.brandTotalAmountVat, is: after.brandTotalAmountVat },
    ...billed.map((type) => ({
      name: chargeOf(type, 0).name,
      was: charged(before, type),
      is: charged(after, type),
    })),
    { name: texts.receive, was: before.brandNetAmount, is: after.brandNetAmount },
  ]
  const money = (amount: number) => formatMoney({ amount, currency })
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'name', title: texts.sum, cell: ({ name }) => name },
    { key: 'was', title: texts.asOrdered, kind: 'number', cell: ({ was }) => money(was) },
    { key: 'is', title: texts.asAccepted, kind: 'number', cell: ({ is }) => <b>{money(is)}</b> },
    {
      key: 'difference',
      title: texts.difference,
      kind: 'number',
      wide: true,
      cell: ({ was, is }) => money(is - was),
    },
  ]
  return <Table label={texts.comparison} columns={columns} rows={rows} idOf={({ name }) => name} />
}

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
  return nameOfVariant(productVariant?.attributes.name, productVariant?.related.product?.attributes.name)
}

/** Most names of variants begin with that of their product. */
const nameOfVariant = (variant = '', product = '') =>
  variant.startsWith(product) ? variant : `${product}, ${variant}`

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
