import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'

/** Runs `work` on a temporary database that is migrated and empty. */
export async function withScratchDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tradehall-scratch-'))
  const database = await startEmbeddedDatabase({ dataDir, durable: false, log: createLog('warn') })
  try {
    await migrateDatabase(database.url)
    return await work(database.url)
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
