/**
 * `tradehall restore`: loads a backup into a new database of the data folder, or into an empty database by URL. The new
 * database of a data folder is created beside the old one, and takes its place when it is complete.
 */
import { existsSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, print, printJson, remark } from '@tradehall/kit/printing'
import { stopSignal } from '@tradehall/kit/stop-signal'
import type { Config } from '../config.ts'
import { refuseOtherKey } from '../modules/identity/tokens/signing-keys.ts'
import { type Backup, openBackup } from '../platform/copy/backup-file.ts'
import type { CopySummary } from '../platform/copy/copy-source.ts'
import {
  type DataDirLock,
  lockDataDir,
  prepareDataDir,
  readSecretKey,
  writeSecretFile,
} from '../platform/data-dir/data-dir.ts'
import { refuseMoved } from '../platform/data-dir/moved.ts'
import { discardRestore, finishRestore, restoredPath } from '../platform/data-dir/restored.ts'
import { connect } from '../platform/database.ts'
import {
  discardDatabase,
  hasDatabase,
  startEmbeddedDatabase,
  syncDatabase,
} from '../platform/embedded/embedded-database.ts'
import { countRows, explained, fillDatabase, refuseNewer, showBytes, warnAboutLedger } from './copying.ts'

export interface RestoreOptions extends OutputOptions {
  from: string
  replace?: boolean
}

interface Restored {
  summary: CopySummary
  /** Whether the database can be used with the key of this configuration. */
  isKeyKnown: boolean
}

export async function restore(
  config: Config,
  { from, replace = false, json = false }: RestoreOptions,
): Promise<number> {
  const file = resolve(from)
  const stop = stopSignal()
  const progress = showBytes(json, 'KB')
  const backup = await openBackup(file, { onBytes: progress.reach })
  const run: Run = {
    backup,
    file,
    stop,
    say(sentence) {
      progress.clear()
      if (!json) print(sentence)
    },
  }
  const { summary, isKeyKnown } = await explained(
    { work: 'restore', kept: 'the data are as they were before', stop },
    async () => {
      await refuseNewer(backup.header, `backup ${file}`)
      return config.databaseUrl
        ? await restoreInto({ ...config, databaseUrl: config.databaseUrl }, run)
        : await restoreDataDir(config, run, replace)
    },
  ).finally(backup.close)
  progress.clear()
  warnAboutLedger(summary)
  const { createdAt } = backup.header
  const rows = countRows(summary)
  if (json) printJson({ file, createdAt, tables: backup.header.tables.length, rows, isKeyKnown })
  else
    print(
      `Restored ${rows} rows as of ${createdAt}; counts, digests and ledger sums are those of the backup.`,
    )
  if (!isKeyKnown) {
    remark(
      `The secret key of this database is not here yet: set TRADEHALL_SECRET_KEY to it, or put it into ${join(config.dataDir, 'secret-key')}, before the next start.`,
    )
  }
  return 0
}

interface Run {
  backup: Backup
  file: string
  stop: AbortSignal
  say: (sentence: string) => void
}

async function restoreInto(
  { databaseUrl, ...config }: Config & { databaseUrl: string },
  { backup, file, stop, say }: Run,
): Promise<Restored> {
  const key = config.secretKey ?? readSecretKey(config.dataDir)
  const target = { url: databaseUrl, from: `the backup ${file}`, stop, say }
  return await fillDatabase(target, backup, async (summary) => ({
    summary,
    isKeyKnown: await isKeyOf(databaseUrl, key),
  }))
}

async function isKeyOf(url: string, key: string | undefined): Promise<boolean> {
  const db = connect(url, { pool: 1, name: 'tradehall restore' })
  try {
    return await refuseOtherKey(db, key).then(
      () => true,
      () => false,
    )
  } finally {
    await db.end()
  }
}

async function restoreDataDir(config: Config, run: Run, replace: boolean): Promise<Restored> {
  const { dataDir } = config
  refuseMoved(dataDir)
  const wasThere = existsSync(dataDir)
  prepareDataDir(dataDir)
  const lock = lockDataDir(dataDir, { pid: process.pid, address: 'none', work: 'restore' })
  if ('heldBy' in lock) {
    throw new StartRefused(
      `The data folder ${dataDir} is in use by process ${lock.heldBy.pid}; stop the server before you restore into it.`,
    )
  }
  try {
    if (hasDatabase(dataDir) && !replace) {
      throw new StartRefused(
        `The data folder ${dataDir} has a database; restore with --replace to put the backup in its place, or set TRADEHALL_DATA_DIR to a new folder.`,
      )
    }
    const restored = await restoreBeside(config, run)
    lock.release()
    return restored
  } catch (error) {
    leave(lock, wasThere)
    throw error
  }
}

const leave = (lock: DataDirLock, wasThere: boolean) => (wasThere ? lock.release() : lock.discard())

async function restoreBeside(config: Config, run: Run): Promise<Restored> {
  const { dataDir } = config
  const { secrets } = run.backup
  const beside = join(dataDir, 'restore')
  await discardDatabase(beside)
  discardRestore(dataDir)
  try {
    run.say(`Creating a database in ${dataDir}.`)
    const database = await startEmbeddedDatabase({
      dataDir: beside,
      // Nobody uses it before it is complete, and then it is synced.
      durable: false,
      log: { info: () => {} },
    })
    let restored: Restored
    try {
      const secretKey = config.secretKey ?? secrets['secret-key']?.trim() ?? readSecretKey(dataDir)
      restored = await restoreInto({ ...config, secretKey, databaseUrl: database.url }, run)
      await checkpoint(database.url)
    } finally {
      await database.stop()
    }
    await syncDatabase(beside)
    for (const [name, text] of Object.entries(secrets)) writeSecretFile(restoredPath(dataDir, name), text)
    renameSync(join(beside, 'postgres'), restoredPath(dataDir, 'postgres'))
    finishRestore(dataDir)
    return restored
  } finally {
    await discardDatabase(beside)
  }
}

/** So that stopping takes moments: a stop that takes longer is an immediate one, and the next start would have to recover. */
async function checkpoint(url: string): Promise<void> {
  const db = connect(url, { pool: 1, name: 'tradehall restore' })
  try {
    await db.unsafe('checkpoint')
  } finally {
    await db.end()
  }
}
