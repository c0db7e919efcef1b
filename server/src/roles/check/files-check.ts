// Not imported from the index of the module, which would load all routes.
import { objectName, sampleObjects } from '../../modules/pictures/object-queries.ts'
import type { Database } from '../../platform/database.ts'
import { createFileStorage, type FileStorage } from '../../platform/file-storage/file-storage.ts'
import { createLog } from '../../platform/log.ts'
import { schemaState } from '../../platform/migrations/migrate.ts'
import { type Finding, failed, ok, onDatabase, type SetupCheck } from './setup-check.ts'

/** Few enough for a moment, and enough to notice a bucket that is not the one of this database. */
const SAMPLE = 10
/** Which is not there: of a bucket that does not exist, or may not be read, the answer differs. */
const NOTHING = 'pictures/check'

export const filesCheck: SetupCheck = {
  name: 'files',
  async run(context) {
    const { filesUrl } = context.config
    if (!filesUrl) return await onDatabase(lookAtDatabase)(context)
    const storage = createFileStorage(filesUrl, { log: createLog('silent') })
    try {
      await storage.get(NOTHING)
      const sample = await onDatabase((db) => lookAtSample(db, storage))(context)
      return [ok('The file storage answers.'), sample].flat()
    } catch (error) {
      return failed(`${(error as Error).message} Check TRADEHALL_FILES_URL.`)
    } finally {
      await storage.close()
    }
  },
}

async function lookAtDatabase(db: Database): Promise<Finding> {
  const sample = await sampleOf(db)
  if (sample.length === 0) return ok('Pictures are stored in the database.')
  return failed('Pictures are in a file storage; set TRADEHALL_FILES_URL to it.')
}

async function lookAtSample(db: Database, storage: FileStorage): Promise<Finding> {
  const sample = await sampleOf(db)
  const found = await Promise.all(sample.map((key) => storage.get(objectName(key))))
  const missing = found.filter((bytes) => bytes === undefined).length
  if (missing === 0) return ok(`It has ${sample.length} of ${sample.length} files that were looked for.`)
  return failed(
    `It lacks ${missing} of ${sample.length} files that were looked for: restore the bucket, or set TRADEHALL_FILES_URL to the one of this database; \`tradehall files verify\` names all.`,
  )
}

/** A database that is about to be migrated may not have the tables. */
async function sampleOf(db: Database) {
  const { isNew, isBehind } = await schemaState(db)
  return isNew || isBehind ? [] : await sampleObjects(db, SAMPLE)
}
