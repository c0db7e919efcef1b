import { brandOf } from '../../domain/actor.ts'
import { operatorTag } from '../../http/operator-api.ts'
import type { Module } from '../../module.ts'
import { fill } from '../../platform/extension-points.ts'
import { availabilityCopy } from '../stock/index.ts'
import { discountRuleActivity, productActivity } from './activity.ts'
import { seedCatalogDemo } from './demo/demo.ts'
import { storeImagesJob } from './image-fetches.ts'
import { discountRule } from './prices/discount-rule-resources.ts'
import { discountRuleRoutes } from './prices/discount-rule-routes.ts'
import { pricePreview } from './prices/price-preview-resources.ts'
import { pricePreviewRoutes } from './prices/price-preview-routes.ts'
import { productFlags } from './product-flags.ts'
import { productPictureRoutes, productPictures } from './product-picture-routes.ts'
import { productRoutes } from './product-routes.ts'
import { loadProducts, loadProductsOfVariants } from './products.ts'
import { product, productOption, productVariant, variantPrice } from './resources.ts'
import { catalogRoutes } from './routes.ts'
import { purgePicturesJob } from './unused-pictures.ts'
import { loadVariants, loadVariantsOfProducts, loadVariantsWithProducts } from './variants.ts'

export { internalIan } from './demo/ian.ts'
export { queueImages, releaseImages } from './image-fetches.ts'
export {
  byOrder,
  imagesOf,
  isAt,
  ownImages,
  type StoredImage,
  shownAddress,
  variantImages,
} from './images.ts'
export {
  type KnownProduct,
  type KnownVariant,
  lastPosition,
  lockProducts,
  saveProducts,
} from './known-products.ts'
export {
  addProducts,
  addVariants,
  type NewProduct,
  type NewVariant,
  type ProductColumns,
} from './new-products.ts'
export { orderablePrices } from './prices/retailer-prices.ts'
export { archiveVariants } from './product-flags.ts'
export {
  type BoughtVariant,
  boughtVariants,
  type VariantName,
  variantNames,
  variantTitles,
  withAddresses,
} from './variant-names.ts'
export {
  countedVariants,
  foreignVariants,
  listOrderableVariants,
  namedVariants,
  type OrderableVariant,
  variantsBySku,
} from './variants.ts'

export const catalog: Module = {
  name: 'catalog',
  schemas: ['catalog'],
  fills: [fill(availabilityCopy, productFlags)],
  tags: { Catalog: 'Products, variants, their stock and their prices.', ...operatorTag },
  resources: [
    product,
    productPictures,
    productVariant,
    productOption,
    variantPrice,
    discountRule,
    pricePreview,
  ],
  loaders: {
    product: ({ db, actor }, ids) => loadProducts(db, brandOf(actor), ids),
    productVariant: ({ db, actor }, ids) => loadVariants(db, brandOf(actor), ids),
    variantsWithProducts: ({ db, actor }, ids) => loadVariantsWithProducts(db, brandOf(actor), ids),
    variantsOfProducts: ({ db, actor }, ids) => loadVariantsOfProducts(db, brandOf(actor), ids),
    productOption: ({ db, actor }, ids) => loadVariants(db, brandOf(actor), ids),
    productsOfVariants: ({ db, actor }, ids) => loadProductsOfVariants(db, brandOf(actor), ids),
    optionsOfProducts: ({ db, actor }, ids) => loadVariantsOfProducts(db, brandOf(actor), ids),
  },
  activity: [productActivity, discountRuleActivity],
  jobs: [storeImagesJob, purgePicturesJob],
  routes(http) {
    productRoutes(http)
    productPictureRoutes(http)
    catalogRoutes(http)
    discountRuleRoutes(http)
    pricePreviewRoutes(http)
  },
  demo: seedCatalogDemo,
}
