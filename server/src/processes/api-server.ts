/** The API role: one process that serves HTTP requests. */
import { buildApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { ANSWER_WITHIN_MS, closePlatform, createPlatform } from '../platform/index.ts'
import { retryWhileUnreachable } from './database-wait.ts'
import { isDatabaseUnreachable } from './refusals.ts'
import type { RunningRole } from './supervisor.ts'

export interface ApiOptions {
  /** Listen and respond with 503 while the database cannot be reached, instead of failing. */
  awaitDatabase?: boolean
}

export async function serveApi(
  config: Config,
  { awaitDatabase = false }: ApiOptions = {},
): Promise<RunningRole> {
  const { databaseUrl, secretKey } = config
  if (!databaseUrl) throw new ConfigError('The API needs TRADEHALL_DATABASE_URL.')
  if (!secretKey) throw new ConfigError('The API needs TRADEHALL_SECRET_KEY.')

  const platform = createPlatform(config, {
    name: 'api',
    databaseUrl,
    secretKey,
    answerWithinMs: ANSWER_WITHIN_MS,
  })
  // Requests cannot be served correctly before the clock and the signing keys are loaded.
  let isLoaded = false
  const load = async () => {
    await platform.signals.start()
    isLoaded = true
  }
  const closing = new AbortController()
  try {
    const { app, reporter } = buildApp(platform, databaseUrl, { isOpen: () => isLoaded })
    await load().catch((error) => {
      if (!awaitDatabase || !isDatabaseUnreachable(error)) throw error
    })
    const broken = isLoaded
      ? undefined
      : retryWhileUnreachable(load, { log: platform.log, signal: closing.signal })
    // The promise may be rejected before the caller attaches a handler.
    broken?.catch(() => {})
    const address = await app.listen({ host: config.host, port: config.port })
    const heartbeat = reporter.start()
    return {
      address,
      ...(broken && { broken }),
      async close() {
        closing.abort()
        await app.close()
        await heartbeat.stop()
        await closePlatform(platform)
      },
    }
  } catch (error) {
    closing.abort()
    await closePlatform(platform)
    throw error
  }
}
