/**
 * In a distributed database, what a transaction wrote on a node is seen there a moment after what it wrote on the
 * coordinator: first the node prepares it, then the coordinator commits, then the node. So whoever reads an event or a job on
 * the coordinator waits for its rows, which are not there yet or are still as they were.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, onNodeOf, type Queryable } from '../database.ts'
import type { BrandId } from '../ids.ts'

const ASK_AGAIN_MS = 5
/**
 * Many times the duration of a commit. What a crash has left prepared takes longer: Citus finishes it after
 * `citus.recover_2pc_interval`. Work for other nodes must not wait for that.
 */
const AT_MOST_MS = 1_000

/**
 * Waits until the nodes of these brands show everything that was committed on the coordinator before the call. Returns the
 * brands whose node does not show it yet: their work has to be tried again later.
 */
export async function awaitCommits(
  db: Database,
  on: Queryable,
  brandIds: Iterable<BrandId>,
): Promise<ReadonlySet<BrandId>> {
  const late = new Set<BrandId>()
  if (!db.isDistributed()) return late
  const homes = await on<{ brandIds: BrandId[] }[]>`
    select array_agg(id::text) as "brandIds"
    from unnest(${[...new Set(brandIds)] as string[]}::uuid[]) as brand (id)
    group by platform.node_of(id)`
  await Promise.all(
    homes.map(async ({ brandIds: [first, ...others] }) => {
      if (!first || (await haveEnded(() => preparedOnNodeOf(on, first)))) return
      for (const brandId of [first, ...others]) late.add(brandId)
    }),
  )
  return late
}

/** By the coordinator, whose group is 0. A transaction that somebody else has prepared says nothing. */
async function preparedOnNodeOf(on: Queryable, brandId: BrandId): Promise<string[]> {
  const rows = await onNodeOf(
    brandId,
    on<{ gid: string }[]>`
      select gid from pg_prepared_xacts where database = current_database() and starts_with(gid, 'citus_0_')`,
  )
  return rows.map(({ gid }) => gid)
}

/** Waits until those that are prepared now have ended, whatever is prepared meanwhile. Returns whether they have. */
export async function haveEnded(
  readPrepared: () => Promise<readonly string[]>,
  atMostMs = AT_MOST_MS,
): Promise<boolean> {
  const begunAt = performance.now()
  let waitingFor = await readPrepared()
  while (waitingFor.length > 0) {
    if (performance.now() - begunAt > atMostMs) return false
    await wait(ASK_AGAIN_MS)
    const prepared = new Set(await readPrepared())
    waitingFor = waitingFor.filter((one) => prepared.has(one))
  }
  return true
}
