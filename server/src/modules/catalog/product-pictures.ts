/** The pictures of a product, as its brand arranges them. Its variants inherit them, before those of their own. */
import { isDeepStrictEqual } from 'node:util'
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import type { CurrentVersion } from '../../domain/expected-version.ts'
import { missing } from '../../domain/ownership.ts'
import { pointTo, unprocessable } from '../../domain/problems.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import type { BrandId, ProductId } from '../../platform/ids.ts'
import { type RowVersion, versionOf } from '../../platform/queries/row-version.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import { claimPictures, picturePath } from '../pictures/index.ts'
import { releaseImages } from './image-fetches.ts'
import { imagesOf, isAt, ownImages, type StoredImage, variantImages } from './images.ts'
import { productExists } from './products.ts'

export interface ProductPicturesRow extends RowVersion {
  id: ProductId
  images: readonly StoredImage[]
  updated_at: Date
}

/** A picture that the brand has stored, or an image that the product has already, by its address. */
export interface WantedPicture {
  picture?: string
  url?: string
  alternativeText?: string
}

/** More than anybody looks at; each is part of every reading of the product. */
export const MAX_PICTURES = 20

export async function findProductPictures(
  db: Queryable,
  brandId: BrandId,
  id: ProductId,
): Promise<ProductPicturesRow> {
  const [row] = await db<ProductPicturesRow[]>`
    select id, images, updated_at, xmin as row_version
    from catalog.products
    where brand_id = ${brandId} and id = ${id}`
  if (!row) throw missing('product', id, { exists: await productExists(db, id) })
  return row
}

export const picturesVersion = ({ id, row_version, updated_at }: ProductPicturesRow): string =>
  versionOf([id, row_version, updated_at])

/** Locks the product and returns its version, for a write that expects one. Undefined if the brand has no such product. */
export async function lockPicturesVersion(
  tx: Transaction,
  brandId: BrandId,
  id: ProductId,
): Promise<CurrentVersion | undefined> {
  const locked = await lockImages(tx, brandId, id)
  // The version is read by another statement, because the snapshot of the first one is older than its lock.
  return locked && { version: picturesVersion(await findProductPictures(tx, brandId, id)) }
}

/** Replaces all pictures of a product, and what its variants inherit of them. `at` is the pointer to them in the request. */
export async function setProductPictures(
  work: Work,
  brandId: BrandId,
  id: ProductId,
  wanted: readonly WantedPicture[],
  at: string,
): Promise<ProductPicturesRow> {
  return await inTransaction(work, async ({ db: tx, clock }) => {
    const known = await lockImages(tx, brandId, id)
    if (!known) throw missing('product', id, { exists: await productExists(tx, id) })
    const before = imagesOf(known)
    const after = await arranged(tx, brandId, before, wanted, at)
    if (!isDeepStrictEqual(after, before)) {
      const now = clock.now()
      const removed = before.filter(({ url }) => !after.some((image) => image.url === url))
      await saveImages(tx, brandId, id, { before, after, now })
      await releaseImages({ db: tx, clock }, brandId, removed)
    }
    return await findProductPictures(tx, brandId, id)
  })
}

async function lockImages(
  tx: Queryable,
  brandId: BrandId,
  id: ProductId,
): Promise<{ images: unknown } | undefined> {
  const [row] = await tx<{ images: unknown }[]>`
    select images from catalog.products where brand_id = ${brandId} and id = ${id} for no key update`
  return row
}

async function arranged(
  tx: Queryable,
  brandId: BrandId,
  before: readonly StoredImage[],
  wanted: readonly WantedPicture[],
  at: string,
): Promise<StoredImage[]> {
  const stored = await claimPictures(
    tx,
    brandId,
    wanted.flatMap(({ picture }) => picture ?? []),
  )
  const problems: Problem[] = []
  const images = wanted.map(({ picture, url, alternativeText }, i): StoredImage => {
    const pointer = `${at}.${i}`
    const path = picture === undefined ? undefined : picturePath({ brandId, id: picture })
    const kept = before.find((image) => (path ? image.url === path : url !== undefined && isAt(image, url)))
    if ((picture === undefined) === (url === undefined)) {
      problems.push(unprocessable('Expected picture or url, one of the two.', pointTo(pointer)))
    } else if (!kept && picture !== undefined && !stored.has(picture)) {
      problems.push(
        unprocessable(
          'Expected the id of a picture of the brand: upload it first.',
          pointTo(pointer, 'picture'),
        ),
      )
    } else if (!kept && url !== undefined) {
      const detail =
        'Expected an address that the product has. To add a picture from the web, store it first.'
      problems.push(unprocessable(detail, pointTo(pointer, 'url')))
    }
    return {
      order: i + 1,
      url: kept?.url ?? path ?? '',
      ...(kept?.source !== undefined && { source: kept.source }),
      ...(alternativeText !== undefined && alternativeText !== '' && { alternativeText }),
    }
  })
  const repeated = images.findIndex(({ url }, i) => images.findIndex((other) => other.url === url) < i)
  if (problems.length === 0 && repeated >= 0) {
    problems.push(unprocessable('This picture is there twice.', pointTo(`${at}.${repeated}`)))
  }
  if (problems.length > 0) throw joinProblems(problems)
  return images
}

async function saveImages(
  tx: Queryable,
  brandId: BrandId,
  id: ProductId,
  { before, after, now }: { before: readonly StoredImage[]; after: readonly StoredImage[]; now: Date },
): Promise<void> {
  await tx`
    update catalog.products
    set images = ${JSON.stringify(after)}::text::jsonb, updated_at = ${now}
    where brand_id = ${brandId} and id = ${id}`
  // The lock of the product is that of its variants too.
  const variants = await tx<{ id: string; images: unknown }[]>`
    select id, images from catalog.variants where brand_id = ${brandId} and product_id = ${id}`
  const changed = variants.flatMap((variant) => {
    const own = ownImages(imagesOf(variant), before)
    // One that shows nothing of the product, such as a colour with pictures of its own, does not begin to.
    if (before.length > 0 && own.length === imagesOf(variant).length) return []
    const images = variantImages(after, own)
    return isDeepStrictEqual(images, variant.images) ? [] : [{ id: variant.id, images }]
  })
  if (changed.length === 0) return
  await tx`
    update catalog.variants
    set images = changed.images, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(changed)}::text::json) as changed (id uuid, images jsonb)
    where variants.brand_id = ${brandId} and variants.id = changed.id`
}
