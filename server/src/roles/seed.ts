/** `tradehall seed`: the demo data, and their credentials in `sandbox.json`, without starting a server. */
import { type Config, ConfigError } from '../config.ts'
import { openDatabase } from '../platform/embedded-database.ts'
import { migrateDatabase } from '../platform/migrate.ts'
import { ensureSandboxFile, sandboxFilePath } from './sandbox-file.ts'

export async function seed(config: Config): Promise<number> {
  if (config.mode === 'production')
    throw new ConfigError('Demo data belong to the sandbox, not to production.')
  const database = await openDatabase(config)
  try {
    await migrateDatabase(database.url)
    await ensureSandboxFile({ ...config, databaseUrl: database.url })
    process.stdout.write(
      `The demo data are there; their credentials are in ${sandboxFilePath(config.dataDir)}.\n`,
    )
    return 0
  } finally {
    await database.close()
  }
}
