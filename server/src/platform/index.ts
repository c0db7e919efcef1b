/** Everything a module may use of the machine it runs on, made once per process. */
import type { Config } from '../config.ts'
import { type Clock, createClock } from './clock.ts'
import { connect, type Database } from './database.ts'
import { createIds, type Ids } from './ids.ts'
import { createLog, type Log } from './log.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound/outbound.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { createSignals, type Signals } from './signals.ts'

export interface Platform {
  config: Config
  db: Database
  signals: Signals
  clock: Clock
  ids: Ids
  secrets: Secrets
  /** Calls to addresses that users gave. */
  outbound: Outbound
  log: Log
}

export interface PlatformOptions {
  /** The role, for logs and for the database's list of connections. */
  name: string
  databaseUrl: string
  secretKey: string
  log?: Log
  /** See `ConnectOptions`. */
  answerWithinMs?: number
  /** Milliseconds since the epoch, for the clock; those of the machine unless told otherwise. */
  ticks?: () => number
  /** Names and certificates of a made-up world. */
  outbound?: Pick<OutboundOptions, 'resolve' | 'ca'>
}

/** For processes that answer requests: longer than any statement of theirs, shorter than clients and proxies wait. */
export const ANSWER_WITHIN_MS = 8000

/** `signals` still has to be started, after the modules have said what they watch. */
export function createPlatform(config: Config, options: PlatformOptions): Platform {
  const { name, databaseUrl, answerWithinMs } = options
  const db = connect(databaseUrl, {
    pool: config.databasePool,
    name: `tradehall ${name}`,
    ...(answerWithinMs && { answerWithinMs }),
  })
  const signals = createSignals(db)
  const clock = createClock(db, signals, options.ticks)
  return {
    config,
    db,
    signals,
    clock,
    ids: createIds(clock),
    secrets: createSecrets(options.secretKey),
    outbound: createOutbound({ loopback: config.mode === 'sandbox', ...options.outbound }),
    log: options.log ?? createLog(config.logLevel),
  }
}

export async function closePlatform(platform: Platform): Promise<void> {
  await platform.signals.stop()
  await platform.outbound.close()
  await platform.db.end({ timeout: 2 })
}
