/**
 * The columns of a product sheet. The files that `tradehall import` reads and error reports share them, so that a report can
 * be corrected and imported. A product has one row for each of its variants.
 */

/** How a value is parsed from and rendered as the text of a cell. */
type ColumnKind = 'text' | 'amount' | 'number' | 'boolean' | 'tags' | 'images' | 'options'

export interface Column {
  header: string
  /** The owner of the value. Values of the product are in its first row. */
  of: 'entry' | 'product' | 'variant'
  /** The path of the value in the attributes of the product, or in the variant. */
  path: readonly string[]
  kind: ColumnKind
  /** Column width in characters. */
  width: number
}

const VARIANT_PREFIX = 'variant_'

type Shared = Omit<Column, 'of'>

const column = (
  header: string,
  kind: ColumnKind,
  width: number,
  path: readonly string[] = [header],
): Shared => ({
  header,
  path,
  kind,
  width,
})
const inShape = (header: string, kind: ColumnKind, width: number, ...path: string[]) =>
  column(header, kind, width, ['shape_properties', ...path])

/** Columns that products and variants share. */
const PRICES = [column('wholesale_price', 'amount', 16), column('retail_price', 'amount', 14)]
const DISCOUNT = column('discount_rate', 'number', 14)
const SHAPE = [
  inShape('width', 'number', 10, 'dimensions', 'width'),
  inShape('height', 'number', 10, 'dimensions', 'height'),
  inShape('length', 'number', 10, 'dimensions', 'length'),
  inShape('dimensions_unit', 'text', 16, 'dimensions', 'unit_code'),
  inShape('capacity', 'number', 10, 'capacity', 'amount'),
  inShape('capacity_unit', 'text', 14, 'capacity', 'unit_code'),
  inShape('weight', 'number', 10, 'weight', 'amount'),
  inShape('weight_unit', 'text', 12, 'weight', 'unit_code'),
]
const IMAGES = column('images', 'images', 40)

const ofProduct: Shared[] = [
  column('external_id', 'text', 18),
  column('name', 'text', 30),
  column('description', 'text', 50),
  column('currency', 'text', 10),
  ...PRICES,
  column('vat_rate', 'number', 10),
  DISCOUNT,
  column('unit_multiplier', 'number', 15),
  column('main_image', 'text', 40),
  IMAGES,
  column('tags', 'tags', 26),
  column('hs_code', 'text', 12),
  column('made_in_country', 'text', 16),
  column('shelf_life_days', 'number', 15),
  column('storage_temperature', 'text', 20),
  ...SHAPE,
]

const ofVariant: Shared[] = [
  column('sku', 'text', 18),
  column('external_id', 'text', 20),
  column('ian', 'text', 16),
  column('stock_quantity', 'number', 22),
  column('is_always_in_stock', 'boolean', 26),
  column('inventory_policy', 'text', 24),
  column('options', 'options', 30),
  ...PRICES,
  DISCOUNT,
  IMAGES,
  ...SHAPE,
]

export const ID: Column = { ...column('id', 'text', 18), of: 'entry' }
export const COLUMNS: readonly Column[] = [
  ID,
  ...ofProduct.map((shared): Column => ({ ...shared, of: 'product' })),
  ...ofVariant.map(
    (shared): Column => ({ ...shared, header: VARIANT_PREFIX + shared.header, of: 'variant' }),
  ),
]

const byHeader = new Map(COLUMNS.map((known) => [known.header, known]))
export const columnOf = (header: string): Column | undefined => byHeader.get(header)

export const isNumeric = (column: Column | undefined): boolean =>
  column?.kind === 'amount' || column?.kind === 'number'

/** The order of the first image in the list. Order 1 of a product is its main image, which has its own column. */
export const firstOrderOf = ({ of }: Column): number => (of === 'product' ? 2 : 1)
