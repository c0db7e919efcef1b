/**
 * Renders the files of an export. One pass over the orders feeds all files, so that they are consistent with each other.
 * Only a batch of orders and a chunk of each file are in memory, whatever the number of orders.
 */
import { causeChain } from '../../../platform/cause-chain.ts'
import type { Database } from '../../../platform/database.ts'
import { DOWNLOAD, type DocumentRun } from '../../../platform/files/stored-files.ts'
import { UnwritableFile } from '../../../platform/files/workbook.ts'
import { writeZip } from '../../../platform/files/zip.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { findBrand } from '../../identity/index.ts'
import { billedOrders, countBilledOrders } from '../../ordering/index.ts'
import { TABLES } from '../files/columns.ts'
import { writeCsv } from '../files/csv.ts'
import { fanOut } from '../files/fan-out.ts'
import { type SheetWriter, type StatementInfo, type StatementRow, withTotals } from '../files/sheet.ts'
import { type StatementOrder, withNames } from '../files/statement-orders.ts'
import { writeXlsx } from '../files/xlsx.ts'
import {
  type ExportFile,
  type FileFailure,
  type Format,
  filenameOf,
  filesOf,
  instantsOf,
  statusesOf,
  statusesOfRequest,
} from './export-rules.ts'
import { type ExportRow, exportFiles, saveProgress } from './queries.ts'

/** The PDF writer is imported on first use: it takes about 20 MB, and most processes never render a PDF. */
const writePdfLater: SheetWriter = async function* (sheet, info) {
  const { writePdf } = await import('../files/pdf.ts')
  yield* writePdf(sheet, info)
}

const WRITERS: Record<Format, SheetWriter> = { csv: writeCsv, xlsx: writeXlsx, pdf: writePdfLater }
/** The progress in percent when all orders are written; packing the archive is the rest. */
const PROGRESS_AFTER_ORDERS = 95

/** A newer run of the same export has started, or the export was deleted. */
export class RunSuperseded extends Error {}

/** A permanent failure: the same orders would fail again. Any other error, such as a lost connection, is retried. */
class FileNotRenderable extends Error {}

export interface WrittenExport {
  failures: FileFailure[]
  /** The size of the download; null if all files failed. */
  bytes: number | null
  ordersCount: number
}

export async function writeExport(platform: Platform, run: ExportRow): Promise<WrittenExport> {
  const { db, clock } = platform
  const brand = await findBrand(db, run.brand_id)
  invariant(brand, 'exports belong to brands')
  const period = { from: run.from_on, to: run.to_on }
  const info = { brandName: brand.name, period, madeAt: clock.now() }
  const files = filesOf(run.wanted)
  const isArchive = files.length > 1
  const written = { orders: 0 }

  const ends = await fanOut(
    walkOrders(db, run, written),
    files.map((file, i) => (orders: AsyncIterable<readonly StatementOrder[]>) => {
      const bytes = render(file, { ...info, title: TABLES[file.type].title }, orders)
      return exportFiles.save(db, run, bytes, isArchive ? i + 1 : DOWNLOAD)
    }),
  )
  const results = files.map((file, i) => resultOf(platform, run, file, ends[i]))
  const failures = results.flatMap((result) => (typeof result === 'number' ? [] : [result]))
  const result = { failures, ordersCount: written.orders }
  if (failures.length === files.length) return { ...result, bytes: null }
  const [only] = results
  if (!isArchive && typeof only === 'number') return { ...result, bytes: only }
  const entries = files.flatMap((file, i) => {
    if (typeof results[i] !== 'number') return []
    // XLSX and PDF are compressed formats already.
    const compress = file.format === 'csv'
    return [{ name: filenameOf(file, period), content: exportFiles.read(db, run, i + 1), compress }]
  })
  return { ...result, bytes: await exportFiles.save(db, run, writeZip(entries, info.madeAt)) }
}

async function* walkOrders(
  db: Database,
  run: ExportRow,
  written: { orders: number },
): AsyncGenerator<StatementOrder[]> {
  const period = instantsOf({ from: run.from_on, to: run.to_on })
  const filter = { ...period, statuses: statusesOfRequest(run.wanted) }
  const expected = await countBilledOrders(db, run.brand_id, filter)
  await reportProgress(db, run, 0, expected)
  for await (const orders of billedOrders(db, run.brand_id, filter)) {
    yield await withNames(db, run.brand_id, orders)
    written.orders += orders.length
    await reportProgress(db, run, written.orders, expected)
  }
}

/** Throws if the run was superseded. */
async function reportProgress(db: Database, run: DocumentRun, done: number, expected: number): Promise<void> {
  const share = expected === 0 ? 1 : Math.min(done / expected, 1)
  const progress = Math.floor(share * PROGRESS_AFTER_ORDERS)
  const isCurrent = await saveProgress(db, run, { progress, ordersCount: Math.max(done, expected) })
  if (!isCurrent) throw new RunSuperseded()
}

async function* render(
  file: ExportFile,
  info: StatementInfo,
  orders: AsyncIterable<readonly StatementOrder[]>,
): AsyncGenerator<Uint8Array> {
  const { columns } = TABLES[file.type]
  try {
    yield* WRITERS[file.format]({ columns, rows: withTotals(columns, rowsOf(file, orders)) }, info)
  } catch (cause) {
    const reason = cause instanceof UnwritableFile ? cause.message : 'The file could not be written.'
    throw new FileNotRenderable(reason, { cause })
  }
}

async function* rowsOf(
  { type }: ExportFile,
  batches: AsyncIterable<readonly StatementOrder[]>,
): AsyncGenerator<StatementRow[]> {
  const statuses = statusesOf(type)
  for await (const orders of batches) {
    const included = orders.filter(({ status }) => statuses.includes(status))
    yield included.flatMap((order) => TABLES[type].rowsOf(order))
  }
}

/** The size of a file in bytes, or why it could not be rendered. */
function resultOf(
  { log }: Platform,
  run: DocumentRun,
  file: ExportFile,
  end: PromiseSettledResult<number> | undefined,
): number | FileFailure {
  if (end?.status === 'fulfilled') return end.value
  if (!(end?.reason instanceof FileNotRenderable)) throw end?.reason
  log.error(
    { export_id: run.id, ...file, causes: causeChain(end.reason) },
    'a file of a billing export could not be rendered; the export continues without it',
  )
  return { ...file, reason: end.reason.message }
}
