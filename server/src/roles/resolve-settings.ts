import type { Config } from '../config.ts'
import { prepareDataDir, readOrCreateSecretKey, StartRefused } from '../platform/data-dir.ts'

/** Resolves the settings of a role that runs without `start`: it needs an external database; a sandbox may generate its key. */
export function resolveSettings(config: Config): Config & { databaseUrl: string; secretKey: string } {
  if (!config.databaseUrl) {
    throw new StartRefused(
      'Set TRADEHALL_DATABASE_URL, or run `tradehall start`, which includes an embedded database.',
    )
  }
  return { ...config, databaseUrl: config.databaseUrl, secretKey: secretKeyOf(config) }
}

/** Production refuses to start without a key; the sandbox generates one. */
export function secretKeyOf(config: Config): string {
  if (config.secretKey) return config.secretKey
  prepareDataDir(config.dataDir)
  return readOrCreateSecretKey(config.dataDir)
}
