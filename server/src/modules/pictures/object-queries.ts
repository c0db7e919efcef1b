/** The names of files in the file storage, those that no picture refers to among them. See `objects.ts`. */
import { oneOf, onNodeOf, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { Width } from './widths.ts'

export interface ObjectKey {
  brandId: BrandId
  object: string
}

/** Without the name of a picture: the same one may be stored again. */
export const objectName = ({ brandId, object }: ObjectKey): string => `pictures/${brandId}/${object}.webp`

/** Before files are put there: should nothing refer to them by `dueAt`, they are deleted. */
export async function addLooseObjects(
  db: Queryable,
  brandId: BrandId,
  objects: readonly string[],
  dueAt: Date,
): Promise<void> {
  await onNodeOf(
    brandId,
    db`
    insert into pictures.loose_objects (brand_id, object, due_at)
    select ${brandId}, object, ${dueAt}
    from unnest(${objects as string[]}::uuid[]) as new (object)`,
  )
}

/** Of all pictures, which are about to be deleted. */
export async function loosenAll(tx: Queryable, dueAt: Date): Promise<void> {
  const brands = await tx<{ brand_id: BrandId }[]>`
    select distinct brand_id from pictures.files where object is not null`
  for (const { brand_id } of brands) {
    await onNodeOf(
      brand_id,
      tx`
      insert into pictures.loose_objects (brand_id, object, due_at)
      select ${brand_id}, object, ${dueAt} from pictures.files
      where brand_id = ${brand_id} and object is not null`,
    )
  }
}

/** In the transaction that refers to files. Returns how many of them it may refer to; no others are deleted later. */
export async function takeLooseObjects(
  tx: Queryable,
  brandId: BrandId,
  objects: readonly string[],
): Promise<number> {
  const taken = await tx`
    delete from pictures.loose_objects
    where brand_id = ${brandId} and object = ${oneOf(tx, objects)} and not is_deleting
    returning object`
  return taken.length
}

/** Those that are due; uses loose_objects_due_idx. */
export async function listDueObjects(db: Queryable, now: Date, limit: number): Promise<ObjectKey[]> {
  return await db<ObjectKey[]>`
    select brand_id as "brandId", object from pictures.loose_objects
    where due_at <= ${now}
    order by due_at, object
    limit ${limit}`
}

/** From here on nothing may refer to them. Returns those that nothing has referred to meanwhile. */
export async function beginDeleting(
  db: Queryable,
  brandId: BrandId,
  objects: readonly string[],
): Promise<string[]> {
  const begun = await db<{ object: string }[]>`
    update pictures.loose_objects set is_deleting = true
    where brand_id = ${brandId} and object = ${oneOf(db, objects)}
    returning object`
  return begun.map(({ object }) => object)
}

export async function forgetDeleted(
  db: Queryable,
  brandId: BrandId,
  objects: readonly string[],
): Promise<void> {
  await db`
    delete from pictures.loose_objects
    where brand_id = ${brandId} and object = ${oneOf(db, objects)} and is_deleting`
}

/** Of a file of a picture. */
export interface FileKey {
  brandId: BrandId
  pictureId: string
  width: Width
}

export interface PlacedFile extends FileKey {
  bytes: Buffer | null
  object: string | null
  digest: Buffer
}

export type Place = 'storage' | 'database'

const isIn = (db: Queryable, place: Place) =>
  place === 'storage' ? db`object is not null` : db`object is null`

/** The files that are in a place, behind a key in the order of keys. */
export async function listFiles(
  db: Queryable,
  place: Place,
  { after, limit }: { after: FileKey | undefined; limit: number },
): Promise<PlacedFile[]> {
  const isBehind = after
    ? db`and (brand_id, picture_id, width) > (${after.brandId}, ${after.pictureId}, ${after.width})`
    : db``
  return await db<PlacedFile[]>`
    select brand_id as "brandId", picture_id as "pictureId", width, bytes, object, digest
    from pictures.files
    where ${isIn(db, place)} ${isBehind}
    order by brand_id, picture_id, width
    limit ${limit}`
}

/** Any files of the file storage. */
export async function sampleObjects(db: Queryable, limit: number): Promise<ObjectKey[]> {
  return await db<ObjectKey[]>`
    select brand_id as "brandId", object from pictures.files where object is not null limit ${limit}`
}

export async function countFiles(db: Queryable, place: Place): Promise<number> {
  const [{ count = 0 } = {}] = await db<{ count: number }[]>`
    select count(*)::int as count from pictures.files where ${isIn(db, place)}`
  return count
}

/** Changes where a file is, unless that has changed meanwhile. Returns whether it did. */
export async function placeFile(
  tx: Queryable,
  { brandId, pictureId, width, object: from }: PlacedFile,
  { bytes, object }: Pick<PlacedFile, 'bytes' | 'object'>,
): Promise<boolean> {
  const placed = await tx`
    update pictures.files set bytes = ${bytes}, object = ${object}
    where brand_id = ${brandId} and picture_id = ${pictureId} and width = ${width}
      and object is not distinct from ${from}::uuid
    returning width`
  return placed.length > 0
}
