import styles from './catalog.module.css'
import { ProductImage } from './product-image.tsx'

interface GoodsPicturesProps {
  /** The first of them. */
  goods: readonly { productVariantId: string; name: string; imageUrl: string | null }[]
  itemsCount: number
}

/** The names of the goods are on the page of the order: here their pictures only remind of them. */
export const GoodsPictures = ({ goods, itemsCount }: GoodsPicturesProps) => (
  <div className={styles.goods}>
    {goods.map(({ productVariantId, name, imageUrl }) => (
      <ProductImage key={productVariantId} url={imageUrl} alt="" name={name} />
    ))}
    {itemsCount > goods.length && <small>+{itemsCount - goods.length}</small>}
  </div>
)
