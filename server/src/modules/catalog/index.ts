import { brandOf } from '../../http/actor.ts'
import type { Module } from '../../module.ts'
import { seedCatalogDemo } from './demo.ts'
import { loadProducts } from './products.ts'
import { product, productOption, productVariant, variantPrice } from './resources.ts'
import { catalogRoutes } from './routes.ts'
import { loadVariants, loadVariantsOfProducts } from './variants.ts'

export { addProducts, type NewProduct, type NewVariant } from './additions.ts'
export {
  brandOfDiscountRule,
  createDiscountRule,
  type DiscountRule,
  type DiscountRuleRow,
  deleteDiscountRule,
  findDiscountRule,
  listDiscountRules,
  updateDiscountRule,
} from './discount-rules.ts'
export { generateProducts } from './generated-products.ts'
export { type OrderablePriceRow, orderablePrices } from './prices.ts'
export { type VariantName, variantNames } from './variant-names.ts'
export { foreignVariants, listOrderableVariants, type OrderableVariant } from './variants.ts'

export const catalog: Module = {
  name: 'catalog',
  schemas: ['catalog'],
  tags: { Catalog: 'Products, variants, their stock and their prices.' },
  resources: [product, productVariant, productOption, variantPrice],
  loaders: {
    product: ({ db, actor }, ids) => loadProducts(db, brandOf(actor), ids),
    productVariant: ({ db, actor }, ids) => loadVariants(db, brandOf(actor), ids),
    variantsOfProducts: ({ db, actor }, ids) => loadVariantsOfProducts(db, brandOf(actor), ids),
    productOption: ({ db, actor }, ids) => loadVariants(db, brandOf(actor), ids),
    optionsOfProducts: ({ db, actor }, ids) => loadVariantsOfProducts(db, brandOf(actor), ids),
  },
  routes: catalogRoutes,
  demo: seedCatalogDemo,
}
