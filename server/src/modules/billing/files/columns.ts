/** The columns of each type of export. Amounts are whole minor units; the writers format them as decimals. */
import { BILLING_ITEM_TYPES, type BilledFee, netAmount, type OrderLine } from '../../ordering/index.ts'
import type { ExportType } from '../exports/export-rules.ts'
import type { CellValue, StatementColumn, StatementRow } from './sheet.ts'
import type { StatementOrder } from './statement-orders.ts'

export interface StatementTable {
  title: string
  columns: readonly StatementColumn[]
  rowsOf(order: StatementOrder): StatementRow[]
}

/** What one row is about: an order, one of its items, or one of its fees. */
interface StatementLine {
  order: StatementOrder
  item?: OrderLine
  fee?: BilledFee
}

type ColumnWithValue = StatementColumn & { value: (line: StatementLine) => CellValue }
type ColumnOptions = Partial<Pick<StatementColumn, 'isPrinted' | 'isSummed'>>

function column(
  title: string,
  kind: StatementColumn['kind'],
  width: number,
  value: ColumnWithValue['value'],
  options: ColumnOptions = {},
): ColumnWithValue {
  return { title, kind, width, value, isPrinted: false, isSummed: false, ...options }
}

const PRINTED = { isPrinted: true }
const text = (title: string, width: number, value: ColumnWithValue['value'], options?: ColumnOptions) =>
  column(title, 'text', width, value, options)
const instant = (title: string, value: ColumnWithValue['value'], options?: ColumnOptions) =>
  column(title, 'instant', 12, value, options)
const amount = (title: string, value: ColumnWithValue['value'], options?: ColumnOptions) =>
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

/** With VAT, and signed by their effect on the net amount: the total with VAT plus these columns is the net amount. */
const feesByType = [
  ...BILLING_ITEM_TYPES.map((type) =>
    amount(FEE_TITLES[type], ({ order }) => effectOf(order.billing_items.filter((fee) => fee.type === type))),
  ),
  amount('Other fees', ({ order }) => effectOf(order.billing_items.filter((fee) => !isKnown(fee)))),
]

const oneLine = (order: StatementOrder): StatementLine[] => [{ order }]

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

const everyLine = (order: StatementOrder): StatementLine[] => [
  ...order.items.map((item) => ({ order, item })),
  ...order.billing_items.map((fee) => ({ order, fee })),
]
const packs = ({ item }: StatementLine) => item?.quantity ?? null
const pieces = ({ item }: StatementLine) => (item ? item.quantity * item.unit_multiplier : null)
const variantOf = ({ order, item }: StatementLine) => order.variants.get(item?.variant_id ?? '')
/** An item or a billing item; their columns of amounts have the same names. */
const chargeOf = ({ item, fee }: StatementLine) => item ?? (fee as BilledFee)
const NOT_SUMMED = { isSummed: false }

/** Amounts are those of the API. Only their effect on the net amount can be summed over all kinds of lines. */
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
  amount('Price of a piece', ({ item }) => item?.unit_price_minor ?? null, NOT_SUMMED),
  column('VAT rate', 'number', 9, (line) => chargeOf(line).vat_rate),
  currency,
  amount('Amount without VAT', (line) => chargeOf(line).amount_minor, { ...NOT_SUMMED, ...PRINTED }),
  amount('VAT', (line) => chargeOf(line).vat_minor, { ...NOT_SUMMED, ...PRINTED }),
  amount('Amount with VAT', (line) => chargeOf(line).amount_minor + chargeOf(line).vat_minor, NOT_SUMMED),
  amount('Effect on net', effectOfLine, PRINTED),
])

export const TABLES: Record<ExportType, StatementTable> = {
  accounting,
  accounting_complete: accountingComplete,
  invoicing,
}

function table(
  title: string,
  linesOf: (order: StatementOrder) => StatementLine[],
  columns: readonly ColumnWithValue[],
): StatementTable {
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

/** The party that is invoiced: the organisation of the billing address, otherwise the retailer. */
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

function effectOfLine({ item, fee }: StatementLine): number {
  return item ? item.amount_minor + item.vat_minor : effectOf(fee ? [fee] : [])
}
