import type { Config } from '../config.ts'
import { openDatabase } from '../platform/embedded-database.ts'
import { closePlatform, createPlatform, type Platform } from '../platform/index.ts'
import { migrateDatabase } from '../platform/migrate.ts'
import { secretKeyOf } from './resolve-settings.ts'

/** Runs a command on the database of the server, whether the server is running or not. */
export async function withPlatform<T>(config: Config, work: (platform: Platform) => Promise<T>): Promise<T> {
  const secretKey = secretKeyOf(config)
  const database = await openDatabase(config)
  try {
    await migrateDatabase(database.url)
    const platform = createPlatform(config, { name: 'command', databaseUrl: database.url, secretKey })
    try {
      await platform.signals.start()
      return await work(platform)
    } finally {
      await closePlatform(platform)
    }
  } finally {
    await database.close()
  }
}
