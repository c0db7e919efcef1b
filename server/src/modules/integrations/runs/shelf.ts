/** The products of the catalog that a batch may mean, by the names that its entries use. */
import type { KnownProduct } from '../../catalog/index.ts'
import type { CheckedEntry } from '../payload/check.ts'

export interface Shelf {
  /** What the entry means: by its external id, or else by its skus where these are of one product alone. */
  find(entry: CheckedEntry, options: { mayRename: boolean }): KnownProduct | undefined
  /** Which product sells this sku now. */
  sellerOf(sku: string): KnownProduct | undefined
}

export const skusOf = ({ attributes }: CheckedEntry): string[] =>
  (attributes.variants ?? []).flatMap(({ sku }) => sku ?? [])

export function createShelf(products: readonly KnownProduct[]): Shelf {
  const named = new Map(products.map((product) => [product.external_id, product]))
  // What was deleted has left its skus to others.
  const sellers = new Map(
    products.flatMap((product) =>
      product.variants.filter(({ archived_at }) => archived_at === null).map(({ sku }) => [sku, product]),
    ),
  )
  const sellerOf = (sku: string) => sellers.get(sku)
  return {
    sellerOf,
    find(entry, { mayRename }) {
      const known = named.get(entry.externalId)
      if (known) return known
      const [seller, ...others] = new Set(skusOf(entry).flatMap((sku) => sellerOf(sku) ?? []))
      if (!seller || others.length > 0) return undefined
      // A product that the brand has named is not taken for another one that it names now.
      const isFree = seller.external_id === null || (mayRename && !entry.isNamed)
      return isFree ? seller : undefined
    },
  }
}
