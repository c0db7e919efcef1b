import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { START } from '../../../../test/time.ts'
import type { Account } from '../../../domain/actor.ts'
import type { Operation } from '../../../http/operation.ts'
import { DEMO } from '../demo/demo.ts'
import { endingCalls } from './pending-calls.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

const since = new Date('2026-01-01T00:00:00Z')
const ends = { at: new Date('2026-12-01T00:00:00Z'), replacement: 'Do it yourself.' }
const operations = [
  { id: 'ending', deprecated: { since, ends } },
  { id: 'endless', deprecated: { since } },
  { id: 'current', deprecatedUses: { old: { since, ends } } },
] as Partial<Operation>[] as Operation[]

const brand: Account = { kind: 'brand', brandId: DEMO.brandId } as Account

async function waiting(account: Account, now = START): Promise<unknown[]> {
  const query = endingCalls.select(db, { account, now, operations })
  const rows: { name: string; about: string; due_on: string }[] = (await query) ?? []
  return query ? rows.map(({ name, about, due_on }) => [name, about, due_on]) : ['none']
}

const call = (operation: string, applicationId: string, calledAt = START) => db`
  insert into identity.deprecated_calls (id, application_id, operation, method, path, calls, created_at, last_called_at)
  values (${randomUUID()}, ${applicationId}, ${operation}, 'GET', ${`/${operation}`}, 1, ${calledAt}, ${calledAt})`

test('calls of operations or uses with an end are listed until the application stops calling them', async () => {
  for (const operation of ['ending', 'endless', 'current', 'current/old']) {
    await call(operation, DEMO.applicationId)
  }
  await call('ending', DEMO.otherApplicationId)
  const [{ name } = {}] = await db`select name from identity.applications where id = ${DEMO.applicationId}`
  const rows = await waiting(brand)
  expect(rows.toSorted()).toEqual([
    ['GET /current/old', name, '2026-12-01'],
    ['GET /ending', name, '2026-12-01'],
  ])
  expect(await waiting(brand, new Date(START.getTime() + 29 * 86_400_000))).toHaveLength(2)
  expect(await waiting(brand, new Date(START.getTime() + 31 * 86_400_000))).toEqual([])
})

test('only brands see ending calls, without those of revoked applications', async () => {
  expect(await waiting({ kind: 'operator' } as Account)).toEqual(['none'])
  await db`update identity.applications set revoked_at = ${START} where id = ${DEMO.applicationId}`
  expect(await waiting(brand)).toEqual([])
})
