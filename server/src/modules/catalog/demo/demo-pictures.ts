/** The pictures of the demo catalog: drawn by `npm run generate`, stored like those that brands upload. */
import { readFile } from 'node:fs/promises'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { pictureId, picturePath, saveConverted } from '../../pictures/index.ts'
import type { StoredImage } from '../images.ts'
import type { NewProduct } from '../new-products.ts'

/** Beside `src`, in a clone and in the published package. */
export const DEMO_PICTURES = new URL('../../../../demo-pictures/webp/', import.meta.url)
export const DEMO_SIDE = 480

export const demoFile = (sku: string, width: number): string => `${sku.toLowerCase()}-${width}.webp`

/** As many as a product shows; further variants have theirs too. */
const OF_PRODUCT = 4

/** Stores a picture of each variant. A product has those of its first variants. */
export async function withPictures(
  work: Work,
  brandId: BrandId,
  products: readonly NewProduct[],
): Promise<NewProduct[]> {
  return await Promise.all(
    products.map(async (product) => {
      const paths = await Promise.all(product.variants.map(({ sku }) => storeDrawing(work, brandId, sku)))
      const image = (url: string, i: number): StoredImage => ({ order: i + 1, url })
      return {
        ...product,
        images: paths.slice(0, OF_PRODUCT).map(image),
        variants: product.variants.map((variant, i) => ({ ...variant, images: [image(paths[i] ?? '', 0)] })),
      }
    }),
  )
}

async function storeDrawing(work: Work, brandId: BrandId, sku: string): Promise<string> {
  const [small, large] = await Promise.all(
    [160, DEMO_SIDE].map((width) => readFile(new URL(demoFile(sku, width), DEMO_PICTURES))),
  )
  // What it is called follows from its bytes, so that a drawing that changes gets another address.
  const id = pictureId(brandId, large as Buffer)
  const files = { 160: small as Buffer, 480: large as Buffer, 1440: large as Buffer }
  await saveConverted(work, brandId, id, { width: DEMO_SIDE, height: DEMO_SIDE, files }, { isUsed: true })
  return picturePath({ brandId, id })
}
