/** A platform on a test database, for tests that need no HTTP. */
import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '../src/config.ts'
import { moveClock } from '../src/platform/clock.ts'
import { transaction } from '../src/platform/database.ts'
import { closePlatform, createPlatform, type Platform } from '../src/platform/index.ts'
import { shiftJobs } from '../src/platform/jobs/jobs.ts'
import type { CleanUp } from './clean-up.ts'
import { standStill } from './time.ts'

const secretKey = randomBytes(32).toString('base64')

export async function createTestPlatform(
  databaseUrl: string,
  config: Partial<Config> = {},
  cleanUp: CleanUp = onTestFinished,
): Promise<Platform> {
  const platform = createPlatform(
    { ...readConfig({ TRADEHALL_LOG_LEVEL: 'silent' }), ...config },
    { name: 'test', databaseUrl, secretKey, ticks: standStill },
  )
  await platform.signals.start()
  cleanUp(() => closePlatform(platform))
  return platform
}

/** Moves the clock together with the scheduled jobs, as the sandbox does. */
export async function setClockOffset({ db, signals }: Platform, offsetMs: number): Promise<void> {
  await transaction(db, async (tx) => {
    const { jumpMs } = await moveClock(tx, signals, offsetMs)
    await shiftJobs(tx, jumpMs)
  })
  await signals.refresh()
}
