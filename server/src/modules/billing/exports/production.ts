/**
 * Writes the files of an export: one walk over the orders feeds all of them, so that they agree with each other. A
 * batch of orders, a chunk of each file: no more is in memory, whatever the number of orders.
 */

import { causeChain } from '../../../platform/cause-chain.ts'
import type { Database } from '../../../platform/database.ts'
import { saveInChunks } from '../../../platform/files/chunks.ts'
import { Unwritable } from '../../../platform/files/workbook.ts'
import { writeZip } from '../../../platform/files/zip.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { findBrand } from '../../identity/index.ts'
import { billedOrders, countBilledOrders } from '../../ordering/index.ts'
import { TABLES } from '../files/columns.ts'
import { writeCsv } from '../files/csv.ts'
import { fanOut } from '../files/fan-out.ts'
import { type About, type Row, type Writer, withTotals } from '../files/sheet.ts'
import { type StatementOrder, withNames } from '../files/statement-orders.ts'
import { writeXlsx } from '../files/xlsx.ts'
import {
  type Failure,
  type File,
  type Format,
  filesOf,
  momentsOf,
  nameOfFile,
  statusesOf,
  statusesOfAll,
} from './export-rules.ts'
import { DOWNLOAD, type ExportRow, type Run, readChunks, saveChunk, saveProgress } from './queries.ts'

/** What draws is loaded with the first statement: it takes some 20 MB, and most processes never draw one. */
const writePdfLater: Writer = async function* (sheet, about) {
  const { writePdf } = await import('../files/pdf.ts')
  yield* writePdf(sheet, about)
}

const WRITERS: Record<Format, Writer> = { csv: writeCsv, xlsx: writeXlsx, pdf: writePdfLater }
/** Percent. What is left when all orders are written: putting the files together. */
const PROGRESS_OF_ORDERS = 95

/** A newer run of the same export has begun, or the export is gone. */
export class Overtaken extends Error {}

/** With the same orders it would fail again. Anything else that fails, such as the database, is worth another try. */
class FileFailed extends Error {}

export interface Written {
  failures: Failure[]
  /** Null when there is nothing to download. */
  bytes: number | null
  ordersCount: number
}

export async function writeExport(platform: Platform, run: ExportRow): Promise<Written> {
  const { db, clock } = platform
  const brand = await findBrand(db, run.brand_id)
  invariant(brand, 'exports belong to brands')
  const period = { from: run.from_on, to: run.to_on }
  const about = { brandName: brand.name, period, madeAt: clock.now() }
  const files = filesOf(run.wanted)
  const isArchive = files.length > 1
  const seen = { orders: 0 }

  const ends = await fanOut(
    walkOrders(db, run, seen),
    files.map((file, i) => (orders: AsyncIterable<readonly StatementOrder[]>) => {
      const bytes = render(file, { ...about, title: TABLES[file.type].title }, orders)
      return save(db, run, isArchive ? i + 1 : DOWNLOAD, bytes)
    }),
  )
  const results = files.map((file, i) => resultOf(platform, run, file, ends[i]))
  const failures = results.flatMap((result) => (typeof result === 'number' ? [] : [result]))
  const written = { failures, ordersCount: seen.orders }
  if (failures.length === files.length) return { ...written, bytes: null }
  const [only] = results
  if (!isArchive && typeof only === 'number') return { ...written, bytes: only }
  const entries = files.flatMap((file, i) => {
    if (typeof results[i] !== 'number') return []
    // The other formats are compressed in themselves.
    const compress = file.format === 'csv'
    return [{ name: nameOfFile(file, period), content: readChunks(db, run, i + 1), compress }]
  })
  return { ...written, bytes: await save(db, run, DOWNLOAD, writeZip(entries, about.madeAt)) }
}

async function* walkOrders(
  db: Database,
  run: ExportRow,
  seen: { orders: number },
): AsyncGenerator<StatementOrder[]> {
  const period = momentsOf({ from: run.from_on, to: run.to_on })
  const filter = { ...period, statuses: statusesOfAll(run.wanted) }
  const expected = await countBilledOrders(db, run.brand_id, filter)
  await report(db, run, 0, expected)
  for await (const orders of billedOrders(db, run.brand_id, filter)) {
    yield await withNames(db, run.brand_id, orders)
    seen.orders += orders.length
    await report(db, run, seen.orders, expected)
  }
}

/** Also the place where a run learns that it was overtaken. */
async function report(db: Database, run: Run, done: number, expected: number): Promise<void> {
  const share = expected === 0 ? 1 : Math.min(done / expected, 1)
  const progress = Math.floor(share * PROGRESS_OF_ORDERS)
  const isOurs = await saveProgress(db, run, { progress, ordersCount: Math.max(done, expected) })
  if (!isOurs) throw new Overtaken()
}

async function* render(
  file: File,
  about: About,
  orders: AsyncIterable<readonly StatementOrder[]>,
): AsyncGenerator<Uint8Array> {
  const { columns } = TABLES[file.type]
  try {
    yield* WRITERS[file.format]({ columns, rows: withTotals(columns, rowsOf(file, orders)) }, about)
  } catch (cause) {
    const reason = cause instanceof Unwritable ? cause.message : 'The file could not be written.'
    throw new FileFailed(reason, { cause })
  }
}

async function* rowsOf(
  { type }: File,
  batches: AsyncIterable<readonly StatementOrder[]>,
): AsyncGenerator<Row[]> {
  const statuses = statusesOf(type)
  for await (const orders of batches) {
    const shown = orders.filter(({ status }) => statuses.includes(status))
    yield shown.flatMap((order) => TABLES[type].rowsOf(order))
  }
}

/** Answers with the number of bytes. */
const save = (db: Database, run: Run, file: number, content: AsyncIterable<Uint8Array>) =>
  saveInChunks(content, (chunk) => saveChunk(db, run, { file, ...chunk }))

/** The bytes of a file, or why there are none. */
function resultOf(
  { log }: Platform,
  run: Run,
  file: File,
  end: PromiseSettledResult<number> | undefined,
): number | Failure {
  if (end?.status === 'fulfilled') return end.value
  if (!(end?.reason instanceof FileFailed)) throw end?.reason
  log.error(
    { export_id: run.id, ...file, causes: causeChain(end.reason) },
    'a file of a billing export could not be written',
  )
  return { ...file, reason: end.reason.message }
}
