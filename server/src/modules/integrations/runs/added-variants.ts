/** Variants that an update names and its product does not have. */
import { describeSeen } from '@tradehall/jsonapi'
import {
  type CheckedEntry,
  type Figures,
  type Issue,
  type IssueCode,
  invalid,
  type Verdict,
  variantField,
} from '@tradehall/product-files'
import type { KnownProduct, KnownVariant } from '../../catalog/index.ts'
import { type ProductLookup, skusOf } from './product-lookup.ts'

export const isLive = ({ archived_at }: KnownVariant) => archived_at === null

const skuIssue = (index: number, message: string, kind: { code: IssueCode; meta: Figures }): Issue =>
  invalid(variantField(index, 'sku'), message, kind)

export const takenSku = (index: number, sku: string, { external_id, name }: KnownProduct) =>
  skuIssue(
    index,
    `Expected a sku of its own, but saw ${describeSeen(sku)}, which the product ${describeSeen(external_id ?? name)} has.`,
    { code: 'SKU_TAKEN', meta: { sku, product: external_id ?? name } },
  )

export const unknownSku = (index: number, sku: string) =>
  skuIssue(index, `Expected a sku of the product, but saw ${describeSeen(sku)}.`, {
    code: 'SKU_UNKNOWN',
    meta: { sku },
  })

/** The entry with all members of the variants that it adds. A variant that cannot be added is an issue at its sku. */
export function withAddedVariants(entry: CheckedEntry, known: KnownProduct, lookup: ProductLookup): Verdict {
  const live = new Set(known.variants.filter(isLive).map(({ sku }) => sku))
  const unknown = skusOf(entry).flatMap((sku, index) => (live.has(sku) ? [] : [[index, sku] as const]))
  if (unknown.length === 0) return { entry }
  if (!entry.withAdded) return { issues: unknown.map(([index, sku]) => unknownSku(index, sku)) }
  const all = new Set(known.variants.map(({ sku }) => sku))
  const used = unknown.flatMap(([index, sku]) => {
    const seller = lookup.sellerOf(sku)
    if (seller) return [takenSku(index, sku, seller)]
    return all.has(sku) ? [deletedSku(index, sku)] : []
  })
  if (used.length > 0) return { issues: used }
  const verdict = entry.withAdded(new Set(unknown.map(([, sku]) => sku)))
  return 'issues' in verdict ? { issues: atSkus(new Map(unknown), verdict.issues) } : verdict
}

const deletedSku = (index: number, sku: string) =>
  skuIssue(index, `The variant ${describeSeen(sku)} was deleted; import it again.`, {
    code: 'VARIANT_DELETED',
    meta: { sku },
  })

const FIELD = /^variants\[(\d+)\]\.(.*)$/

/** One issue for all fields of an added variant, at its sku, because the mistake may be a misspelt sku. */
function atSkus(added: ReadonlyMap<number, string>, issues: readonly Issue[]): Issue[] {
  const byVariant = Map.groupBy(issues, ({ field }) => Number(FIELD.exec(field)?.[1] ?? -1))
  return [...byVariant].flatMap(([index, found]) => {
    const sku = added.get(index)
    if (sku === undefined) return found
    const fields = found.map(({ field }) => FIELD.exec(field)?.[2])
    const seen = `${describeSeen(sku)} without valid ${fields.join(', ')}`
    return [
      skuIssue(index, `Expected a sku of the product or a complete new variant, but saw ${seen}.`, {
        code: 'VARIANT_INCOMPLETE',
        meta: { sku, fields },
      }),
    ]
  })
}
