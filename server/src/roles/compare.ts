/** `tradehall compare`: compares two databases by counts, digests and ledger sums, for restored copies. */

import { type OutputOptions, print, printJson } from '@tradehall/kit/printing'
import { stopSignal } from '@tradehall/kit/stop-signal'
import type { Config } from '../config.ts'
import { LEDGER_SUMS } from '../modules/stock/ledger/sums.ts'
import { type CopySource, type CopySummary, differencesBetween } from '../platform/copy/copy-source.ts'
import { readDatabase } from '../platform/copy/read-database.ts'
import { closeSession, openSession, shownUrl } from '../platform/copy/session.ts'
import { openDatabase } from '../platform/embedded/embedded-database.ts'
import { countRows, explained, refuseMissingDatabase, showBytes } from './copying.ts'

export interface CompareOptions extends OutputOptions {
  with: string
}

/** Returns 1 when the databases differ. */
export async function compare(
  config: Config,
  { with: otherUrl, json = false }: CompareOptions,
): Promise<number> {
  refuseMissingDatabase(config)
  const stop = stopSignal()
  const progress = showBytes(json)
  const [own, other] = await explained(
    { work: 'comparison', kept: 'nothing was changed', stop },
    async () => {
      const database = await openDatabase(config)
      try {
        return await Promise.all([read(database.url, stop, progress.reach), read(otherUrl, stop)])
      } finally {
        await database.close()
      }
    },
  )
  progress.clear()
  const differences = [
    ...(own.schema === other.schema ? [] : [`migrations (up to ${own.schema} against ${other.schema})`]),
    ...differencesBetween(own.summary, other.summary),
  ]
  if (json) printJson({ tables: own.tables, rows: countRows(own.summary), differences })
  else if (differences.length === 0)
    print(`Both databases have the same ${countRows(own.summary)} rows in ${own.tables} tables.`)
  else {
    print(`The database differs from ${shownUrl(otherUrl)} in:`)
    for (const difference of differences) print(`  ${difference}`)
  }
  return differences.length === 0 ? 0 : 1
}

interface Read {
  schema: number
  tables: number
  summary: CopySummary
}

async function read(
  url: string,
  stop: AbortSignal,
  onBytes?: (done: number, of: number) => void,
): Promise<Read> {
  const session = await openSession(url, stop)
  try {
    const source = await readDatabase(session, { id: '', sums: LEDGER_SUMS, ...(onBytes && { onBytes }) })
    const { migrations, tables } = source.header
    return { schema: migrations.at(-1)?.version ?? 0, tables: tables.length, summary: await drain(source) }
  } finally {
    await closeSession(session)
  }
}

async function drain(source: CopySource): Promise<CopySummary> {
  for await (const { rows } of source.tables()) {
    for await (const _chunk of rows) {
      // The source sums it up.
    }
  }
  return await source.summary()
}
