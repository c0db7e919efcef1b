import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { afterAllTests } from '../../../test/clean-up.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { LEDGER_SUMS } from '../../modules/stock/ledger/sums.ts'
import type { CopySource } from './copy-source.ts'
import { loadDatabase } from './load-database.ts'
import { readDatabase } from './read-database.ts'
import { closeSession, openSession, type Session } from './session.ts'

let session: Session
let header: CopySource['header']

const cleanUp = afterAllTests()
beforeAll(async () => {
  session = await openSession(await createTestDatabase(cleanUp))
  cleanUp(() => closeSession(session))
  header = (await readDatabase(session, { id: 'test', sums: LEDGER_SUMS })).header
  await session.query('rollback')
})

const load = (source: Partial<CopySource>) =>
  loadDatabase(
    session,
    {
      header,
      async *tables() {},
      summary: async () => ({ tables: {}, sequences: [], sums: {} }),
      ...source,
    },
    { sums: LEDGER_SUMS },
  )

test.each([
  ['catalog.products; drop schema stock cascade; --', ['id']],
  ['catalog.products', ['id) from stdin; drop schema stock cascade; --']],
  ['catalog.unheard_of', []],
])('names in a file are never run as statements: %s %j', async (name, columns) => {
  const tables = [{ name, columns }]
  await expect(load({ header: { ...header, tables } })).rejects.toThrow(
    `The copy has the table ${name} with columns that this version does not know; use the version of Tradehall that it was made with`,
  )
  expect((await session.query(`select to_regclass('stock.levels') as there`)).rows[0].there).toBe(
    'stock.levels',
  )
})

test('rows that do not match the summary are rolled back', async () => {
  const tables = async function* () {
    yield { name: 'platform.write_probe', rows: Readable.from([]) }
  }
  const figures = Object.fromEntries(
    header.tables.map(({ name }) => [name, { rows: 0, digest: '0'.repeat(16) }]),
  )
  const summary = {
    tables: { ...figures, 'platform.write_probe': { rows: 2, digest: '0'.repeat(16) } },
    sequences: [],
    sums: {},
  }
  await expect(load({ tables, summary: async () => summary })).rejects.toThrow(
    'The rows that arrived are not those of the source, so nothing was kept: platform.write_probe (2 against 0 rows); copy again.',
  )
  await session.query('rollback')
})
