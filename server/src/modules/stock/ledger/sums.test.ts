import { expect, test } from 'vitest'
import { createTestDatabase, demoTemplate } from '../../../../test/database.ts'
import { connect } from '../../../platform/database.ts'
import { LEDGER_SUMS, unbalancedStatuses } from './sums.ts'

test('levels and postings have the same sums, and a level that was changed without a posting is found', async () => {
  const db = connect(await createTestDatabase(undefined, demoTemplate), { pool: 1, name: 'test' })
  const readSums = async () => {
    const rows = (await db.unsafe(LEDGER_SUMS)) as { name: string; sum: string }[]
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
  }
  try {
    const sums = await readSums()
    expect(Number(sums['stock posted as available'])).toBeGreaterThan(0)
    expect(Number(sums['stock held as reserved'])).toBeGreaterThan(0)
    expect(unbalancedStatuses(sums)).toEqual([])
    await db`
      update stock.levels set available = available + 1
      where variant_id = (select variant_id from stock.levels order by variant_id limit 1)`
    expect(unbalancedStatuses(await readSums())).toEqual(['available'])
  } finally {
    await db.end()
  }
})
