/** The API role: one process that listens. */
import { buildApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { ANSWER_WITHIN_MS, closePlatform, createPlatform } from '../platform/index.ts'

export async function serveApi(config: Config): Promise<{ address: string; close(): Promise<void> }> {
  const { databaseUrl, secretKey } = config
  if (!databaseUrl) throw new ConfigError('The API needs TRADEHALL_DATABASE_URL.')
  if (!secretKey) throw new ConfigError('The API needs TRADEHALL_SECRET_KEY.')
  const platform = createPlatform(config, {
    name: 'api',
    databaseUrl,
    secretKey,
    answerWithinMs: ANSWER_WITHIN_MS,
  })
  try {
    const { app } = buildApp(platform, databaseUrl)
    await platform.signals.start()
    const address = await app.listen({ host: config.host, port: config.port })
    return {
      address,
      async close() {
        await app.close()
        await closePlatform(platform)
      },
    }
  } catch (error) {
    await closePlatform(platform)
    throw error
  }
}
