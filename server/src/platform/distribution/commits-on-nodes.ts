/**
 * In a distributed database, what a transaction wrote on a node is seen there a moment after what it wrote on the
 * coordinator: first the node prepares it, then the coordinator commits, then the node. So whoever reads an event or a job on
 * the coordinator waits for its rows, which are not there yet or are still as they were.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, onNodeOf, type Queryable } from '../database.ts'
import type { BrandId } from '../ids.ts'

const ASK_AGAIN_MS = 5
/** Many times the duration of a commit. Citus finishes what a crash of the coordinator has left prepared within a minute. */
const AT_MOST_MS = 3_000

/** Waits until the nodes of these brands show everything that was committed on the coordinator before the call. */
export async function awaitCommits(db: Database, on: Queryable, brandIds: Iterable<BrandId>): Promise<void> {
  if (!db.isDistributed()) return
  await Promise.all([...new Set(brandIds)].map((brandId) => awaitEnds(() => preparedOnNodeOf(on, brandId))))
}

async function preparedOnNodeOf(on: Queryable, brandId: BrandId): Promise<string[]> {
  const rows = await onNodeOf(
    brandId,
    on<{ gid: string }[]>`select gid from pg_prepared_xacts where database = current_database()`,
  )
  return rows.map(({ gid }) => gid)
}

/** Waits until those that are prepared now have ended, whatever is prepared meanwhile. */
export async function awaitEnds(
  readPrepared: () => Promise<readonly string[]>,
  atMostMs = AT_MOST_MS,
): Promise<void> {
  const begunAt = performance.now()
  let waitingFor = await readPrepared()
  while (waitingFor.length > 0) {
    if (performance.now() - begunAt > atMostMs)
      throw new Error(`The node of a brand has not committed ${waitingFor.length} prepared transactions yet.`)
    await wait(ASK_AGAIN_MS)
    const prepared = new Set(await readPrepared())
    waitingFor = waitingFor.filter((one) => prepared.has(one))
  }
}
