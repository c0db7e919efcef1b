/**
 * Probes whether the database accepts writes: with a full disk, or after it has become read-only, it still serves reads.
 * The probe writes on request only, and at most every five seconds. `away.ts` classifies its errors.
 */
import { statfs } from 'node:fs/promises'
import { causeChain } from '../cause-chain.ts'
import { type Database, transaction } from '../database.ts'
import { embeddedDatabaseUrl } from '../embedded/socket.ts'
import type { Platform } from '../index.ts'
import { isDatabaseAway } from './away.ts'

/** `null` when writes succeed, otherwise the reason as a sentence without confidential details. */
export type WriteProbe = () => Promise<string | null>

export interface WriteProbeOptions {
  everyMs?: number
  /** Free bytes on the disk of the database; undefined where that is not on this machine. */
  freeBytes?: () => Promise<number | undefined>
}

const EVERY_MS = 5000
/** The write-ahead log of the embedded database grows by 16 MB at a time, and the database stops when that fails. */
const MIN_FREE_BYTES = 64 * 1024 * 1024

const DISK_FULL = 'The disk of the database is full.'
const REASONS: Record<string, string> = {
  '53100': DISK_FULL,
  '25006': 'The database is read-only.',
  '42501': 'The account may not write to the database.',
}

export function createWriteProbe(
  { db, log, config }: Pick<Platform, 'db' | 'log' | 'config'>,
  { everyMs = EVERY_MS, freeBytes = () => freeBytesOf(config) }: WriteProbeOptions = {},
): WriteProbe {
  let probedAt = Number.NEGATIVE_INFINITY
  let result: Promise<string | null> = Promise.resolve(null)
  let isRunning = false

  async function probe(): Promise<string | null> {
    try {
      const free = await freeBytes()
      if (free !== undefined && free < MIN_FREE_BYTES)
        return 'Less than 64 MB are free on the disk of the database.'
      await writeOnce(db)
      return null
    } catch (error) {
      log.warn({ causes: causeChain(error) }, 'the write probe of the database failed')
      const { code } = error as { code?: string }
      return (
        REASONS[code ?? ''] ??
        (isDatabaseAway(error) ? 'The database does not answer.' : 'A write failed; see the log.')
      )
    } finally {
      isRunning = false
    }
  }

  return () => {
    // While a probe runs, even one that hangs, no other is started.
    if (isRunning || performance.now() - probedAt < everyMs) return result
    isRunning = true
    probedAt = performance.now()
    result = probe()
    return result
  }
}

/** About 300 KB: several times the `work_mem` of the statement. */
const SPILLED_ROWS = 20_000

/**
 * After the disk is full, updating a row and committing still succeed for a while in space that is already allocated. So
 * the transaction also allocates new blocks: a result larger than `work_mem` is spilled to a temporary file, which is
 * deleted afterwards and needs no vacuum.
 */
async function writeOnce(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`set local work_mem = '64kB'`
    await tx`select count(*) from generate_series(1, ${SPILLED_ROWS}::int)`
    await tx`
      insert into platform.write_probe (writes)
      values (1)
      on conflict on constraint write_probe_pkey do update set writes = write_probe.writes + 1`
  })
}

async function freeBytesOf({ databaseUrl, dataDir }: Platform['config']): Promise<number | undefined> {
  if (databaseUrl !== embeddedDatabaseUrl(dataDir)) return undefined
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}
