/** What the entries of a batch do to the catalog, decided before anything is written. */
import { isDeepStrictEqual } from 'node:util'
import { describeSeen } from '@tradehall/jsonapi'
import type { ProductId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type {
  KnownProduct,
  KnownVariant,
  NewProduct,
  NewVariant,
  ProductColumns,
} from '../../catalog/index.ts'
import type { StockChange } from '../../stock/index.ts'
import type { OperationType } from '../operations/operation-rules.ts'
import { type CheckedEntry, combinationOf } from '../payload/check.ts'
import { type Issue, invalid, variantField } from '../payload/issues.ts'
import type { Attributes, VariantAttributes } from '../payload/schema.ts'
import {
  imagesOf,
  type Option,
  openingStock,
  ownImages,
  productColumns,
  productImages,
  stockChange,
  variantColumns,
  variantImages,
  variantName,
} from './goods.ts'
import { type Shelf, skusOf } from './shelf.ts'

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
})

export interface Planning extends Pick<Work, 'clock' | 'ids'> {
  plan: Plan
  shelf: Shelf
  /** For new products: the place in the catalog. */
  position: number
}

/** Adds to the plan, or says why not; then nothing of the entry is done. */
export function planEntry(planning: Planning, type: OperationType, entry: CheckedEntry): Issue[] {
  const known = planning.shelf.find(entry, { mayRename: type !== 'import' })
  if (type === 'import') return planImport(planning, entry, known)
  if (!known) return [unknownProduct(entry)]
  return type === 'update' ? planUpdate(planning, entry, known) : planDelete(planning, entry, known)
}

const unknownProduct = ({ externalId }: CheckedEntry) =>
  invalid(
    'external_id',
    `Expected a product of the catalog, but none is called ${describeSeen(externalId)} or has these skus.`,
  )

function planImport(planning: Planning, entry: CheckedEntry, known: KnownProduct | undefined): Issue[] {
  const taken = (entry.attributes.variants ?? []).flatMap(({ sku = '' }, index) => {
    const seller = planning.shelf.sellerOf(sku)
    return seller && seller.id !== known?.id ? [takenSku(index, sku, seller)] : []
  })
  if (taken.length > 0) return taken
  if (known)
    return planChange(planning, entry, { ...known, external_id: entry.externalId, archived_at: null }, known)
  planning.plan.newProducts.push(newProduct(planning, entry))
  return []
}

const takenSku = (index: number, sku: string, { external_id, name }: KnownProduct) =>
  invalid(
    variantField(index, 'sku'),
    `Expected a sku of its own, but saw ${describeSeen(sku)}, which the product ${describeSeen(external_id ?? name)} has.`,
  )

function planUpdate(planning: Planning, entry: CheckedEntry, known: KnownProduct): Issue[] {
  if (known.archived_at !== null) {
    return [
      invalid('external_id', `The product ${describeSeen(entry.externalId)} was deleted; import it again.`),
    ]
  }
  const skus = new Set(known.variants.filter(isLive).map(({ sku }) => sku))
  const unknown = missingSkus(entry, skus)
  return unknown.length > 0 ? unknown : planChange(planning, entry, known, known)
}

const isLive = ({ archived_at }: KnownVariant) => archived_at === null

const missingSkus = (entry: CheckedEntry, known: ReadonlySet<string>): Issue[] =>
  skusOf(entry).flatMap((sku, index) =>
    known.has(sku)
      ? []
      : [invalid(variantField(index, 'sku'), `Expected a sku of the product, but saw ${describeSeen(sku)}.`)],
  )

function planDelete({ plan, clock }: Planning, entry: CheckedEntry, known: KnownProduct): Issue[] {
  const { variants } = entry.attributes
  const unknown = missingSkus(entry, new Set(known.variants.map(({ sku }) => sku)))
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

/** An import or an update of what is there. What the entry does not tell stays as it is in `base`. */
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
  const told = new Map(
    (attributes.variants ?? []).map((variant, index) => [variant.sku ?? '', { variant, index }]),
  )
  const meant = new Set(bySku(before).values())
  const toldOf = (variant: KnownVariant) => (meant.has(variant) ? told.get(variant.sku) : undefined)
  const changed = before.map((variant) =>
    changeVariant({ variant, told: toldOf(variant)?.variant, old, product, attributes }),
  )
  const issues = [
    ...clashingOptions(changed, told),
    ...before.flatMap((variant) => clashingPolicy(variant, toldOf(variant))),
  ]
  if (issues.length > 0) return issues

  const now = clock.now()
  const isRepriced = old.discount_rate !== product.discount_rate
  const written = changed.filter((variant, i) => isRepriced || differ(variant, before[i] as KnownVariant))
  if (differ(product, old)) plan.products.push({ ...product, updated_at: now })
  plan.variants.push(...written.map((variant) => ({ ...variant, updated_at: now })))
  if (isRepriced || written.length > 0) plan.repriced.push(product.id)
  if (old.unit_multiplier !== product.unit_multiplier) {
    const unitMultiplier = product.unit_multiplier
    plan.packSizes.push(...before.map(({ id }) => ({ variantId: id, unitMultiplier })))
  }
  for (const variant of before) {
    const wanted = toldOf(variant)?.variant
    if (!wanted) continue
    if (!isLive(variant)) plan.revived.push(variant.id)
    const change = stockChange(variant, wanted)
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

/** One for each sku: that which is for sale, where another one was deleted under the same. */
const bySku = (variants: readonly KnownVariant[]): ReadonlyMap<string, KnownVariant> =>
  new Map(
    [...variants.filter((each) => !isLive(each)), ...variants.filter(isLive)].map((each) => [each.sku, each]),
  )

const differ = (a: object, b: object) => !isDeepStrictEqual(a, b)

interface VariantUpdate {
  variant: KnownVariant
  told: VariantAttributes | undefined
  old: ProductColumns
  product: ProductColumns
  attributes: Attributes
}

function changeVariant({ variant, told, old, product, attributes }: VariantUpdate): KnownVariant {
  // Prices of the product are for the variants that the entry lists, or for all when it lists none.
  const inherits = told !== undefined || attributes.variants === undefined
  const columns = variantColumns(told ?? {}, inherits ? attributes : {})
  const own = told?.images ?? ownImages(imagesOf(variant), imagesOf(old))
  const isPictured = told?.images !== undefined || differ(imagesOf(old), imagesOf(product))
  return {
    ...variant,
    ...columns,
    name: nameOf(variant, columns.options as Option[] | undefined, old.name, product.name),
    ...(isPictured && { images: variantImages(imagesOf(product), own) }),
  }
}

/** A variant of which the options are not known keeps what follows the name of its product. */
function nameOf(variant: KnownVariant, given: Option[] | undefined, old: string, now: string): string {
  const options = given ?? (variant.options as Option[] | null)
  if (given || (options && old !== now)) return variantName(now, options ?? [])
  return variant.name.startsWith(old) ? now + variant.name.slice(old.length) : variant.name
}

type Told = ReadonlyMap<string, { variant: VariantAttributes; index: number }>

/** Among all variants that are for sale afterwards, those that the entry does not list included. */
function clashingOptions(changed: readonly KnownVariant[], told: Told): Issue[] {
  const others = changed.filter((variant) => isLive(variant) && !told.has(variant.sku))
  const taken = new Map(
    others.flatMap(({ options, sku }) =>
      Array.isArray(options) && options.length > 0 ? [[combinationOf(options), sku] as const] : [],
    ),
  )
  return [...told.values()].flatMap(({ variant: { options = [] }, index }) => {
    const sku = taken.get(combinationOf(options))
    if (sku === undefined) return []
    const message = `Expected a combination of its own, but saw that of the variant ${describeSeen(sku)}.`
    return [invalid(variantField(index, 'options'), message)]
  })
}

function clashingPolicy(
  known: KnownVariant,
  told: { variant: VariantAttributes; index: number } | undefined,
): Issue[] {
  if (!told || !known.is_always_in_stock) return []
  const { inventory_policy, is_always_in_stock, stock_quantity } = told.variant
  if (inventory_policy !== 'continue' || is_always_in_stock !== undefined || stock_quantity !== undefined)
    return []
  const message = 'Expected deny, as the variant is always in stock, but saw "continue".'
  return [invalid(variantField(told.index, 'inventory_policy'), message)]
}

function newProduct(planning: Planning, { externalId, attributes }: CheckedEntry): NewProduct {
  const { ids, clock, position } = planning
  const now = clock.now()
  const product = {
    id: ids.next(),
    name: '',
    description: null,
    // Nothing tells another one.
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
  wanted: readonly VariantAttributes[],
): NewVariant[] {
  const now = clock.now()
  // Made at one moment, they are in the order of their ids, and the first one gives the product its prices.
  const sorted = wanted.map(() => ids.next()).toSorted()
  return wanted.map((variant, i) => ({
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
