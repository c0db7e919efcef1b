/** Which columns each type of export has. Amounts are whole minor units; the writers give them a point. */
import { BILLING_ITEM_TYPES, type BilledFee, netAmount, type OrderLine } from '../../ordering/index.ts'
import type { ExportType } from '../exports/export-rules.ts'
import type { Column, Row, Value } from './sheet.ts'
import type { StatementOrder } from './statement-orders.ts'

export interface Table {
  title: string
  columns: readonly Column[]
  rowsOf(order: StatementOrder): Row[]
}

interface Line {
  order: StatementOrder
  item?: OrderLine
  fee?: BilledFee
}

type Filled = Column & { value: (line: Line) => Value }
type Options = Partial<Pick<Column, 'isPrinted' | 'isSummed'>>

function column(
  title: string,
  kind: Column['kind'],
  width: number,
  value: Filled['value'],
  options: Options = {},
): Filled {
  return { title, kind, width, value, isPrinted: false, isSummed: false, ...options }
}

const PRINTED = { isPrinted: true }
const text = (title: string, width: number, value: Filled['value'], options?: Options) =>
  column(title, 'text', width, value, options)
const instant = (title: string, value: Filled['value'], options?: Options) =>
  column(title, 'instant', 12, value, options)
const amount = (title: string, value: Filled['value'], options?: Options) =>
  column(title, 'amount', 13, value, { isSummed: true, ...options })

const reference = text('Reference', 11, ({ order }) => String(order.reference), PRINTED)
const orderId = text('Order id', 38, ({ order }) => order.id)
const status = text('Status', 20, ({ order }) => order.status, PRINTED)
const submitted = instant('Submitted at', ({ order }) => order.submitted_at, PRINTED)
const paid = instant('Paid at', ({ order }) => order.brand_paid_at)
const retailer = text('Retailer', 30, ({ order }) => buyerOf(order), PRINTED)
const country = text('Country', 8, ({ order }) => order.billing_address.countryCode)
const currency = column('Currency', 'currency', 10, ({ order }) => order.currency, PRINTED)
const totals = [
  amount('Total without VAT', ({ order }) => order.total_minor, PRINTED),
  amount('VAT', ({ order }) => order.total_vat_minor, PRINTED),
  amount('Total with VAT', ({ order }) => order.total_minor + order.total_vat_minor, PRINTED),
]
const allFees = amount('Fees and shipping', ({ order }) => effectOf(order.billing_items), PRINTED)
const net = amount('Net amount', ({ order }) => order.net_minor, PRINTED)

const FEE_TITLES: Record<(typeof BILLING_ITEM_TYPES)[number], string> = {
  brand_platform_fees: 'Platform fees',
  brand_new_customer_fees: 'New customer fees',
  brand_payment_fees: 'Payment fees',
  brand_fast_payment: 'Fast payment',
  brand_flat_shipping_fees: 'Flat shipping fees',
  brand_shipping_fees: 'Shipping fees',
  brand_shipping_fees_refund: 'Shipping refund',
  brand_shipping_fees_discount: 'Shipping discount',
}
const isKnown = ({ type }: BilledFee) => type in FEE_TITLES

/** With VAT, and signed as they change the net amount: total with VAT and all of these make it. */
const feesByType = [
  ...BILLING_ITEM_TYPES.map((type) =>
    amount(FEE_TITLES[type], ({ order }) => effectOf(order.billing_items.filter((fee) => fee.type === type))),
  ),
  amount('Other fees', ({ order }) => effectOf(order.billing_items.filter((fee) => !isKnown(fee)))),
]

const oneLine = (order: StatementOrder): Line[] => [{ order }]

const accounting = table('Accounting', oneLine, [
  reference,
  orderId,
  status,
  submitted,
  instant('Shipped at', ({ order }) => order.shipped_at),
  paid,
  retailer,
  country,
  currency,
  ...totals,
  ...feesByType,
  allFees,
  net,
])

const invoicing = table('Invoicing', oneLine, [
  reference,
  orderId,
  instant('Invoiced at', ({ order }) => order.invoiced_at, PRINTED),
  paid,
  retailer,
  text('Contact', 22, ({ order }) => order.billing_address.name ?? null),
  text('Street', 30, ({ order }) => order.billing_address.street),
  text('Postal code', 12, ({ order }) => order.billing_address.postalCode),
  text('City', 20, ({ order }) => order.billing_address.city),
  country,
  text('VAT number', 18, ({ order }) => order.retailer?.vat_number ?? null, PRINTED),
  currency,
  ...totals,
  allFees,
  net,
])

const everyLine = (order: StatementOrder): Line[] => [
  ...order.items.map((item) => ({ order, item })),
  ...order.billing_items.map((fee) => ({ order, fee })),
]
const packs = ({ item }: Line) => item?.quantity ?? null
const pieces = ({ item }: Line) => (item ? item.quantity * item.unit_multiplier : null)
const variantOf = ({ order, item }: Line) => order.variants.get(item?.variant_id ?? '')
/** An item or a billing item: they name their amounts alike. */
const charged = ({ item, fee }: Line) => item ?? (fee as BilledFee)
const asWritten = { isSummed: false }

/** Amounts stand as the API shows them. Only what they do to the net amount can be added up over all kinds of lines. */
const accountingComplete = table('Accounting, line by line', everyLine, [
  reference,
  orderId,
  { ...status, isPrinted: false },
  submitted,
  retailer,
  text('Line', 27, ({ fee }) => fee?.type ?? 'order_item', PRINTED),
  text('SKU', 18, (line) => variantOf(line)?.sku ?? null),
  text('Product', 34, (line) => variantOf(line)?.name ?? null, PRINTED),
  text('Variant id', 38, ({ item }) => item?.variant_id ?? null),
  column('Quantity', 'number', 9, packs),
  column('Pieces', 'number', 8, pieces, PRINTED),
  amount('Price of a piece', ({ item }) => item?.unit_price_minor ?? null, asWritten),
  column('VAT rate', 'number', 9, (line) => charged(line).vat_rate),
  currency,
  amount('Amount without VAT', (line) => charged(line).amount_minor, { ...asWritten, ...PRINTED }),
  amount('VAT', (line) => charged(line).vat_minor, { ...asWritten, ...PRINTED }),
  amount('Amount with VAT', (line) => charged(line).amount_minor + charged(line).vat_minor, asWritten),
  amount('Effect on net', effectOfLine, PRINTED),
])

export const TABLES: Record<ExportType, Table> = {
  accounting,
  accounting_complete: accountingComplete,
  invoicing,
}

function table(title: string, linesOf: (order: StatementOrder) => Line[], columns: readonly Filled[]): Table {
  return {
    title,
    columns,
    rowsOf: (order) =>
      linesOf(order).map((line) => ({
        values: columns.map(({ value }) => value(line)),
        currency: order.currency,
        isTotal: false,
      })),
  }
}

/** Whom the invoice is for: the order says so itself, or it is the retailer. */
function buyerOf({ billing_address, retailer }: StatementOrder): string | null {
  return billing_address.organisationName ?? retailer?.company_name ?? retailer?.store_name ?? null
}

function effectOf(fees: readonly BilledFee[]): number {
  const amounts = fees.map((fee) => ({
    type: fee.type,
    amountMinor: fee.amount_minor,
    vatMinor: fee.vat_minor,
  }))
  return netAmount({ totalMinor: 0, totalVatMinor: 0 }, amounts)
}

function effectOfLine({ item, fee }: Line): number {
  return item ? item.amount_minor + item.vat_minor : effectOf(fee ? [fee] : [])
}
