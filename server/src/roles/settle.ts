import type { Config } from '../config.ts'
import { prepareDataDir, readOrCreateSecretKey, StartRefused } from '../platform/data-dir.ts'

/** The settings of a role that runs apart from `start`: the database is somebody else's, the key may be ours. */
export function settle(config: Config): Config & { databaseUrl: string; secretKey: string } {
  if (!config.databaseUrl) {
    throw new StartRefused(
      'Set TRADEHALL_DATABASE_URL, or run `tradehall start`, which brings a database of its own.',
    )
  }
  return { ...config, databaseUrl: config.databaseUrl, secretKey: secretKeyOf(config) }
}

/** Production refuses to start without a key; the sandbox makes one. */
export function secretKeyOf(config: Config): string {
  if (config.secretKey) return config.secretKey
  prepareDataDir(config.dataDir)
  return readOrCreateSecretKey(config.dataDir)
}
