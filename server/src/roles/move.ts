/**
 * `tradehall move`: copies the embedded database to a PostgreSQL server, for a server that has outgrown its data folder.
 *
 *   target: empty → marked as an unfinished copy → filled and compared, in one transaction → mark removed
 *   source: unchanged → marked as moved, after the target is filled and before its mark is removed
 *
 * Killed at any point, the command can be run again: as long as the target has its mark, nobody has used it.
 */
import { join } from 'node:path'
import { ConfigError, StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, print, printJson } from '@tradehall/kit/printing'
import { stopSignal } from '@tradehall/kit/stop-signal'
import type { Config } from '../config.ts'
import { LEDGER_SUMS } from '../modules/stock/ledger/sums.ts'
import { readDatabase } from '../platform/copy/read-database.ts'
import { closeSession, openSession, type Session, shownUrl } from '../platform/copy/session.ts'
import { releaseTarget } from '../platform/copy/target.ts'
import { lockDataDir } from '../platform/data-dir/data-dir.ts'
import { markMoved, readMoved, refuseMoved } from '../platform/data-dir/moved.ts'
import { startEmbeddedDatabase } from '../platform/embedded/embedded-database.ts'
import {
  countRows,
  explained,
  fillDatabase,
  refuseMissingDatabase,
  refuseNewer,
  showBytes,
  warnAboutLedger,
} from './copying.ts'

export interface MoveOptions extends OutputOptions {
  to: string
}

export async function move(config: Config, { to, json = false }: MoveOptions): Promise<number> {
  if (config.databaseUrl) {
    throw new ConfigError(
      '`move` takes the embedded database of the data folder; unset TRADEHALL_DATABASE_URL, and give the new database with --to.',
    )
  }
  const url = readUrl(to)
  refuseMissingDatabase(config)
  const stop = stopSignal()
  const lock = lockDataDir(config.dataDir, { pid: process.pid, address: 'none', work: 'move' })
  if ('heldBy' in lock) {
    throw new StartRefused(
      `The data folder ${config.dataDir} is in use by process ${lock.heldBy.pid}; stop the server before you move its database.`,
    )
  }
  try {
    const moved = await explained({ work: 'move', kept: 'run it again to finish it', stop }, () =>
      readMoved(config.dataDir) ? finishMove(config, url) : copyTo(config, { url, stop, json }),
    )
    if (json) printJson(moved)
    else printNextSteps(config, moved)
    return 0
  } finally {
    lock.release()
  }
}

function readUrl(text: string): string {
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new StartRefused('--to must be the URL of a database, such as postgresql://user@host:5432/database.')
}

interface MoveResult {
  to: string
  tables?: number
  rows?: number
}

async function copyTo(
  config: Config,
  { url, stop, json }: { url: string; stop: AbortSignal; json: boolean },
): Promise<MoveResult> {
  const { dataDir } = config
  const progress = showBytes(json)
  const say = (sentence: string) => {
    progress.clear()
    if (!json) print(sentence)
  }
  // A target that cannot be reached is reported before the source is started.
  await closeSession(await openSession(url, stop))
  const database = await startEmbeddedDatabase({ dataDir, log: { info: () => {} } })
  try {
    const reading = await openSession(database.url, stop)
    try {
      const id = await identify(reading)
      const source = await readDatabase(reading, { id, sums: LEDGER_SUMS, onBytes: progress.reach })
      await refuseNewer(source.header, `database of the data folder ${dataDir}`)
      const target = { url, from: `the data folder ${dataDir}`, stop, say }
      return await fillDatabase(target, source, (summary) => {
        progress.clear()
        warnAboutLedger(summary)
        markMoved(dataDir, { to: shownUrl(url), movedAt: source.header.createdAt })
        return { to: shownUrl(url), tables: source.header.tables.length, rows: countRows(summary) }
      })
    } finally {
      await closeSession(reading)
    }
  } finally {
    await database.stop()
  }
}

/** Of the data folder; a copy of the folder has the same. */
async function identify(session: Session): Promise<string> {
  const { rows } = await session.query('select system_identifier::text as id from pg_control_system()')
  return rows[0].id
}

/** The command was interrupted after the source was marked: all that is left is the mark of the target. */
async function finishMove({ dataDir }: Config, url: string): Promise<MoveResult> {
  if (readMoved(dataDir)?.to !== shownUrl(url)) refuseMoved(dataDir)
  const session = await openSession(url)
  try {
    await releaseTarget(session)
  } finally {
    await closeSession(session)
  }
  return { to: shownUrl(url) }
}

function printNextSteps(config: Config, { to, tables, rows }: MoveResult): void {
  print(
    rows === undefined
      ? `The database was moved to ${to} before; nothing is left to do.`
      : `Moved ${tables} tables with ${rows} rows to ${to}; counts, digests and ledger sums are those of the source.`,
  )
  print(`Start the server with TRADEHALL_DATABASE_URL set to the new database and the same data folder.`)
  if (!config.secretKey) {
    print(
      `Other nodes need TRADEHALL_SECRET_KEY: it is in ${join(config.dataDir, 'secret-key')}. Keep that file, or store the key elsewhere, before you delete the folder.`,
    )
  }
}
