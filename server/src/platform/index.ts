/** The infrastructure that modules use (database, clock, ids, log, …), created once per process. */
import type { Config } from '../config.ts'
import { type Clock, createClock } from './clock.ts'
import { connect, type Database } from './database.ts'
import { AwayNodes } from './distribution/away-nodes.ts'
import { createFileStorage, type FileStorage, type FileStorageOptions } from './file-storage/file-storage.ts'
import { createIds, type Ids } from './ids.ts'
import { createLog, type Log } from './log.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound/outbound.ts'
import { createSignals, type Signals } from './processes/signals.ts'
import { createSecrets, type Secrets } from './secrets/secrets.ts'
import type { Tracing } from './tracing/tracing.ts'

export interface Platform {
  config: Config
  db: Database
  awayNodes: AwayNodes
  signals: Signals
  clock: Clock
  ids: Ids
  secrets: Secrets
  /** HTTP requests to URLs that users provided. */
  outbound: Outbound
  /** Where new files are kept; undefined where that is the database. */
  files: FileStorage | undefined
  log: Log
  /** Absent where no traces are recorded. */
  tracing?: Tracing
}

export interface PlatformOptions {
  /** The role, for the `application_name` of its database connections. */
  name: string
  databaseUrl: string
  secretKey: string
  log?: Log
  tracing?: Tracing | undefined
  /** See `ConnectOptions`. */
  answerWithinMs?: number
  /** Milliseconds since the epoch, for the clock; `Date.now` by default. */
  ticks?: () => number
  /** DNS and certificates for tests. */
  outbound?: Pick<OutboundOptions, 'resolve' | 'ca'>
  fileStorage?: Omit<FileStorageOptions, 'log'>
}

/** The database timeout of API processes: longer than any of their statements, shorter than clients and proxies wait. */
export const ANSWER_WITHIN_MS = 8000

/** Longer than a node may take to answer. */
const NODE_ANSWERS_WITHIN_MS = 4_000

/** The caller starts `signals` after the modules have registered their topics. */
export function createPlatform(config: Config, options: PlatformOptions): Platform {
  const { name, databaseUrl, answerWithinMs, tracing } = options
  const db = connect(databaseUrl, {
    pool: config.databasePool,
    name: `tradehall ${name}`,
    ...(answerWithinMs && { answerWithinMs }),
    tracing,
  })
  const signals = createSignals(db)
  const clock = createClock(db, signals, options.ticks)
  const log = options.log ?? createLog(config.logLevel)
  return {
    config,
    db,
    awayNodes: new AwayNodes(db, log, () =>
      connect(databaseUrl, {
        pool: 1,
        name: `tradehall ${name} nodes`,
        answerWithinMs: NODE_ANSWERS_WITHIN_MS,
      }),
    ),
    signals,
    clock,
    ids: createIds(clock),
    secrets: createSecrets(options.secretKey),
    outbound: createOutbound({ loopback: config.mode === 'sandbox', ...options.outbound }),
    files: config.filesUrl ? createFileStorage(config.filesUrl, { log, ...options.fileStorage }) : undefined,
    log,
    ...(tracing && { tracing }),
  }
}

export async function closePlatform(platform: Platform): Promise<void> {
  await platform.awayNodes.stop()
  await platform.signals.stop()
  await platform.outbound.close()
  await platform.files?.close()
  await Promise.all([platform.db.end({ timeout: 2 }), platform.tracing?.stop()])
}
