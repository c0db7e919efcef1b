/** The lines of an order as part of its document, for retailers and the operator. Brands get items as resources. */
import type { Codec } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { RowVersion } from '../../../platform/queries/row-version.ts'
import { type ItemRow, orderedQuantity } from './items.ts'
import { type OrderRow, orderVersion } from './order-row.ts'

/** Bounds the transaction that writes an order and its stock; no shop orders more at once. */
export const MAX_LINES = 200

export type OrderLine = Pick<
  ItemRow,
  | 'id'
  | 'variant_id'
  | 'quantity'
  | 'ordered_quantity'
  | 'unit_multiplier'
  | 'unit_price_minor'
  | 'vat_rate'
  | 'amount_minor'
  | 'vat_minor'
>

/** Lists omit the lines. */
export type OrderWithLines = OrderRow & { lines?: OrderLine[] }

/** An order that was read with `linesAsJson` as `lines`. */
export type SingleOrderWithLines = OrderRow & RowVersion & { lines: (OrderLine & RowVersion)[] }

/** Depends on the rows of the order and of its lines. `others`: what the resource shows of other rows. */
export const orderWithLinesVersion = (
  order: SingleOrderWithLines,
  others: readonly (string | number)[] = [],
): string => orderVersion(order, [...order.lines.map(({ row_version }) => row_version), ...others])

/** A column for selects from `ordering.orders` of a brand, so that an order and its lines come from one snapshot. */
export const linesAsJson = (db: Queryable, brandId: BrandId) => db`
  coalesce((
    select json_agg(json_build_object(
      'id', items.id, 'variant_id', variant_id, 'quantity', quantity,
      'ordered_quantity', ordered_quantity, 'unit_multiplier', unit_multiplier,
      'unit_price_minor', unit_price_minor, 'vat_rate', vat_rate, 'amount_minor', amount_minor, 'vat_minor', vat_minor,
      'row_version', items.xmin
    ) order by position)
    from ordering.items
    where items.brand_id = ${brandId} and order_id = orders.id
  ), '[]')`

export const amount = (example: number, description: string) =>
  Type.Integer({ examples: [example], description: `${description}, in minor units of the currency.` })

export const totalWithVat = (order: Pick<OrderRow, 'total_minor' | 'total_vat_minor'>) =>
  order.total_minor + order.total_vat_minor

export const lineSchema = Type.Object(
  {
    id: uuid('Id of the line.'),
    productVariantId: uuid('What is ordered.'),
    quantity: Type.Integer({ examples: [2], description: 'How many packs.' }),
    orderedQuantity: Type.Integer({
      examples: [3],
      description: 'How many packs were ordered; more than `quantity` if the brand accepted less.',
    }),
    pieces: Type.Integer({ examples: [12], description: 'How many pieces: packs times pieces in a pack.' }),
    vatRate: Type.Number({ examples: [20], description: 'VAT in percent.' }),
    unitPrice: amount(750, 'The price of a piece without VAT'),
    amount: amount(9000, 'All pieces without VAT'),
    amountVat: amount(1800, 'The VAT of all pieces'),
    amountWithVat: amount(10_800, 'All pieces with VAT'),
  },
  { title: 'OrderLine', description: 'A line of an order.' },
)

export const orderLines: Codec<ReturnType<typeof Type.Array<typeof lineSchema>>> = {
  schema: Type.Array(lineSchema, { description: 'What was ordered, line by line.' }),
  encode: (lines) => (lines as OrderLine[]).map(encodeLine),
}

export const encodeLine = (line: OrderLine) => ({
  id: line.id,
  productVariantId: line.variant_id,
  quantity: line.quantity,
  orderedQuantity: orderedQuantity(line),
  pieces: line.quantity * line.unit_multiplier,
  vatRate: line.vat_rate,
  unitPrice: line.unit_price_minor,
  amount: line.amount_minor,
  amountVat: line.vat_minor,
  amountWithVat: line.amount_minor + line.vat_minor,
})
