/** One order of a retailer: its parcels first while they are on the way, what was bought, and what may be done next. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type Purchase, purchaseQuery } from '../../api/purchases-queries.ts'
import { formatMoney } from '../../parts/money.ts'
import { Accepted, AddressLines, Lines, Said, Sums } from '../../parts/order-parts.tsx'
import { Columns, PageHeader, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDay } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { ProductImage } from '../catalog/product-image.tsx'
import { PurchaseActions, PurchaseDialogs } from './purchase-actions.tsx'
import { PurchaseParcels } from './purchase-parcels.tsx'
import { PurchaseState } from './purchase-state.tsx'
import { PurchaseTimeline } from './purchase-timeline.tsx'
import styles from './purchases.module.css'

const { purchases } = words
const { page: texts } = purchases

export function PurchasePage() {
  const { orderId } = useParams({ from: '/shell/purchases/$orderId' })
  const { data: order } = useSuspenseQuery(purchaseQuery(orderId))
  const { reference, status } = order.attributes
  const items = (
    <Section key="items" title={texts.items}>
      <Items order={order} />
      <Amounts order={order} />
    </Section>
  )
  const parcels = (
    <Section key="parcels" title={texts.parcels}>
      <PurchaseParcels order={order} />
    </Section>
  )
  return (
    <>
      <PageHeader
        title={String(reference)}
        trail={<Link to={paths.purchases}>{purchases.title}</Link>}
        state={<PurchaseState status={status} />}
        note={<Note order={order} />}
        actions={<PurchaseActions key={orderId} order={order} />}
      />
      <Said sentences={sentencesOf(order)} />
      <Columns aside={<Aside order={order} />}>
        {status === 'shipped' ? [parcels, items] : [items, parcels]}
      </Columns>
      <PurchaseDialogs order={order} />
    </>
  )
}

/** Until it is shipped it is expected to leave, then to arrive. */
function Note({ order: { attributes } }: { order: Purchase }) {
  const { brandName, submittedAt, shippedAt, status, expectedShippingDate, expectedArrivalAt } = attributes
  const isEnded = ['rejected', 'cancelled'].includes(status)
  const expected =
    status === 'shipped'
      ? expectedArrivalAt && texts.arrives(formatDay(expectedArrivalAt.slice(0, 10)))
      : !shippedAt && !isEnded && texts.expected(formatDay(expectedShippingDate))
  return (
    <span className={styles.name}>
      {texts.from(brandName)} · <When at={submittedAt} says={texts.ordered} />
      {expected && ` · ${expected}`}
    </span>
  )
}

/** What was said about the order, and what became of a request. */
function sentencesOf({ attributes }: Purchase) {
  const { status, brandRejectReason, retailerRejectReason, retailerCancellationRequestReason } = attributes
  return [
    retailerCancellationRequestReason && requestText(status, retailerCancellationRequestReason),
    brandRejectReason && texts.rejectedFor(brandRejectReason),
    retailerRejectReason && texts.refusedFor(retailerRejectReason),
  ]
}

function requestText(status: string, reason: string): string {
  if (status === 'ankor_confirmed') return texts.asked(reason)
  return ['rejected', 'cancelled'].includes(status) ? texts.askedAndEnded(reason) : texts.askedInVain(reason)
}

type Line = Purchase['attributes']['lines'][number]

/** Most names of variants begin with that of their product. */
const nameOf = ({ productName, variantName }: Line) =>
  variantName.startsWith(productName) ? variantName : `${productName}, ${variantName}`

function Items({ order: { attributes } }: { order: Purchase }) {
  const { currency, lines, removedLines } = attributes
  const money = (amount: number) => formatMoney({ amount, currency })
  const columns: Column<Line>[] = [
    {
      key: 'product',
      title: texts.product,
      cell: (line) => (
        <div className={styles.product}>
          <ProductImage url={line.imageUrl} alt="" name={nameOf(line)} />
          <span className={styles.name}>
            {nameOf(line)}
            <small>{line.sku}</small>
          </span>
        </div>
      ),
    },
    {
      key: 'price',
      title: texts.price,
      kind: 'number',
      wide: true,
      cell: ({ unitPrice }) => money(unitPrice),
    },
    {
      key: 'quantity',
      title: texts.quantity,
      kind: 'number',
      cell: ({ quantity, orderedQuantity, pieces }) => (
        <>
          <Accepted quantity={quantity} orderedQuantity={orderedQuantity} />
          <small>{texts.packs(quantity, pieces)}</small>
        </>
      ),
    },
    { key: 'amount', title: texts.amount, kind: 'number', cell: ({ amount }) => money(amount) },
  ]
  return (
    <Table label={texts.items} columns={columns} rows={[...lines, ...removedLines]} idOf={({ id }) => id} />
  )
}

function Amounts({ order: { attributes } }: { order: Purchase }) {
  const { currency, totalAmount, shippingAmount, payableAmountVat, payableAmountWithVat } = attributes
  const money = (amount: number) => formatMoney({ amount, currency })
  return (
    <Sums
      sums={[
        { key: 'items', name: texts.subtotal, amount: money(totalAmount) },
        { key: 'shipping', name: texts.shipping, amount: money(shippingAmount) },
        { key: 'vat', name: texts.vat, amount: money(payableAmountVat) },
        { key: 'total', name: texts.total, amount: money(payableAmountWithVat), isTotal: true },
      ]}
    />
  )
}

function Aside({ order: { id, attributes } }: { order: Purchase }) {
  const { brandId, brandName, shippingAddress, billingAddress } = attributes
  return (
    <>
      <Section title={texts.brand}>
        <Lines
          lines={[
            brandName,
            <small key="all">
              <Link to={paths.purchases} search={{ tab: 'all', brand: brandId }}>
                {texts.ordersFrom}
              </Link>
            </small>,
          ]}
        />
      </Section>
      <Section title={texts.timeline}>
        <PurchaseTimeline orderId={id} />
      </Section>
      <Section title={texts.shipTo}>
        <AddressLines address={shippingAddress} />
      </Section>
      <Section title={texts.billTo}>
        <AddressLines address={billingAddress} />
      </Section>
    </>
  )
}
