import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/database.ts'
import { connect, violatedConstraint } from '../../../platform/database.ts'
import { LEAD_TIMES } from './lead-times.ts'

const db = connect(await createTestDatabase(afterAll), { pool: 1, name: 'test' })
afterAll(() => db.end())

const BRAND = {
  name: 'Fennel & Rye',
  currency: 'EUR',
  country: 'FR',
  created_at: new Date('2026-03-02T09:00:00Z'),
  updated_at: new Date('2026-03-02T09:00:00Z'),
}

test('a brand can only have one of the lead times', async () => {
  const store = async (average_lead_time: string) =>
    await db`insert into identity.brands ${db({ ...BRAND, id: crypto.randomUUID(), average_lead_time })}`
  for (const leadTime of LEAD_TIMES) await store(leadTime)
  const refused = await store('1-2').catch(violatedConstraint)
  expect(refused).toBe('brands_average_lead_time_known')
})

test('the migration turned a number of days into the range that contains it', async () => {
  const days = [0, 2, 3, 5, 6, 10, 11, 20, 21, 30, 31, 365]
  const migration = await readFile(
    new URL('../../../../migrations/0009.do.lead-time.sql', import.meta.url),
    'utf8',
  )
  await db`delete from identity.brands`
  await db`
    alter table identity.brands drop column average_lead_time, add column lead_time_days integer not null default 3`
  await db`
    insert into identity.brands
    ${db(days.map((lead_time_days) => ({ ...BRAND, id: crypto.randomUUID(), lead_time_days })))}`
  await db`update identity.brands set name = lead_time_days::text`
  await db.unsafe(migration)
  const migrated = await db<{ name: string; average_lead_time: string }[]>`
    select name, average_lead_time from identity.brands order by name::int`
  expect(migrated.map(({ name, average_lead_time }) => [Number(name), average_lead_time])).toEqual([
    [0, '0-2'],
    [2, '0-2'],
    [3, '3-5'],
    [5, '3-5'],
    [6, '6-10'],
    [10, '6-10'],
    [11, '11-20'],
    [20, '11-20'],
    [21, '21-30'],
    [30, '21-30'],
    [31, '21-30'],
    [365, '21-30'],
  ])
})
