import { StartRefused } from '@tradehall/kit/failures'
import type { Config } from '../config.ts'
import {
  newSecretKey,
  prepareDataDir,
  readOrCreateSecretKey,
  readSecretKey,
} from '../platform/data-dir/data-dir.ts'

export type ResolvedConfig = Config & { databaseUrl: string; secretKey: string }

/**
 * The settings of a role that runs without `start`: it needs an external database; a sandbox may generate its key. A key
 * that was generated is not stored: see `storeSecretKey`.
 */
export function resolveSettings(config: Config): ResolvedConfig {
  if (!config.databaseUrl) {
    throw new StartRefused(
      'Set TRADEHALL_DATABASE_URL, or run `tradehall start`, which includes an embedded database.',
    )
  }
  return { ...config, databaseUrl: config.databaseUrl, secretKey: findSecretKey(config) }
}

/** As `resolveSettings`, for a process without a parent that has checked the database. Nothing is written before. */
export async function checkAndResolveSettings(config: Config): Promise<ResolvedConfig> {
  const resolved = resolveSettings(config)
  const { checkBeforeServing } = await import('./checks.ts')
  await checkBeforeServing(resolved)
  return { ...resolved, secretKey: storeSecretKey(config, resolved.secretKey) }
}

/** The key of the settings or of the data folder, or a new one. Production refuses to start without a key. */
export const findSecretKey = (config: Config): string =>
  config.secretKey ?? readSecretKey(config.dataDir) ?? newSecretKey()

/** Stores a generated key, once the database is known to fit it, and returns the key that is valid for all processes. */
export function storeSecretKey(config: Config, secretKey: string): string {
  if (config.secretKey) return config.secretKey
  prepareDataDir(config.dataDir)
  return readOrCreateSecretKey(config.dataDir, secretKey)
}
