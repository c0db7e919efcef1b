/** What people call the state of a product or a variant. */
import type { ListedProduct, ProductSummary, ProductVariant } from '../../api/catalog-queries.ts'
import { State } from '../../parts/state.tsx'
import { words } from '../../words/index.ts'

const { states } = words.catalog

type ProductAttributes = Pick<ListedProduct['attributes'], 'archived' | 'active' | 'outOfStock'>

export function ProductState({
  attributes: { archived, active, outOfStock },
  summary,
}: {
  attributes: ProductAttributes
  summary: ProductSummary | undefined
}) {
  if (archived) return <State tone="info">{states.archived}</State>
  if (!active) return <State tone="info">{states.notForSale}</State>
  if (outOfStock) return <State tone="bad">{states.outOfStock}</State>
  if (!summary) return null
  const { variantsCount, alwaysInStockCount, outOfStockCount } = summary
  if (outOfStockCount > 0) return <State tone="wait">{states.partlyOutOfStock}</State>
  // What is in stock needs no attention: it is said of nothing.
  return alwaysInStockCount === variantsCount ? <State tone="good">{states.alwaysInStock}</State> : null
}

export function VariantState({ variant }: { variant: Pick<ProductVariant, 'attributes'> }) {
  const { archivedAt, isAlwaysInStock, availableQuantity, inventoryPolicy } = variant.attributes
  if (archivedAt) return <State tone="info">{states.archived}</State>
  if (isAlwaysInStock) return <State tone="good">{states.alwaysInStock}</State>
  if ((availableQuantity ?? 0) > 0) return null
  return inventoryPolicy === 'continue' ? (
    <State tone="wait">{states.soldBeyondStock}</State>
  ) : (
    <State tone="bad">{states.outOfStock}</State>
  )
}
