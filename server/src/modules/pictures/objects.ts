/**
 * Keeps files of pictures in the file storage. Bytes are there before a row refers to them, and each file has a name of its own
 * that is used once, so that neither a crash nor two at once can leave a row without its file:
 *
 *   listed as loose ──▶ put ──▶ row refers to it, not loose any more ──▶ picture deleted: loose ──▶ deleted some weeks later
 *          └────────── nothing has referred to it for a day ───────────────────────────────────────────────▲
 */
import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { Type } from 'typebox'
import { serviceUnavailable } from '../../domain/problems.ts'
import type { Queryable } from '../../platform/database.ts'
import { type FileStorage, StorageFailed } from '../../platform/file-storage/file-storage.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import {
  addLooseObjects,
  beginDeleting,
  forgetDeleted,
  listDueObjects,
  type ObjectKey,
  objectName,
  takeLooseObjects,
} from './object-queries.ts'
import { deleteUnused, type StoredFile } from './queries.ts'

const DAY_MS = 24 * 3_600_000
/** Far longer than any picture takes to be stored. */
const PUT_MS = DAY_MS
/** So a backup of the last weeks finds the files that its rows refer to. */
const DELETED_MS = 30 * DAY_MS
const TYPE = 'image/webp'
/** Requests at once of one process that moves or deletes files. */
export const AT_ONCE = 8
const BATCH = 200

/** When the files of a picture are deleted that is deleted now. */
export const looseUntil = (now: Date): Date => new Date(now.getTime() + DELETED_MS)

export const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Puts files there and returns their names. `saveRow` has to take them in its transaction. */
export async function putObjects(
  { db, clock, ids }: Work,
  storage: FileStorage,
  brandId: BrandId,
  files: readonly Uint8Array[],
): Promise<string[]> {
  const objects = files.map(() => ids.next())
  await addLooseObjects(db, brandId, objects, new Date(clock.now().getTime() + PUT_MS))
  await Promise.all(
    files.map((bytes, i) => storage.put(objectName({ brandId, object: objects[i] ?? '' }), bytes, TYPE)),
  )
  return objects
}

/** Runs `saveRow`, which returns the objects that rows refer to now, and lists those as loose no longer. */
export async function referToObjects(
  work: Work,
  brandId: BrandId,
  saveRow: (tx: Queryable) => Promise<readonly string[]>,
): Promise<void> {
  await inTransaction(work, async ({ db: tx }) => {
    const objects = await saveRow(tx)
    const taken = await takeLooseObjects(tx, brandId, objects)
    if (taken < objects.length) throw new Error('files of a picture have been deleted before it was stored')
  })
}

/** What it is without the bytes: undefined if the file storage has none, or others. */
export async function readObject(
  { files, log }: Pick<Platform, 'files' | 'log'>,
  key: ObjectKey,
  digest: Buffer,
): Promise<Buffer | undefined> {
  if (!files) throw new StorageFailed('Pictures are in a file storage, and TRADEHALL_FILES_URL is not set.')
  const bytes = await files.get(objectName(key))
  if (bytes && digestOf(bytes).equals(digest)) return bytes
  const what = bytes ? 'the file storage has other bytes than were stored' : 'the file storage lacks a file'
  log.error({ file: objectName(key) }, what)
  return undefined
}

export async function bytesOf(
  platform: Pick<Platform, 'files' | 'log'>,
  brandId: BrandId,
  { bytes, object, digest }: StoredFile,
): Promise<Buffer | undefined> {
  if (bytes || !object) return bytes ?? undefined
  return await readObject(platform, { brandId, object }, digest).catch((error) => {
    throw storageProblem(error, 'This picture cannot be read at present.')
  })
}

/** The problem that a client sees while the file storage cannot be used. */
export function storageProblem(error: unknown, sentence: string): unknown {
  if (!(error instanceof StorageFailed)) return error
  return serviceUnavailable(`${sentence} Try again in a minute.`, { headers: { 'retry-after': '60' } })
}

/** Deletes those pictures that nothing has used since `before`. Returns how many. */
export const deletePictures = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  brandId: BrandId,
  ids: readonly string[],
  before: Date,
): Promise<number> => deleteUnused(db, brandId, ids, { before, looseUntil: looseUntil(clock.now()) })

export const deleteLooseJob = job('delete-loose-files', {
  meaning: 'Deletes files of the file storage that no picture refers to any more.',
  payload: Type.Object({}),
  everyMs: DAY_MS,
  async run(platform) {
    const deleted = await deleteLooseObjects(platform)
    if (deleted > 0) platform.log.info({ deleted }, 'deleted files that no picture refers to')
  },
})

/** Without a file storage they stay until there is one again. Returns how many were deleted. */
export async function deleteLooseObjects({
  db,
  clock,
  files: storage,
}: Pick<Platform, 'db' | 'clock' | 'files'>): Promise<number> {
  if (!storage) return 0
  const inTurn = pLimit(AT_ONCE)
  let deleted = 0
  for (let found = BATCH; found === BATCH; ) {
    const due = await listDueObjects(db, clock.now(), BATCH)
    found = due.length
    for (const [brandId, keys] of Map.groupBy(due, ({ brandId }) => brandId)) {
      const objects = await beginDeleting(
        db,
        brandId,
        keys.map(({ object }) => object),
      )
      await Promise.all(
        objects.map((object) => inTurn(() => storage.remove(objectName({ brandId, object })))),
      )
      await forgetDeleted(db, brandId, objects)
      deleted += objects.length
    }
  }
  return deleted
}
