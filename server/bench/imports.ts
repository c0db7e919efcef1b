/** Imports of the demo brand, for benchmarks that measure a worker. */
import { DEMO } from '../src/modules/identity/index.ts'
import {
  addEntries,
  openOperation,
  readOperation,
  startOperation,
} from '../src/modules/integrations/operations/operations.ts'
import type { Database } from '../src/platform/database.ts'
import { ports } from './real-clock.ts'

const CHUNK = 1000

type SentEntries = Parameters<typeof addEntries>[3]

/** Creates an operation with its entries, without starting it. */
export async function stageImport(
  db: Database,
  count: number,
  entryOf: (number: number) => SentEntries[number],
): Promise<{ id: string; seconds: number }> {
  const work = { ...ports, db }
  const wanted = { id: undefined, source: 'other', operationType: 'import' } as const
  const { operation } = await openOperation(work, DEMO.brandId, wanted)
  const since = performance.now()
  for (let begun = 0; begun < count; begun += CHUNK) {
    const size = Math.min(CHUNK, count - begun)
    const entries = Array.from({ length: size }, (_, i) => entryOf(begun + i))
    await addEntries(work, DEMO.brandId, operation.id, entries)
  }
  return { id: operation.id, seconds: secondsSince(since) }
}

/** Measures from start to end; `meanwhile` runs repeatedly until then. */
export async function runImport(db: Database, id: string, meanwhile = nothing): Promise<{ seconds: number }> {
  const since = performance.now()
  await startOperation({ ...ports, db }, DEMO.brandId, id)
  const ended = waitForEnd(db, id)
  let isEnded = false
  void ended.then(() => {
    isEnded = true
  })
  while (!isEnded) await Promise.race([meanwhile(), ended])
  await ended
  const seconds = secondsSince(since)
  return { seconds }
}
const nothing = () => new Promise<void>(() => {})

async function waitForEnd(db: Database, id: string): Promise<void> {
  for (;;) {
    const { status, failed_products_count } = await readOperation(db, DEMO.brandId, id)
    if (failed_products_count > 0) throw new Error(`${failed_products_count} products failed.`)
    if (status === 'succeeded') return
    await new Promise((resume) => setTimeout(resume, 100))
  }
}

export const secondsSince = (since: number) => (performance.now() - since) / 1000
