/** What an import requires of products and variants. */
import { type Issue, required, variantField } from './issues.ts'

/** Members as they were sent; their values are not validated yet. */
export type Raw = Record<string, unknown>
export interface RawVariant {
  members: Raw
  index: number
}

const NEEDED: Record<string, string> = {
  name: 'the name of the product',
  description: 'a description of at least 30 characters',
  currency: 'the currency of the prices',
  vat_rate: 'the VAT in percent',
  variants: 'at least one variant',
}

export function importIssues(attributes: Raw, variants: readonly RawVariant[]): Issue[] {
  const needed = Object.keys(NEEDED)
    .filter((member) => attributes[member] === undefined)
    .map((member) =>
      required(member, `Expected ${NEEDED[member]}, but the member is missing.`, { code: 'VALUE_MISSING' }),
    )
  return [
    ...needed,
    ...missingPrices('wholesale_price', attributes, variants),
    ...missingPrices('retail_price', attributes, variants),
    ...variants.flatMap(missingStock),
    ...optionIssues(variants),
  ]
}

/** A price is required in the product unless every variant has its own. */
function missingPrices(member: string, attributes: Raw, variants: readonly RawVariant[]): Issue[] {
  if (attributes[member] !== undefined) return []
  const missing = pricelessVariants(member, attributes, variants)
  if (missing.length < variants.length) return missing
  return [
    required(member, 'Expected a price here or in every variant, but saw neither.', {
      code: 'PRICE_MISSING',
    }),
  ]
}

function pricelessVariants(member: string, attributes: Raw, variants: readonly RawVariant[]): Issue[] {
  if (attributes[member] !== undefined) return []
  return variants
    .filter(({ members }) => members[member] === undefined)
    .map(({ index }) =>
      required(variantField(index, member), 'Expected a price here or in the product, but saw neither.', {
        code: 'PRICE_MISSING',
      }),
    )
}

function missingStock({ members, index }: RawVariant): Issue[] {
  if (members.stock_quantity !== undefined || members.is_always_in_stock === true) return []
  const message = 'Expected the packs on hand, or is_always_in_stock to be true, but saw neither.'
  return [required(variantField(index, 'stock_quantity'), message, { code: 'STOCK_MISSING' })]
}

export const optionsOf = ({ members }: RawVariant): unknown[] =>
  Array.isArray(members.options) ? members.options : []

/** A single variant needs no options: it may be the only one, or an additional one of a product in the catalog. */
function optionIssues(all: readonly RawVariant[], these = all): Issue[] {
  if (all.length < 2) return []
  return these
    .filter((variant) => optionsOf(variant).length === 0)
    .map(({ index }) =>
      required(
        variantField(index, 'options'),
        'Expected options, as there are several variants, but saw none.',
        { code: 'OPTIONS_MISSING' },
      ),
    )
}

/** What an import requires of new variants, for those that an update adds. */
export function addedIssues(
  attributes: Raw,
  variants: readonly RawVariant[],
  added: ReadonlySet<string> = new Set(),
): Issue[] {
  const these = variants.filter(({ members }) => added.has(String(members.sku)))
  return [
    ...pricelessVariants('wholesale_price', attributes, these),
    ...pricelessVariants('retail_price', attributes, these),
    ...these.flatMap(missingStock),
    ...optionIssues(variants, these),
  ]
}
