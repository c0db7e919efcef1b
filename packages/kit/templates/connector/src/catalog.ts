/** Stock and products. */
import type { Client, ImportProduct, Variant } from '@tradehall/client'
import { Refusal } from './settings.ts'

/** Sets how many pieces there are. To set the same number twice does no harm. */
export async function setStock(client: Client, sku: string, quantity: number): Promise<Variant> {
  const [variant] = await client.variants.list({ skus: [sku] }).toArray(1)
  if (!variant) throw new Refusal(`There is no variant with the SKU ${sku}.`)
  return await client.variants.setStock(variant.id, { stockQuantity: quantity })
}

export interface ImportOutcome {
  status: string
  imported: number
  failures: { product: string; issues: unknown }[]
}

/** Imports products, after any import that is open already, and tells the outcome of each. */
export async function importProducts(
  client: Client,
  products: Iterable<ImportProduct>,
): Promise<ImportOutcome> {
  const { operation, results } = await client.imports.run(products)
  const outcome: ImportOutcome = { status: operation.attributes.status, imported: 0, failures: [] }
  for await (const { attributes } of results) {
    const { status, externalProductId, issues } = attributes
    if (status === 'failure') outcome.failures.push({ product: externalProductId, issues })
    else outcome.imported++
  }
  return outcome
}
