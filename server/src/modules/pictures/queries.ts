import { oneOf, onNodeOf, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { FindOwned } from '../../platform/queries/owned.ts'
import type { PicturesPicturesRow } from '../../platform/rows.ts'
import type { PictureKey } from './picture-paths.ts'
import type { Width } from './widths.ts'

export type PictureRow = Omit<PicturesPicturesRow, 'unused_since'>

const columns = (db: Queryable) => db`brand_id, id, width, height, created_at`

export const findPicture: FindOwned<PictureRow> = async (db, brandId, id) => {
  const [picture] = await db<PictureRow[]>`
    select ${columns(db)} from pictures.pictures where brand_id = ${brandId} and id = ${id}`
  return picture
}

/** Whether any brand has the picture, for telling 403 from 404 only. Uses pictures_id_idx. */
export async function pictureExists(db: Queryable, id: string): Promise<boolean> {
  const found = await db`select from pictures.pictures where id = ${id} limit 1`
  return found.length > 0
}

/** Marks pictures as used, for good with the transaction that refers to them. Returns the ids that are pictures of the brand. */
export async function claimPictures(
  tx: Queryable,
  brandId: BrandId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await tx<{ id: string }[]>`
    update pictures.pictures set unused_since = null
    where brand_id = ${brandId} and id = ${oneOf(tx, ids)}
    returning id`
  return new Set(found.map(({ id }) => id))
}

/** Something does not refer to these pictures any more; whether anything else does is found out later. */
export async function releasePictures(
  tx: Queryable,
  brandId: BrandId,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx`
    update pictures.pictures set unused_since = ${now}
    where brand_id = ${brandId} and id = ${oneOf(tx, ids)}`
}

export interface UnusedPicture {
  brand_id: BrandId
  id: string
}

/** Those that are unused since before a moment; uses pictures_unused_idx. */
export async function listUnused(db: Queryable, before: Date, limit: number): Promise<UnusedPicture[]> {
  return await db<UnusedPicture[]>`
    select brand_id, id from pictures.pictures
    where unused_since < ${before}
    order by unused_since, id
    limit ${limit}`
}

/**
 * Deletes those that nobody has claimed meanwhile, with their files; those in the file storage are deleted at `looseUntil`.
 * Returns how many pictures.
 */
export async function deleteUnused(
  db: Queryable,
  brandId: BrandId,
  ids: readonly string[],
  { before, looseUntil }: { before: Date; looseUntil: Date },
): Promise<number> {
  const deleted = await onNodeOf(
    brandId,
    db`
    with deleted as (
      delete from pictures.pictures
      where brand_id = ${brandId} and id = ${oneOf(db, ids)} and unused_since < ${before}
      returning id
    ), loosened as (
      insert into pictures.loose_objects (brand_id, object, due_at)
      select ${brandId}, object, ${looseUntil}
      from pictures.files
      join deleted on deleted.id = files.picture_id
      where files.brand_id = ${brandId} and object is not null
    )
    select id from deleted`,
  )
  return deleted.length
}

/** Finds a picture that is sent again. It is not deleted before it would be if it were new. */
export async function touchPicture(
  db: Queryable,
  { brandId, id }: PictureKey,
  now: Date,
): Promise<PictureRow | undefined> {
  const [picture] = await db<PictureRow[]>`
    update pictures.pictures set unused_since = case when unused_since is not null then ${now}::timestamptz end
    where brand_id = ${brandId} and id = ${id}
    returning ${columns(db)}`
  return picture
}

export interface NewFile {
  width: Width
  /** Null if the file is in the file storage, where it is called `object`. */
  bytes: Uint8Array | null
  object: string | null
  size: number
  digest: Uint8Array
}

/** Of two that store the same picture at once, the second changes nothing. Returns the objects that are files of it now. */
export async function insertPicture(
  db: Queryable,
  { brand_id, id, width, height, created_at, unused_since }: PictureRow & { unused_since: Date | null },
  files: readonly NewFile[],
): Promise<string[]> {
  const inserted = await onNodeOf(
    brand_id,
    db<{ object: string | null }[]>`
    with added as (
      insert into pictures.pictures (brand_id, id, width, height, created_at, unused_since)
      values (${brand_id}, ${id}, ${width}, ${height}, ${created_at}, ${unused_since})
      on conflict (brand_id, id) do update set unused_since = excluded.unused_since
      returning id
    )
    insert into pictures.files (brand_id, picture_id, width, bytes, object, size, digest)
    select ${brand_id}, added.id, file.width, file.bytes, file.object, file.size, file.digest
    from added
    cross join unnest(
      ${files.map(({ width }) => width)}::integer[],
      ${files.map(({ bytes }) => bytes)}::bytea[],
      ${files.map(({ object }) => object)}::uuid[],
      ${files.map(({ size }) => size)}::integer[],
      ${files.map(({ digest }) => digest)}::bytea[]
    ) as file (width, bytes, object, size, digest)
    on conflict (brand_id, picture_id, width) do nothing
    returning object`,
  )
  return inserted.flatMap(({ object }) => object ?? [])
}

export interface StoredFile {
  bytes: Buffer | null
  object: string | null
  digest: Buffer
}

/** Of several pictures, in one width. */
export async function findFiles(
  db: Queryable,
  brandId: BrandId,
  ids: readonly string[],
  width: Width,
): Promise<(StoredFile & { id: string })[]> {
  if (ids.length === 0) return []
  return await db<(StoredFile & { id: string })[]>`
    select picture_id as id, bytes, object, digest from pictures.files
    where brand_id = ${brandId} and picture_id = ${oneOf(db, ids)} and width = ${width}`
}

export async function findFile(
  db: Queryable,
  { brandId, id }: PictureKey,
  width: Width,
): Promise<StoredFile | undefined> {
  const [file] = await db<StoredFile[]>`
    select bytes, object, digest from pictures.files
    where brand_id = ${brandId} and picture_id = ${id} and width = ${width}`
  return file
}
