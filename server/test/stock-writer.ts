/** A process that sets stock in a transaction, reports that, and never commits, for a test that kills it. */
import { modulesFor } from '../src/composition.ts'
import { setStock } from '../src/modules/stock/index.ts'
import { connect } from '../src/platform/database.ts'
import { createIds } from '../src/platform/ids.ts'

const [databaseUrl = '', brandId = '', ...variantIds] = process.argv.slice(2)
const db = connect(databaseUrl, { pool: 1, name: 'killed writer' })
const now = () => new Date()
const clock = { now, offsetMs: () => 0, toRealTime: (moment: Date) => moment }
const ids = createIds(clock)
// Connects the extension points of modules that write together with stock.
modulesFor('sandbox')

await db.begin(async (tx) => {
  const changes = variantIds.map((variantId) => ({ variantId, to: { onHand: 99 } }))
  const outcome = await setStock({ db: tx as never, clock, ids }, brandId, changes)
  process.stdout.write(JSON.stringify({ applied: outcome.applied }))
  await new Promise(() => setInterval(() => {}, 1000))
})
