/** Deletes pictures that no product refers to any more: uploaded and never used, or removed from all products. */
import { Type } from 'typebox'
import { oneOfTexts, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { job } from '../../platform/jobs/jobs.ts'
import type { Work } from '../../platform/work.ts'
import { claimPictures, deletePictures, listUnused, picturePath, readPicturePath } from '../pictures/index.ts'

const ONE_DAY_MS = 24 * 3_600_000
/** Long enough to arrange what was uploaded, and to put back what was removed by mistake. */
const KEPT_MS = 7 * ONE_DAY_MS
const BATCH = 200

export const purgePicturesJob = job('purge-unused-pictures', {
  meaning: 'Deletes pictures that no product has shown for a week.',
  payload: Type.Object({}),
  everyMs: ONE_DAY_MS,
  async run(platform) {
    const deleted = await purgeUnusedPictures(platform)
    if (deleted > 0) platform.log.info({ deleted }, 'deleted pictures that no product shows')
  },
})

export async function purgeUnusedPictures({ db, clock }: Pick<Work, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  let deleted = 0
  for (let found = BATCH; found === BATCH; ) {
    const unused = await listUnused(db, before, BATCH)
    found = unused.length
    for (const [brandId, pictures] of Map.groupBy(unused, ({ brand_id }) => brand_id)) {
      const ids = pictures.map(({ id }) => id)
      const used = await usedPictures(db, brandId, ids)
      await claimPictures(db, brandId, [...used])
      const rest = ids.filter((id) => !used.has(id))
      if (rest.length > 0) deleted += await deletePictures({ db, clock }, brandId, rest, before)
    }
  }
  return deleted
}

/** Reads all images of the brand: there is no index, because a picture is removed seldom. */
async function usedPictures(
  db: Queryable,
  brandId: BrandId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const paths = ids.map((id) => picturePath({ brandId, id }))
  const rows = await db<{ url: string }[]>`
    select distinct image ->> 'url' as url
    from (
      select images from catalog.products where brand_id = ${brandId}
      union all
      select images from catalog.variants where brand_id = ${brandId}
    ) as shown
    cross join jsonb_array_elements(images) as image
    where image ->> 'url' = ${oneOfTexts(db, paths)}`
  return new Set(rows.flatMap(({ url }) => readPicturePath(url)?.id ?? []))
}
