/** Finds the products of the catalog that the entries of a batch refer to, by external id or sku. */

import type { CheckedEntry } from '@tradehall/product-files'
import type { KnownProduct } from '../../catalog/index.ts'

export interface ProductLookup {
  /** Finds the product by external id, or else by skus if they all belong to one product. */
  find(entry: CheckedEntry, options: { mayRename: boolean }): KnownProduct | undefined
  /** The product with a live variant of this sku. */
  sellerOf(sku: string): KnownProduct | undefined
}

export const skusOf = ({ attributes }: CheckedEntry): string[] =>
  (attributes.variants ?? []).flatMap(({ sku }) => sku ?? [])

export function createProductLookup(products: readonly KnownProduct[]): ProductLookup {
  const named = new Map(products.map((product) => [product.external_id, product]))
  // The skus of archived variants may be used by other products.
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
      // A product with an external id is never matched by sku with an entry that has a different external id.
      const isFree = seller.external_id === null || (mayRename && !entry.isNamed)
      return isFree ? seller : undefined
    },
  }
}
