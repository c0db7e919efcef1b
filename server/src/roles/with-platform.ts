import type { Config } from '../config.ts'
import { refuseUnfinishedCopyAt } from '../platform/copy/unfinished-copy.ts'
import { refuseUnfinishedDistribution } from '../platform/distribution/unfinished.ts'
import { openDatabase } from '../platform/embedded/embedded-database.ts'
import { closePlatform, createPlatform, type Platform } from '../platform/index.ts'
import { migrateDatabase } from '../platform/migrations/migrate.ts'
import { checkSecretKey } from './checks.ts'
import { remarkWaits } from './report-migration.ts'
import { findSecretKey, storeSecretKey } from './resolve-settings.ts'

/** Runs a command on the database of the server, whether the server is running or not. */
export async function withPlatform<T>(config: Config, work: (platform: Platform) => Promise<T>): Promise<T> {
  const database = await openDatabase(config)
  try {
    // Read after the lock was acquired: an interrupted restore, which may bring another key, is finished then.
    const found = findSecretKey(config)
    await refuseUnfinishedCopyAt(database.url)
    await checkSecretKey({ databaseUrl: database.url, secretKey: found })
    await migrateDatabase(database.url, { report: remarkWaits })
    const secretKey = storeSecretKey(config, found)
    const platform = createPlatform(config, { name: 'command', databaseUrl: database.url, secretKey })
    try {
      await refuseUnfinishedDistribution(platform.db)
      await platform.signals.start()
      return await work(platform)
    } finally {
      await closePlatform(platform)
    }
  } finally {
    await database.close()
  }
}
