/**
 * Validates one entry without reading the catalog. All issues are collected, each with its field, the expected and the
 * actual value.
 */
import { compileCheck, cutText, describeSeen } from '@tradehall/jsonapi'
import { type Issue, invalid, issueOf, required, variantField } from './issues.ts'
import { addedIssues, importIssues, optionsOf, type Raw, type RawVariant } from './requirements.ts'
import { type Attributes, attributesSchema, MAX_NAME, MAX_VARIANTS } from './schema.ts'
import { isObject, pickTouched, setsSomething } from './touched.ts'

/** An entry as it is stored. Its shape was validated when it was attached; its attributes are validated here. */
export interface Entry {
  id: string
  attributes?: unknown
}

/** The properties of an operation that decide which entries are valid. */
export interface EntryRules {
  operationType: 'import' | 'update' | 'delete'
  /** The members that an update sets; undefined means all of them. */
  touched: ReadonlySet<string> | undefined
  /** Whether an update may add variants. */
  mayAdd?: boolean
  /** The skus of those that it adds: what an import requires of new variants is required of them. */
  added?: ReadonlySet<string>
  brandCurrency: string
}

export interface CheckedEntry {
  externalId: string
  /** Whether the entry has an `external_id`; otherwise the id of the entry is used instead. */
  isNamed: boolean
  attributes: Attributes
  /** Checks the entry as one that adds variants with these skus. Undefined if the operation may not. */
  withAdded?: (skus: ReadonlySet<string>) => Verdict
}

export type Verdict = { entry: CheckedEntry } | { issues: Issue[] }

/** Covers a product with the maximum of variants and a mistake in every member, and bounds the memory for a hostile one. */
const MAX_MISTAKES = MAX_VARIANTS * 12

const checkAttributes = compileCheck(attributesSchema, MAX_MISTAKES)

/** The id under which results list the product, also when the entry is invalid. */
export function externalIdOf({ id, attributes }: Entry): string {
  const externalId = isObject(attributes) ? attributes.external_id : undefined
  return typeof externalId === 'string' && externalId.trim() !== '' ? cutText(externalId, MAX_NAME) : id
}

/** `known` holds issues that were found earlier, such as flawed texts and invalid images. */
export function checkEntry(entry: Entry, rules: EntryRules, known: readonly Issue[] = []): Verdict {
  const sent = entry.attributes ?? {}
  const attributes = withoutIgnored(
    rules.operationType === 'update' ? pickTouched(sent, rules.touched, rules.added) : sent,
  )
  const verdict = checkAttributes(attributes)
  const mistakes = [...known, ...('mistakes' in verdict ? verdict.mistakes.map(issueOf) : [])]
  const wrong = new Set(mistakes.map(({ field }) => field))
  const ruleIssues = isObject(attributes) ? issuesOf(withoutNulls(attributes), rules) : []
  // A value that violates the schema is reported once, without the issues of the rules for the same field.
  const issues = [...mistakes, ...ruleIssues.filter(({ field }) => !wrong.has(field))]
  if ('mistakes' in verdict || issues.length > 0) return { issues }
  const isNamed = verdict.value.external_id !== undefined
  const checked = { externalId: externalIdOf(entry), isNamed, attributes: verdict.value }
  if (!rules.mayAdd) return { entry: checked }
  return { entry: { ...checked, withAdded: (added) => checkEntry(entry, { ...rules, added }) } }
}

/** The quantity of a variant that is always in stock is ignored, so it is not validated either. */
function withoutIgnored(attributes: unknown): unknown {
  if (!isObject(attributes) || !Array.isArray(attributes.variants)) return attributes
  if (!attributes.variants.some(isIgnoring)) return attributes
  return {
    ...attributes,
    variants: attributes.variants.map((each) => (isIgnoring(each) ? withoutQuantity(each) : each)),
  }
}
const isIgnoring = (variant: unknown): variant is Raw =>
  isObject(variant) && variant.is_always_in_stock === true && 'stock_quantity' in variant
const withoutQuantity = ({ stock_quantity, ...variant }: Raw): Raw => variant

const withoutNulls = (attributes: Raw): Raw =>
  Object.values(attributes).includes(null)
    ? Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null))
    : attributes

function issuesOf(attributes: Raw, rules: EntryRules): Issue[] {
  const variants = Array.isArray(attributes.variants)
    ? attributes.variants.flatMap((members, index): RawVariant[] =>
        isObject(members) ? [{ members: withoutNulls(members), index }] : [],
      )
    : []
  const common = [...missingSkus(variants), ...repeatedSkus(variants)]
  if (rules.operationType === 'delete') return common
  return [
    ...(rules.operationType === 'import'
      ? importIssues(attributes, variants)
      : [...updateIssues(attributes, rules), ...addedIssues(attributes, variants, rules.added)]),
    ...common,
    ...currencyIssues(attributes, rules),
    ...imageIssues(attributes, variants),
    ...variants.flatMap(policyIssues),
    ...variants.flatMap(repeatedOptions),
    ...repeatedCombinations(variants),
  ]
}

function updateIssues(attributes: Raw, { touched }: EntryRules): Issue[] {
  if (setsSomething(attributes)) return []
  const expected = touched ? [...touched].join(', ') : 'the fields to change'
  return [
    required('attributes', `Expected something to update (${expected}), but saw nothing of it.`, {
      code: 'NOTHING_TO_CHANGE',
    }),
  ]
}

const missingSkus = (variants: readonly RawVariant[]): Issue[] =>
  variants
    .filter(({ members }) => members.sku === undefined)
    .map(({ index }) =>
      required(variantField(index, 'sku'), 'Expected the sku of the variant, but the member is missing.', {
        code: 'VALUE_MISSING',
      }),
    )

const repeatedSkus = (variants: readonly RawVariant[]): Issue[] =>
  repeats(variants, ({ members: { sku } }) => (typeof sku === 'string' ? sku : undefined)).map(
    ({ item, first }) =>
      invalid(
        variantField(item.index, 'sku'),
        `Expected a sku of its own, but saw ${describeSeen(item.members.sku)}, that of variants[${first.index}].`,
        { code: 'SKU_TAKEN', meta: { sku: item.members.sku } },
      ),
  )

function currencyIssues({ currency }: Raw, { brandCurrency }: EntryRules): Issue[] {
  if (currency === undefined || currency === brandCurrency) return []
  const seen = describeSeen(currency)
  const message = `Expected ${brandCurrency}, the currency of the brand, but saw ${seen}.`
  return [
    invalid('currency', message, { code: 'CURRENCY_OF_ANOTHER_BRAND', meta: { currency: brandCurrency } }),
  ]
}

function imageIssues(attributes: Raw, variants: readonly RawVariant[]): Issue[] {
  const ofProduct = repeatedOrders(attributes.images, 'images')
  const ofVariants = variants.flatMap(({ members, index }) =>
    repeatedOrders(members.images, variantField(index, 'images')),
  )
  if (attributes.main_image === undefined || !Array.isArray(attributes.images))
    return [...ofProduct, ...ofVariants]
  const first = attributes.images.findIndex(
    (image) => isObject(image) && image.order === 1 && image.url !== attributes.main_image,
  )
  const message = 'Expected main_image again or an order from 2 on, as 1 is that of main_image, but saw 1.'
  return [
    ...(first >= 0
      ? [invalid(`images[${first}].order`, message, { code: 'IMAGE_PLACE_TAKEN', meta: { order: 1 } })]
      : []),
    ...ofProduct,
    ...ofVariants,
  ]
}

function repeatedOrders(images: unknown, field: string): Issue[] {
  if (!Array.isArray(images)) return []
  const placed = images.map((image, index) => ({ order: isObject(image) ? image.order : undefined, index }))
  return repeats(placed, ({ order }) => (typeof order === 'number' ? String(order) : undefined)).map(
    ({ item, first }) =>
      invalid(
        `${field}[${item.index}].order`,
        `Expected an order of its own, but saw ${item.order}, that of ${field}[${first.index}].`,
        { code: 'IMAGE_PLACE_TAKEN', meta: { order: item.order } },
      ),
  )
}

function policyIssues({ members, index }: RawVariant): Issue[] {
  if (members.inventory_policy !== 'continue' || members.is_always_in_stock !== true) return []
  const message = 'Expected deny, as the variant is always in stock, but saw "continue".'
  return [invalid(variantField(index, 'inventory_policy'), message, { code: 'STOCK_NOT_COUNTED' })]
}

function repeatedOptions({ members, index }: RawVariant): Issue[] {
  const options = Array.isArray(members.options)
    ? members.options.map((option, place) => ({ name: isObject(option) ? option.name : undefined, place }))
    : []
  return repeats(options, ({ name }) => (typeof name === 'string' ? name : undefined)).map(({ item }) =>
    invalid(
      `${variantField(index, 'options')}[${item.place}].name`,
      `Expected each name of an option once, but saw ${describeSeen(item.name)} again.`,
      { code: 'OPTION_REPEATED', meta: { name: item.name } },
    ),
  )
}

function repeatedCombinations(variants: readonly RawVariant[]): Issue[] {
  const key = (variant: RawVariant) => {
    const options = optionsOf(variant)
    return options.length > 0 ? combinationOf(options) : undefined
  }
  return repeats(variants, key).map(({ item, first }) =>
    invalid(
      variantField(item.index, 'options'),
      `Expected a combination of its own, but saw that of variants[${first.index}].`,
      { code: 'OPTIONS_TAKEN' },
    ),
  )
}

/** A key that is equal for equal options, independent of their order. */
export const combinationOf = (options: readonly unknown[]): string =>
  JSON.stringify(options.map((option) => (isObject(option) ? [option.name, option.value] : [])).sort(byName))
const byName = ([a]: unknown[], [b]: unknown[]) => (String(a) < String(b) ? -1 : 1)

function repeats<T>(items: readonly T[], keyOf: (item: T) => string | undefined): { item: T; first: T }[] {
  const seen = new Map<string, T>()
  return items.flatMap((item) => {
    const key = keyOf(item)
    if (key === undefined) return []
    const first = seen.get(key)
    if (first !== undefined) return [{ item, first }]
    seen.set(key, item)
    return []
  })
}
