/** The API role: one process that serves HTTP requests. */
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '@tradehall/kit/failures'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { ANSWER_WITHIN_MS, closePlatform, createPlatform } from '../platform/index.ts'
import { createLog } from '../platform/log.ts'
import { openTracing } from '../platform/tracing/open.ts'
import { refuseUnfitDatabase } from './database-check.ts'
import { retryWhileUnreachable } from './database-wait.ts'
import { isDatabaseUnreachable } from './refusals.ts'
import { collectStartupGarbage } from './startup-garbage.ts'
import { stopDelayMs } from './stop-delay.ts'
import type { RunningRole } from './supervisor.ts'

export interface ApiOptions {
  /** Listen and respond with 503 while the database cannot be reached, instead of failing. */
  awaitDatabase?: boolean
}

async function openApiPlatform(config: Config) {
  const { databaseUrl, secretKey } = config
  if (!databaseUrl) throw new ConfigError('The API needs TRADEHALL_DATABASE_URL.')
  if (!secretKey) throw new ConfigError('The API needs TRADEHALL_SECRET_KEY.')

  const log = createLog(config.logLevel)
  const platform = createPlatform(config, {
    name: 'api',
    databaseUrl,
    secretKey,
    answerWithinMs: ANSWER_WITHIN_MS,
    log,
    tracing: await openTracing(config, { role: 'api', log }),
  })
  return { platform, databaseUrl, secretKey }
}

export async function serveApi(
  config: Config,
  { awaitDatabase = false }: ApiOptions = {},
): Promise<RunningRole> {
  const { platform, databaseUrl, secretKey } = await openApiPlatform(config)
  // Requests cannot be served correctly before the clock and the signing keys are loaded.
  let isLoaded = false
  let isLeaving = false
  const load = async () => {
    await refuseUnfitDatabase(platform.db, secretKey)
    await platform.signals.start()
    isLoaded = true
  }
  const closing = new AbortController()
  try {
    const { app, reporter, reloadCertificate } = buildApp(platform, databaseUrl, {
      isOpen: () => isLoaded,
      isLeaving: () => isLeaving,
    })
    await load().catch((error) => {
      if (!awaitDatabase || !isDatabaseUnreachable(error)) throw error
    })
    const broken = isLoaded
      ? undefined
      : retryWhileUnreachable(load, { log: platform.log, signal: closing.signal })
    // The promise may be rejected before the caller attaches a handler.
    broken?.catch(() => {})
    await app.ready()
    collectStartupGarbage()
    const address = await app.listen({ host: config.host, port: config.port })
    const heartbeat = reporter.start()
    return {
      address,
      ...(broken && { broken }),
      reload: reloadCertificate,
      async leave() {
        isLeaving = true
        const ms = stopDelayMs(config)
        if (ms === 0) return
        platform.log.info({ seconds: ms / 1000 }, 'stopping: readiness fails, requests are still served')
        await wait(ms, undefined, { signal: closing.signal }).catch(() => {})
      },
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
