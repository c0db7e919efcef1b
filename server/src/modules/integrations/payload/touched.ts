/** Which fields an update sets. */

export const UPDATE_FIELDS = [
  'stock',
  'prices',
  'name',
  'description',
  'dimensions',
  'images',
  'tags',
  'unit_multiplier',
  'vat_rate',
  'retail_price',
  'wholesale_price',
] as const

/** Members of the payload by the word for them. The policy goes with the stock, as it does in single updates. */
const MEMBERS: Record<string, readonly string[]> = {
  stock: ['stock_quantity', 'is_always_in_stock', 'inventory_policy'],
  prices: ['wholesale_price', 'retail_price'],
  dimensions: ['shape_properties'],
  images: ['main_image', 'images'],
}

/** What names things, and what prices are read by. */
const NAMING = ['external_id', 'sku', 'currency', 'variants']

/** Platforms tell everything they know; without a word they keep only what changes all the time. */
const USUAL_OF_PLATFORMS = ['stock', 'prices']
export const ANY_SOURCE = 'other'
/** The names that the specification gives to its three platforms; an operator adds real ones beside them. */
export const NUMBERED_PLATFORMS = ['platform_1', 'platform_2', 'platform_3'] as const

/** The members that count, or undefined when all do. */
export function touchedMembers(
  source: string,
  updateFields: readonly string[],
): ReadonlySet<string> | undefined {
  if (updateFields.length === 0 && source === ANY_SOURCE) return undefined
  const words = updateFields.length > 0 ? updateFields : USUAL_OF_PLATFORMS
  return new Set(words.flatMap((word) => MEMBERS[word] ?? [word]))
}

/** What an update does not touch is not looked at, so it may be wrong. */
export function pickTouched(attributes: unknown, touched: ReadonlySet<string> | undefined): unknown {
  if (touched === undefined || !isObject(attributes)) return attributes
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => touched.has(name) || NAMING.includes(name)))
  const { variants } = attributes
  const picked = pick(attributes)
  if (!Array.isArray(variants)) return picked
  return { ...picked, variants: variants.map((variant) => (isObject(variant) ? pick(variant) : variant)) }
}

/** Whether anything is left that would be set. */
export function setsSomething({ variants, ...product }: Record<string, unknown>): boolean {
  const own = Object.keys(product).some((name) => !NAMING.includes(name))
  const ofVariants = (variants as Record<string, unknown>[] | undefined)?.some((variant) =>
    Object.keys(variant).some((name) => name !== 'sku'),
  )
  return own || (ofVariants ?? false)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
