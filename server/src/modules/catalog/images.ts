/** The images of products and variants, as their rows have them and as the API shows them. Pure functions. */
import type { BrandId } from '../../platform/ids.ts'
import { type Asked, imageAddress, readPicturePath } from '../pictures/index.ts'

/** An item of the column `images`. */
export interface StoredImage {
  order: number
  /** A path of this server for a picture that it keeps, else an address elsewhere. */
  url: string
  /** The address that a kept picture was fetched from by an import. */
  source?: string
  /** For people who do not see it. */
  alternativeText?: string
}

/** Rows hold what JSON holds. */
export const imagesOf = ({ images }: { images?: unknown }) => (images ?? []) as readonly StoredImage[]

export const byOrder = (a: StoredImage, b: StoredImage) => a.order - b.order

/**
 * Whether an address means this image: it is the image's own, with whatever host, or the one that the image was fetched from.
 * So clients can send back what they read, and an import that repeats an address changes nothing.
 */
export const isAt = ({ url, source }: StoredImage, address: string): boolean =>
  address === url || address === source || (url.startsWith('/') && pathOf(address)?.endsWith(url) === true)

const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : undefined)

/** The images of the product, followed by those of the variant. */
export function variantImages(ofProduct: readonly StoredImage[], own: readonly StoredImage[]): StoredImage[] {
  const last = ofProduct.at(-1)?.order ?? 0
  return [...ofProduct, ...own.toSorted(byOrder).map((image, i) => ({ ...image, order: last + 1 + i }))]
}

/** The images of a variant without those inherited from its product. */
export function ownImages(
  images: readonly StoredImage[],
  ofProduct: readonly StoredImage[],
): readonly StoredImage[] {
  const inherits = ofProduct.every(
    ({ order, url }, i) => images[i]?.order === order && images[i]?.url === url,
  )
  return inherits ? images.slice(ofProduct.length) : images
}

export interface ShownImage {
  order: number
  url: string
}

/** As the API shows them, by their order. */
export const shownImages = (images: readonly StoredImage[], asked: Asked): ShownImage[] =>
  images.toSorted(byOrder).map(({ order, url }) => ({ order, url: imageAddress(asked, url) }))

export const shownAddress = (url: string | null, asked: Asked): string | null =>
  url === null ? null : imageAddress(asked, url)

/** The ids of the pictures among some images that are kept here for the brand. */
export const keptPictures = (brandId: BrandId, images: readonly StoredImage[]): string[] =>
  images.flatMap(({ url }) => {
    const kept = readPicturePath(url)
    return kept?.brandId === brandId ? [kept.id] : []
  })
