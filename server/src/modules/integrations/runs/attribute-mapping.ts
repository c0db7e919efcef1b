/** Pure functions that map the attributes of an entry to the columns of products and variants. */

import {
  type Attributes,
  type Shape,
  toFraction,
  toMinorUnits,
  USUAL_UNITS,
  type VariantAttributes,
} from '@tradehall/product-files'
import {
  byOrder,
  isAt,
  type KnownVariant,
  type ProductColumns,
  type StoredImage,
} from '../../catalog/index.ts'
import type { OpeningStock, StockChange } from '../../stock/index.ts'

export interface VariantOption {
  name: string
  value: string
}

/**
 * The main image has order 1. Images that the entry does not set are kept, and so is what is known of one whose address is
 * sent again.
 */
export function productImages(
  { main_image, images }: Attributes,
  before: readonly StoredImage[] = [],
): StoredImage[] {
  const sent = (order: number, url: string): StoredImage => ({
    ...(before.find((image) => isAt(image, url)) ?? { url }),
    order,
  })
  const given = images?.map(({ order, url }) => sent(order, url))
  const kept = given ?? before.filter(({ order }) => order !== 1)
  const first = given?.find(({ order }) => order === 1) ?? before.find(({ order }) => order === 1)
  const main = main_image === undefined ? first : sent(1, main_image)
  const others = kept.filter(({ order }) => order !== 1)
  return [...(main === undefined ? [] : [main]), ...others].toSorted(byOrder)
}

export const variantName = (product: string, options: readonly VariantOption[]): string =>
  [product, ...options.map(({ value }) => value)].join(' / ')

const UNKNOWN_MEASURES = {
  dimensions: { unit_code: USUAL_UNITS.dimensions, width: null, height: null, length: null },
  capacity: { unit_code: USUAL_UNITS.capacity, amount: null },
  weight: { unit_code: USUAL_UNITS.weight, amount: null },
}

/** Measures with their units, and with null for the numbers that were not sent. */
const storedShape = ({ dimensions, capacity, weight }: Shape) => ({
  ...(dimensions && { dimensions: { ...UNKNOWN_MEASURES.dimensions, ...dimensions } }),
  ...(capacity && { capacity: { ...UNKNOWN_MEASURES.capacity, ...capacity } }),
  ...(weight && { weight: { ...UNKNOWN_MEASURES.weight, ...weight } }),
})

/** Formats measures as the display texts of the catalog. */
function shapeTexts({ dimensions: sides, capacity, weight }: ReturnType<typeof storedShape>) {
  return {
    dimensions: sides && measureText([sides.width, sides.height, sides.length], sides.unit_code),
    capacity: capacity && measureText([capacity.amount], capacity.unit_code),
    net_weight: weight && measureText([weight.amount], weight.unit_code),
  }
}

const measureText = (numbers: readonly (number | null)[], unit: string) =>
  numbers.some((number) => number !== null)
    ? `${numbers.map((number) => number ?? '?').join('x')} ${unit}`
    : undefined

/** The columns that an entry sets on a product, except images, which depend on the previous ones. */
export function productColumns(attributes: Attributes): Partial<ProductColumns> {
  const { shape_properties, discount_rate, tags } = attributes
  const shape = shape_properties && storedShape(shape_properties)
  return withoutUndefined({
    name: attributes.name,
    description: attributes.description,
    vat_rate: attributes.vat_rate,
    unit_multiplier: attributes.unit_multiplier,
    hs_code: attributes.hs_code,
    made_in_country: attributes.made_in_country,
    shelf_life_days: attributes.shelf_life_days,
    storage_temperature: attributes.storage_temperature,
    shape,
    ...(shape && shapeTexts(shape)),
    discount_rate: discount_rate === undefined ? undefined : toFraction(discount_rate),
    tags: tags && [...new Set(tags)],
  })
}

/** The columns that an entry sets on a variant. `inherited` holds the prices of the product. */
export function variantColumns(
  variant: VariantAttributes,
  inherited: Pick<Attributes, 'retail_price' | 'wholesale_price'>,
): Partial<KnownVariant> {
  const { options, discount_rate } = variant
  const minor = (member: 'retail_price' | 'wholesale_price') => {
    const price = variant[member] ?? inherited[member]
    return price === undefined ? undefined : toMinorUnits(price)
  }
  return withoutUndefined({
    ian: variant.ian,
    external_id: variant.external_id,
    shape: variant.shape_properties && storedShape(variant.shape_properties),
    options: options?.map(({ name, value }) => ({ name, value })),
    discount_rate: discount_rate === undefined ? undefined : toFraction(discount_rate),
    retail_price_minor: minor('retail_price'),
    original_wholesale_price_minor: minor('wholesale_price'),
  })
}

function withoutUndefined<T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const name in columns) {
    const value = columns[name]
    if (value !== undefined) defined[name] = value as Exclude<T[typeof name], undefined>
  }
  return defined
}

export function openingStock(variant: VariantAttributes): OpeningStock {
  if (variant.is_always_in_stock) return { isAlwaysInStock: true }
  const { stock_quantity: onHand, inventory_policy: inventoryPolicy } = variant
  return { ...(onHand !== undefined && { onHand }), ...(inventoryPolicy && { inventoryPolicy }) }
}

/** Undefined if the entry sets neither quantity, tracking nor policy. */
export function stockChange(known: KnownVariant, variant: VariantAttributes): StockChange | undefined {
  const { stock_quantity: onHand, is_always_in_stock, inventory_policy: inventoryPolicy } = variant
  const policy = inventoryPolicy ? { inventoryPolicy } : {}
  if (is_always_in_stock) return { variantId: known.id, to: { alwaysInStock: true } }
  if (onHand !== undefined) return { variantId: known.id, to: { onHand }, ...policy }
  const isTracked = is_always_in_stock === false || !known.is_always_in_stock
  const isSet = is_always_in_stock === false || inventoryPolicy !== undefined
  return isTracked && isSet ? { variantId: known.id, to: { tracked: true }, ...policy } : undefined
}
