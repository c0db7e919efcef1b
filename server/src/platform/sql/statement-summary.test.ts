import { expect, test } from 'vitest'
import { summarizeStatement } from './statement-summary.ts'

test.each([
  ['select 1', 'SELECT'],
  ['select id from ordering.orders where id = $1', 'SELECT ordering.orders'],
  [
    'select * from ordering.orders join ordering.items on true left join ordering.orders as o on true',
    'SELECT ordering.orders ordering.items',
  ],
  ['insert into stock.levels (id) values ($1)', 'INSERT stock.levels'],
  ['update stock.levels set available = $1', 'UPDATE stock.levels'],
  ['delete from platform.outbox where position = $1', 'DELETE platform.outbox'],
  [
    'with due as (select id from webhooks.deliveries for update) update webhooks.deliveries set a = 1 from due',
    'UPDATE webhooks.deliveries',
  ],
  ['with a as (select 1 from catalog.products) select * from a', 'SELECT catalog.products'],
  ['select count(*) from graphile_worker.add_jobs(array[1])', 'SELECT'],
  ["select pg_notify('channel', '')", 'SELECT'],
  ['set local lock_timeout = 5; select 1', 'SET'],
  ['savepoint s1', 'SAVEPOINT'],
  ['', ''],
])('%j is summarized as %j', (text, summary) => {
  expect(summarizeStatement(text)).toBe(summary)
})

test('a summary is short', () => {
  const tables = Array.from({ length: 50 }, (_, i) => `from schema.table_${i}`).join(' ')
  expect(summarizeStatement(`select 1 ${tables}`).length).toBeLessThanOrEqual(255)
})
