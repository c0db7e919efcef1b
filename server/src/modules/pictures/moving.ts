/**
 * Moves files between the database and the file storage, and compares them with their digests, while servers run. Each file
 * is moved by itself: what was moved before an interruption stays moved, and the next run goes on with the rest.
 */
import pLimit from 'p-limit'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import type { Platform } from '../../platform/index.ts'
import { inTransaction } from '../../platform/work.ts'
import {
  addLooseObjects,
  countFiles,
  type FileKey,
  listFiles,
  objectName,
  type Place,
  type PlacedFile,
  placeFile,
} from './object-queries.ts'
import { AT_ONCE, digestOf, looseUntil, putObjects, readObject, referToObjects } from './objects.ts'

/** Some five megabytes of pictures. */
const BATCH = 50

export interface FileReport {
  /** How many were moved, or found as they should be. */
  done: number
  /** The names of files that the storage lacks, or has with other bytes. */
  lost: string[]
  /** Whether it was asked to stop before the last file. */
  isStopped: boolean
}

export interface FileWork {
  onDone: (done: number) => void
  signal: AbortSignal
}

type StoringPlatform = Platform & { files: FileStorage }

export { countFiles, type Place }

export async function moveFiles(platform: StoringPlatform, to: Place, work: FileWork): Promise<FileReport> {
  const move = to === 'storage' ? moveToStorage : moveToDatabase
  return await eachFile(platform, to === 'storage' ? 'database' : 'storage', work, move)
}

/** Reads every file of the file storage. */
export async function verifyFiles(platform: StoringPlatform, work: FileWork): Promise<FileReport> {
  return await eachFile(
    platform,
    'storage',
    work,
    async (_platform, file) => (await readStored(platform, file)) !== undefined,
  )
}

type Handle = (platform: StoringPlatform, file: PlacedFile) => Promise<boolean>

async function eachFile(
  platform: StoringPlatform,
  place: Place,
  { onDone, signal }: FileWork,
  handle: Handle,
): Promise<FileReport> {
  const inTurn = pLimit(AT_ONCE)
  const report: FileReport = { done: 0, lost: [], isStopped: false }
  let after: FileKey | undefined
  for (;;) {
    const files = await listFiles(platform.db, place, { after, limit: BATCH })
    after = files.at(-1)
    await Promise.all(
      files.map((file) =>
        inTurn(async () => {
          if (signal.aborted) return
          if (!(await handle(platform, file))) report.lost.push(nameOf(file))
          else onDone(++report.done)
        }),
      ),
    )
    if (signal.aborted) return { ...report, isStopped: true }
    if (files.length < BATCH) return report
  }
}

const nameOf = ({ brandId, object }: PlacedFile) => objectName({ brandId, object: object ?? '' })

const readStored = (platform: Platform, { brandId, object, digest }: PlacedFile) =>
  readObject(platform, { brandId, object: object ?? '' }, digest)

async function moveToStorage(platform: StoringPlatform, file: PlacedFile): Promise<boolean> {
  const { brandId, bytes, digest } = file
  if (!bytes || !digestOf(bytes).equals(digest)) {
    throw new Error(`the file ${file.pictureId}-${file.width} in the database differs from its digest`)
  }
  const [object = ''] = await putObjects(platform, platform.files, brandId, [bytes])
  const there = await readObject(platform, { brandId, object }, digest)
  if (!there) throw new Error('the file storage did not keep what was put there')
  await referToObjects(platform, brandId, async (tx) =>
    (await placeFile(tx, file, { bytes: null, object })) ? [object] : [],
  )
  return true
}

async function moveToDatabase(platform: StoringPlatform, file: PlacedFile): Promise<boolean> {
  const { brandId, object } = file
  const bytes = await readStored(platform, file)
  if (!bytes || !object) return false
  await inTransaction(platform, async ({ db: tx, clock }) => {
    const isPlaced = await placeFile(tx, file, { bytes, object: null })
    if (isPlaced) await addLooseObjects(tx, brandId, [object], looseUntil(clock.now()))
  })
  return true
}
