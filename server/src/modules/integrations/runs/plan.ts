/** Plans the changes of a batch to the catalog. Pure: `batch.ts` writes the plan. */
import { isDeepStrictEqual } from 'node:util'
import { describeSeen } from '@tradehall/jsonapi'
import {
  type Attributes,
  type CheckedEntry,
  combinationOf,
  type Issue,
  invalid,
  type OperationType,
  type VariantAttributes,
  variantField,
} from '@tradehall/product-files'
import type { ProductId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import {
  imagesOf,
  isAt,
  type KnownProduct,
  type KnownVariant,
  type NewProduct,
  type NewVariant,
  ownImages,
  type ProductColumns,
  type StoredImage,
  variantImages,
} from '../../catalog/index.ts'
import type { StockChange } from '../../stock/index.ts'
import { isLive, takenSku, unknownSku, withAddedVariants } from './added-variants.ts'
import {
  openingStock,
  productColumns,
  productImages,
  stockChange,
  type VariantOption,
  variantColumns,
  variantName,
} from './attribute-mapping.ts'
import { type ProductLookup, skusOf } from './product-lookup.ts'

export interface Plan {
  newProducts: NewProduct[]
  products: ProductColumns[]
  variants: KnownVariant[]
  repriced: ProductId[]
  newVariants: { id: ProductId; unit_multiplier: number; variants: NewVariant[] }[]
  packSizes: { variantId: VariantId; unitMultiplier: number }[]
  revived: VariantId[]
  archived: VariantId[]
  stock: StockChange[]
  /** Of products and variants whose images change; some of them may be among the new ones. */
  formerImages: StoredImage[]
}

export const emptyPlan = (): Plan => ({
  newProducts: [],
  products: [],
  variants: [],
  repriced: [],
  newVariants: [],
  packSizes: [],
  revived: [],
  archived: [],
  stock: [],
  formerImages: [],
})

export interface Planning extends Pick<Work, 'clock' | 'ids'> {
  plan: Plan
  lookup: ProductLookup
  /** The position of a new product in the catalog. */
  position: number
}

/** Adds the entry to the plan. If it returns issues, nothing of the entry is added. */
export function planEntry(planning: Planning, type: OperationType, entry: CheckedEntry): Issue[] {
  const known = planning.lookup.find(entry, { mayRename: type !== 'import' })
  if (type === 'import') return planImport(planning, entry, known)
  if (!known) return [unknownProduct(entry)]
  return type === 'update' ? planUpdate(planning, entry, known) : planDelete(planning, entry, known)
}

const unknownProduct = ({ externalId }: CheckedEntry) =>
  invalid(
    'external_id',
    `Expected a product of the catalog, but none is called ${describeSeen(externalId)} or has these skus.`,
    { code: 'PRODUCT_UNKNOWN', meta: { product: externalId } },
  )

function planImport(planning: Planning, entry: CheckedEntry, known: KnownProduct | undefined): Issue[] {
  const conflicts = (entry.attributes.variants ?? []).flatMap(({ sku = '' }, index) => {
    const seller = planning.lookup.sellerOf(sku)
    return seller && seller.id !== known?.id ? [takenSku(index, sku, seller)] : []
  })
  if (conflicts.length > 0) return conflicts
  if (known)
    return planChange(planning, entry, { ...known, external_id: entry.externalId, archived_at: null }, known)
  planning.plan.newProducts.push(newProduct(planning, entry))
  return []
}

function planUpdate(planning: Planning, entry: CheckedEntry, known: KnownProduct): Issue[] {
  if (known.archived_at !== null) {
    return [
      invalid('external_id', `The product ${describeSeen(entry.externalId)} was deleted; import it again.`, {
        code: 'PRODUCT_DELETED',
        meta: { product: entry.externalId },
      }),
    ]
  }
  const added = withAddedVariants(entry, known, planning.lookup)
  return 'issues' in added ? added.issues : planChange(planning, added.entry, known, known)
}

function planDelete({ plan, clock }: Planning, entry: CheckedEntry, known: KnownProduct): Issue[] {
  const { variants } = entry.attributes
  const skus = new Set(known.variants.map(({ sku }) => sku))
  const unknown = skusOf(entry).flatMap((sku, index) => (skus.has(sku) ? [] : [unknownSku(index, sku)]))
  if (unknown.length > 0) return unknown
  const named = new Set(skusOf(entry))
  const deleted = variants ? known.variants.filter(({ sku }) => named.has(sku)) : known.variants
  plan.archived.push(...deleted.filter(isLive).map(({ id }) => id))
  if (!variants && known.archived_at === null) {
    const { variants: _, ...product } = known
    plan.products.push({ ...product, archived_at: clock.now(), updated_at: clock.now() })
  }
  return []
}

/** Plans the change of an existing product. Columns that the entry does not set are copied from `base`. */
function planChange(
  planning: Planning,
  entry: CheckedEntry,
  base: KnownProduct,
  known: KnownProduct,
): Issue[] {
  const { plan, clock } = planning
  const { attributes } = entry
  const { variants: before, ...old } = known
  const { variants: _, ...kept } = base
  const product: ProductColumns = {
    ...kept,
    ...productColumns(attributes),
    images: productImages(attributes, imagesOf(old)),
  }
  const listed = new Map(
    (attributes.variants ?? []).map((variant, index) => [variant.sku ?? '', { variant, index }]),
  )
  const current = new Set(bySku(before).values())
  const listedAs = (variant: KnownVariant) => (current.has(variant) ? listed.get(variant.sku) : undefined)
  const changed = before.map((variant) =>
    changeVariant({ variant, sent: listedAs(variant)?.variant, old, product, attributes }),
  )
  const issues = [
    ...clashingOptions(changed, listed),
    ...before.flatMap((variant) => clashingPolicy(variant, listedAs(variant))),
  ]
  if (issues.length > 0) return issues

  const now = clock.now()
  const isRepriced = old.discount_rate !== product.discount_rate
  const written = changed.filter((variant, i) => isRepriced || differ(variant, before[i] as KnownVariant))
  if (differ(product, old)) plan.products.push({ ...product, updated_at: now })
  for (const [i, row] of [old, ...before].entries()) {
    const after = i === 0 ? product : changed[i - 1]
    if (after && differ(imagesOf(row), imagesOf(after))) plan.formerImages.push(...imagesOf(row))
  }
  plan.variants.push(...written.map((variant) => ({ ...variant, updated_at: now })))
  if (isRepriced || written.length > 0) plan.repriced.push(product.id)
  if (old.unit_multiplier !== product.unit_multiplier) {
    const unitMultiplier = product.unit_multiplier
    plan.packSizes.push(...before.map(({ id }) => ({ variantId: id, unitMultiplier })))
  }
  for (const variant of before) {
    const sent = listedAs(variant)?.variant
    if (!sent) continue
    if (!isLive(variant)) plan.revived.push(variant.id)
    const change = stockChange(variant, sent)
    if (change) plan.stock.push(change)
  }
  const skus = new Set(before.map(({ sku }) => sku))
  const added = (attributes.variants ?? []).filter(({ sku = '' }) => !skus.has(sku))
  if (added.length > 0) {
    const { id, unit_multiplier } = product
    plan.newVariants.push({
      id,
      unit_multiplier,
      variants: newVariants(planning, attributes, product, added),
    })
  }
  return []
}

/** One variant per sku: the live one is preferred to an archived one. */
const bySku = (variants: readonly KnownVariant[]): ReadonlyMap<string, KnownVariant> =>
  new Map(
    [...variants.filter((each) => !isLive(each)), ...variants.filter(isLive)].map((each) => [each.sku, each]),
  )

const differ = (a: object, b: object) => !isDeepStrictEqual(a, b)

interface VariantUpdate {
  variant: KnownVariant
  sent: VariantAttributes | undefined
  old: ProductColumns
  product: ProductColumns
  attributes: Attributes
}

function changeVariant({ variant, sent, old, product, attributes }: VariantUpdate): KnownVariant {
  // The prices of the product apply to the variants that the entry lists, or to all if it lists none.
  const inherits = sent !== undefined || attributes.variants === undefined
  const columns = variantColumns(sent ?? {}, inherits ? attributes : {})
  const known = ownImages(imagesOf(variant), imagesOf(old))
  // What is known of an image whose address is sent again is kept.
  const own =
    sent?.images?.map(({ order, url }) => ({
      ...(known.find((image) => isAt(image, url)) ?? { url }),
      order,
    })) ?? known
  const setsImages = sent?.images !== undefined || differ(imagesOf(old), imagesOf(product))
  return {
    ...variant,
    ...columns,
    name: nameOf(variant, columns.options as VariantOption[] | undefined, old.name, product.name),
    ...(setsImages && { images: variantImages(imagesOf(product), own) }),
  }
}

/** A variant without known options keeps the part of its name after the name of its product. */
function nameOf(variant: KnownVariant, given: VariantOption[] | undefined, old: string, now: string): string {
  const options = given ?? (variant.options as VariantOption[] | null)
  if (given || (options && old !== now)) return variantName(now, options ?? [])
  return variant.name.startsWith(old) ? now + variant.name.slice(old.length) : variant.name
}

type ListedVariants = ReadonlyMap<string, { variant: VariantAttributes; index: number }>

/** Compares the options that the entry sets with those that live variants keep. */
function clashingOptions(changed: readonly KnownVariant[], listed: ListedVariants): Issue[] {
  const others = changed.filter(
    (variant) => isLive(variant) && listed.get(variant.sku)?.variant.options === undefined,
  )
  const taken = new Map(
    others.flatMap(({ options, sku }) =>
      Array.isArray(options) && options.length > 0 ? [[combinationOf(options), sku] as const] : [],
    ),
  )
  return [...listed.values()].flatMap(({ variant: { options = [] }, index }) => {
    const sku = taken.get(combinationOf(options))
    if (sku === undefined) return []
    const message = `Expected a combination of its own, but saw that of the variant ${describeSeen(sku)}.`
    return [invalid(variantField(index, 'options'), message, { code: 'OPTIONS_TAKEN', meta: { sku } })]
  })
}

function clashingPolicy(
  known: KnownVariant,
  listed: { variant: VariantAttributes; index: number } | undefined,
): Issue[] {
  if (!listed || !known.is_always_in_stock) return []
  const { inventory_policy, is_always_in_stock, stock_quantity } = listed.variant
  if (inventory_policy !== 'continue' || is_always_in_stock !== undefined || stock_quantity !== undefined)
    return []
  const message = 'Expected deny, as the variant is always in stock, but saw "continue".'
  return [invalid(variantField(listed.index, 'inventory_policy'), message, { code: 'STOCK_NOT_COUNTED' })]
}

function newProduct(planning: Planning, { externalId, attributes }: CheckedEntry): NewProduct {
  const { ids, clock, position } = planning
  const now = clock.now()
  const product = {
    id: ids.next(),
    name: '',
    description: null,
    // The payload has no member for the language.
    language: 'en',
    dimensions: null,
    net_weight: null,
    capacity: null,
    unit_multiplier: 1,
    vat_rate: 0,
    discount_rate: 0,
    product_type_id: null,
    active: true,
    tags: [],
    ...productColumns(attributes),
    position,
    external_id: externalId,
    images: productImages(attributes),
    created_at: now,
    indexed_at: null,
    updated_at: now,
    archived_at: null,
  }
  const variants = newVariants(planning, attributes, product, attributes.variants ?? [])
  const [first] = variants as [NewVariant]
  const { retail_price_minor, original_wholesale_price_minor } = first
  return { ...product, retail_price_minor, original_wholesale_price_minor, variants }
}

function newVariants(
  { ids, clock }: Planning,
  attributes: Attributes,
  product: { name: string; images: unknown },
  variants: readonly VariantAttributes[],
): NewVariant[] {
  const now = clock.now()
  // Variants with the same creation time are ordered by id, and the first one determines the prices of the product.
  const sorted = variants.map(() => ids.next()).toSorted()
  return variants.map((variant, i) => ({
    id: sorted[i] as VariantId,
    ian: null,
    retail_price_minor: 0,
    original_wholesale_price_minor: 0,
    fulfillable_id: null,
    available_on: null,
    ...variantColumns(variant, attributes),
    name: variantName(product.name, variant.options ?? []),
    sku: variant.sku ?? '',
    images: variantImages(imagesOf(product), variant.images ?? []),
    created_at: now,
    updated_at: now,
    archived_at: null,
    stock: openingStock(variant),
  }))
}
