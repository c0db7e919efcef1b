/** Determines which members of an entry an update sets. */

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

/** The members that each update field stands for. The inventory policy belongs to the stock, as in single updates. */
const MEMBERS: Record<string, readonly string[]> = {
  stock: ['stock_quantity', 'is_always_in_stock', 'inventory_policy'],
  prices: ['wholesale_price', 'retail_price'],
  dimensions: ['shape_properties'],
  images: ['main_image', 'images'],
}

/** Members that identify products and variants, and the currency that prices refer to. They are always read. */
const IDENTIFYING = ['external_id', 'sku', 'currency', 'variants']

/** Shop platforms send complete products. Without update fields only what changes often is updated from them. */
const PLATFORM_DEFAULTS = ['stock', 'prices']
export const ANY_SOURCE = 'other'
/** The placeholder names of platforms in the specification. The operator configures the actual platforms. */
export const NUMBERED_PLATFORMS = ['platform_1', 'platform_2', 'platform_3'] as const

/** The members that the update sets; undefined means all of them. */
export function touchedMembers(
  source: string,
  updateFields: readonly string[],
): ReadonlySet<string> | undefined {
  if (updateFields.length === 0 && source === ANY_SOURCE) return undefined
  const fields = updateFields.length > 0 ? updateFields : PLATFORM_DEFAULTS
  return new Set(fields.flatMap((field) => MEMBERS[field] ?? [field]))
}

/**
 * Removes the members that the update does not set, so that they are not validated. Of variants that it adds only images are
 * removed, as those of an update that does not set any are not checked.
 */
export function pickTouched(
  attributes: unknown,
  touched: ReadonlySet<string> | undefined,
  added: ReadonlySet<string> = new Set(),
): unknown {
  if (touched === undefined || !isObject(attributes)) return attributes
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(from).filter(([name]) => touched.has(name) || IDENTIFYING.includes(name)),
    )
  const pickVariant = (variant: unknown) => {
    if (!isObject(variant)) return variant
    const { images: _, ...whole } = variant
    return added.has(String(variant.sku)) ? whole : pick(variant)
  }
  const { variants } = attributes
  const picked = pick(attributes)
  return Array.isArray(variants) ? { ...picked, variants: variants.map(pickVariant) } : picked
}

/** Whether the entry has at least one member to set. */
export function setsSomething({ variants, ...product }: Record<string, unknown>): boolean {
  const own = Object.keys(product).some((name) => !IDENTIFYING.includes(name))
  const ofVariants = (variants as Record<string, unknown>[] | undefined)?.some((variant) =>
    Object.keys(variant).some((name) => name !== 'sku'),
  )
  return own || (ofVariants ?? false)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
