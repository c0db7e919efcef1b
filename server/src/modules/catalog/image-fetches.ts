/**
 * Keeps copies of the images that imports name by addresses elsewhere, so that the catalog does not depend on other hosts: an
 * image that disappears there stays. An import does not wait for it.
 *
 *   import ──▶ product is queued ──▶ images downloaded and converted ──▶ addresses of the product replaced ──▶ not queued
 *                    ▲                              │
 *                    └── later, twice ── download failed ──▶ the address elsewhere stays
 */
import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import { Type } from 'typebox'
import { onNodeOf, type Queryable } from '../../platform/database.ts'
import { StorageFailed } from '../../platform/file-storage/file-storage.ts'
import type { BrandId, ProductId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { enqueue, job } from '../../platform/jobs/jobs.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import {
  claimPictures,
  fetchPicture,
  ownPicture,
  PictureRefused,
  picturePath,
  releasePictures,
  storePicture,
} from '../pictures/index.ts'
import { imagesOf, keptPictures, type StoredImage } from './images.ts'

/** Other jobs wait for a run of this one; the rest follows in the next run. */
const RUN_MS = 10_000
/** Products whose images are downloaded beside each other. */
const AHEAD = 8
/** For all brands of this process: more pictures at once would be refused by those who convert them. */
const inTurn = pLimit(AHEAD)
/** A host that is away for a moment, and one that is away for an afternoon. */
const RETRY_MINUTES = [10, 240]

export const storeImagesJob = job('store-images', {
  meaning: 'Downloads the images that an import has named, and keeps copies of them.',
  lost: 'The images stay at their addresses elsewhere until an import names them again.',
  payload: Type.Object({ brandId: Type.String() }),
  run: (platform, { brandId }) => storeImages(platform, brandId),
})

/** In the transaction that has written the products. */
export async function queueImages(
  work: Work,
  brandId: BrandId,
  productIds: readonly ProductId[],
): Promise<void> {
  if (productIds.length === 0) return
  const { db: tx, clock } = work
  await onNodeOf(
    brandId,
    tx`
    insert into catalog.image_fetches (brand_id, product_id, due_at)
    select ${brandId}, product_id, ${clock.now()}
    from unnest(${productIds as string[]}::uuid[]) as product (product_id)
    order by product_id
    on conflict (brand_id, product_id) do update set due_at = excluded.due_at, failures = 0`,
  )
  await enqueue(work, storeImagesJob, [{ brandId }], { key: keyOf(brandId) })
}

const keyOf = (brandId: BrandId) => `store-images/${brandId}`

interface DueProduct {
  id: ProductId
  failures: number
}

async function storeImages(platform: Platform, brandId: BrandId): Promise<void> {
  const { db, clock } = platform
  const startedAt = performance.now()
  while (performance.now() - startedAt < RUN_MS) {
    const due = await db<DueProduct[]>`
      select product_id as id, failures from catalog.image_fetches
      where brand_id = ${brandId} and due_at <= ${clock.now()}
      order by due_at, product_id
      limit ${AHEAD}`
    if (due.length === 0) break
    await storeImagesOf(platform, brandId, due)
  }
  const [next] = await db<{ due_at: Date }[]>`
    select due_at from catalog.image_fetches where brand_id = ${brandId} order by due_at limit 1`
  // A run that has begun meanwhile for a new import replaces this one, and finds the same.
  if (next)
    await enqueue(platform, storeImagesJob, [{ brandId }], { key: keyOf(brandId), runAt: next.due_at })
}

async function storeImagesOf(
  platform: Platform,
  brandId: BrandId,
  products: readonly DueProduct[],
): Promise<void> {
  const sets = new Map<ProductId, readonly string[]>()
  for (const { id } of products) sets.set(id, await addressesElsewhere(platform.db, brandId, id))
  const addresses = [...new Set([...sets.values()].flat())]
  const outcomes = new Map(
    await Promise.all(
      addresses.map(async (url) => [url, await inTurn(() => keep(platform, brandId, url))] as const),
    ),
  )
  for (const { id, failures } of products) {
    const isFailed = sets.get(id)?.some((url) => outcomes.get(url) === 'failed') ?? false
    await finishProduct(platform, brandId, { id, failures: isFailed ? failures + 1 : 0 }, outcomes)
  }
}

async function addressesElsewhere(db: Queryable, brandId: BrandId, id: ProductId): Promise<string[]> {
  return elsewhere(await readImages(db, brandId, id))
}

function elsewhere(rows: readonly ImagesRow[]): string[] {
  const urls = rows.flatMap((row) => imagesOf(row).map(({ url }) => url))
  return [...new Set(urls.filter((url) => !url.startsWith('/')))]
}

interface ImagesRow {
  id: string
  of: 'product' | 'variant'
  images: unknown
}

const readImages = (db: Queryable, brandId: BrandId, id: ProductId) => db<ImagesRow[]>`
  select id, 'product' as of, images from catalog.products where brand_id = ${brandId} and id = ${id}
  union all
  select id, 'variant' as of, images from catalog.variants where brand_id = ${brandId} and product_id = ${id}`

/** The path of a kept copy; `failed` if a later attempt may succeed, `refused` if none will. */
type Outcome = { path: string } | 'failed' | 'refused'

async function keep(platform: Platform, brandId: BrandId, url: string): Promise<Outcome> {
  const own = ownPicture(brandId, url)
  if (own) return { path: picturePath(own) }
  let bytes: Buffer
  try {
    bytes = await fetchPicture(platform.outbound, url)
  } catch (error) {
    if (error instanceof PictureRefused) return 'failed'
    throw error
  }
  try {
    const { row } = await storePicture(platform, brandId, bytes)
    return { path: picturePath({ brandId, id: row.id }) }
  } catch (error) {
    if (error instanceof PictureRefused) return 'refused'
    if (error instanceof StorageFailed) return 'failed'
    throw error
  }
}

/** Replaces the addresses in one transaction, so that a product and its variants agree. */
async function finishProduct(
  work: Work,
  brandId: BrandId,
  { id, failures }: DueProduct,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  await inTransaction(work, async ({ db: tx, clock }) => {
    const now = clock.now()
    // The lock of the product is that of its variants too.
    await tx`select from catalog.products where brand_id = ${brandId} and id = ${id} for no key update`
    const before = await readImages(tx, brandId, id)
    const after = before.map((row) => ({ ...row, images: replaced(imagesOf(row), outcomes) }))
    const used = after.flatMap(({ images }) => keptPictures(brandId, images))
    const known = await claimPictures(tx, brandId, [...new Set(used)])
    const changed = after.filter(
      ({ images }, i) =>
        !isDeepStrictEqual(images, before[i]?.images) &&
        // A picture that was deleted meanwhile is downloaded again with the next import.
        keptPictures(brandId, images).every((picture) => known.has(picture)),
    )
    await writeImages(tx, brandId, changed, now)
    // An import has named others meanwhile, and has queued the product again.
    if (elsewhere(before).some((url) => !outcomes.has(url))) return
    const minutes = failures > 0 ? RETRY_MINUTES[failures - 1] : undefined
    if (minutes === undefined) {
      await tx`delete from catalog.image_fetches where brand_id = ${brandId} and product_id = ${id}`
      return
    }
    const dueAt = new Date(now.getTime() + minutes * 60_000)
    await tx`
      update catalog.image_fetches set due_at = ${dueAt}, failures = ${failures}
      where brand_id = ${brandId} and product_id = ${id}`
  })
}

const replaced = (images: readonly StoredImage[], outcomes: ReadonlyMap<string, Outcome>): StoredImage[] =>
  images.map((image) => {
    const outcome = outcomes.get(image.url)
    return typeof outcome === 'object' ? { ...image, url: outcome.path, source: image.url } : image
  })

async function writeImages(
  tx: Queryable,
  brandId: BrandId,
  changed: readonly ImagesRow[],
  now: Date,
): Promise<void> {
  const asJson = (of: ImagesRow['of']) =>
    JSON.stringify(changed.filter((row) => row.of === of).map(({ id, images }) => ({ id, images })))
  if (changed.some(({ of }) => of === 'product')) {
    await tx`
      update catalog.products
      set images = changed.images, updated_at = ${now}
      from json_to_recordset(${asJson('product')}::text::json) as changed (id uuid, images jsonb)
      where products.brand_id = ${brandId} and products.id = changed.id`
  }
  if (changed.some(({ of }) => of === 'variant')) {
    await tx`
      update catalog.variants
      set images = changed.images, updated_at = ${now}
      from json_to_recordset(${asJson('variant')}::text::json) as changed (id uuid, images jsonb)
      where variants.brand_id = ${brandId} and variants.id = changed.id`
  }
}

/** In the transaction that replaces images. Whether something else shows a picture among them is found out before it is deleted. */
export async function releaseImages(
  { db: tx, clock }: Pick<Work, 'db' | 'clock'>,
  brandId: BrandId,
  former: readonly StoredImage[],
): Promise<void> {
  await releasePictures(tx, brandId, [...new Set(keptPictures(brandId, former))], clock.now())
}
