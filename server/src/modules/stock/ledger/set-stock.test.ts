import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { BRAND, emptyLedger, expectSoundLedger, openVariants, readLevels } from '../../../../test/stock.ts'
import { reserve } from './reservations.ts'
import { setStock } from './set-stock.ts'
import type { StockChange } from './set-stock-query.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { db } = platform

beforeEach(() => emptyLedger(platform))

async function variant(start: { available: number; reserved: number; always: boolean; policy?: string }) {
  const [id = ''] = await openVariants(platform, [
    {
      ...(start.always ? { isAlwaysInStock: true } : { onHand: start.available + start.reserved }),
      inventoryPolicy: (start.policy ?? 'deny') as 'deny',
    },
  ])
  if (start.reserved > 0) {
    const lines = [{ variantId: id, quantity: start.reserved }]
    await reserve(platform, BRAND, lines, { relatedId: id, cause: `order/${id}` })
  }
  return id
}

const set = (changes: StockChange[], brandId = BRAND) => setStock(platform, brandId, changes)
const counts = async () => {
  const [row] = await db`
    select (select count(*) from stock.transactions) as transactions, (select count(*) from stock.postings) as postings`
  return { ...row }
}

const tracked = { available: 70, reserved: 30, always: false }
const always = { available: 0, reserved: 30, always: true }

describe('a variant', () => {
  test.each([
    ['on hand 123', tracked, { onHand: 123 }, undefined, [93, 30, false, 'deny'], 2],
    ['on hand below the reserved quantity', tracked, { onHand: 10 }, undefined, [-20, 30, false, 'deny'], 2],
    ['on hand 0', tracked, { onHand: 0 }, undefined, [-30, 30, false, 'deny'], 2],
    ['on hand, unchanged', tracked, { onHand: 100 }, undefined, [70, 30, false, 'deny'], 0],
    ['available 5', tracked, { available: 5 }, undefined, [5, 30, false, 'deny'], 2],
    ['available, unchanged', tracked, { available: 70 }, undefined, [70, 30, false, 'deny'], 0],
    ['a new policy alone', tracked, { tracked: true }, 'continue', [70, 30, false, 'continue'], 0],
    ['tracked, as before', tracked, { tracked: true }, undefined, [70, 30, false, 'deny'], 0],
    ['always in stock', tracked, { alwaysInStock: true }, undefined, [0, 30, true, 'deny'], 2],
    [
      'always in stock from continue',
      { ...tracked, policy: 'continue' },
      { alwaysInStock: true },
      undefined,
      [0, 30, true, 'deny'],
      2,
    ],
    [
      'on hand keeps the policy',
      { ...tracked, policy: 'continue' },
      { onHand: 31 },
      undefined,
      [1, 30, false, 'continue'],
      2,
    ],
    ['always in stock, as before', always, { alwaysInStock: true }, undefined, [0, 30, true, 'deny'], 0],
    ['tracked again', always, { tracked: true }, undefined, [0, 30, false, 'deny'], 0],
    ['tracked again with a policy', always, { tracked: true }, 'continue', [0, 30, false, 'continue'], 0],
    ['on hand again', always, { onHand: 40 }, undefined, [10, 30, false, 'deny'], 2],
    ['available again', always, { available: 40 }, 'continue', [40, 30, false, 'continue'], 2],
  ] as const)('is set: %s', async (_name, start, to, inventoryPolicy, expected, postings) => {
    const id = await variant(start)
    const before = await counts()
    await shop.advance(5)
    const outcome = await set([{ variantId: id, to, ...(inventoryPolicy && { inventoryPolicy }) }])
    const [available, reserved, isAlwaysInStock, policy] = expected
    expect(outcome).toMatchObject({
      applied: true,
      levels: [{ variantId: id, available, reserved, isAlwaysInStock, inventoryPolicy: policy }],
    })
    expect(await readLevels(db, [id])).toEqual([
      { available, reserved, is_always_in_stock: isAlwaysInStock, inventory_policy: policy },
    ])
    const [shown] = await db`select is_orderable from stock.variant_quantities where variant_id = ${id}`
    expect(outcome).toMatchObject({ levels: [{ isOrderable: shown?.is_orderable }] })
    const after = await counts()
    expect(after.postings - before.postings).toBe(postings)
    expect(after.transactions - before.transactions).toBe(postings > 0 ? 1 : 0)
    await expectSoundLedger(db)
  })

  test('keeps its time of change if nothing changes, and gets a new one otherwise', async () => {
    const id = await variant({ available: 4, reserved: 0, always: false })
    const read = async () => (await db`select updated_at from stock.levels where variant_id = ${id}`)[0]
    const opened = await read()
    await shop.advance(60)
    await set([{ variantId: id, to: { onHand: 4 } }])
    expect(await read()).toEqual(opened)
    const outcome = await set([{ variantId: id, to: { onHand: 4 }, inventoryPolicy: 'continue' }])
    const changed = await read()
    expect(changed?.updated_at.getTime()).toBeGreaterThan(opened?.updated_at.getTime())
    expect(outcome).toMatchObject({ levels: [{ updatedAt: changed?.updated_at }] })
  })

  test('that is always in stock keeps the policy `deny`', async () => {
    const id = await variant(always)
    const change: StockChange = { variantId: id, to: { alwaysInStock: true }, inventoryPolicy: 'continue' }
    await set([change])
    expect(await readLevels(db, [id])).toMatchObject([{ inventory_policy: 'deny' }])
  })
})

test('a set quantity posts its difference and the counter posting, with the time of the transaction', async () => {
  const id = await variant(tracked)
  await setStock(platform, BRAND, [{ variantId: id, to: { onHand: 90 } }], {
    movement: { type: 'manual', relatedId: 'stock take', metadata: { by: 'operator' } },
  })
  const rows = await db`
    select posting.movement_type, related_id, metadata, status, quantity, unit_multiplier,
      posting.created_at = transaction.created_at as same_time
    from stock.postings as posting
    join stock.transactions as transaction on transaction.id = posting.transaction_id
    where related_id = 'stock take'
    order by status`
  const shared = {
    movement_type: 'manual',
    related_id: 'stock take',
    metadata: { by: 'operator' },
    unit_multiplier: 6,
    same_time: true,
  }
  expect([...rows]).toEqual([
    { ...shared, status: 'available', quantity: -10 },
    { ...shared, status: 'void', quantity: 10 },
  ])
})

test('several variants are set in one transaction, and returned in the order of the request', async () => {
  const ids = await openVariants(
    platform,
    Array.from({ length: 50 }, () => ({ onHand: 1 })),
  )
  const shuffled = ids.toReversed()
  const before = await counts()
  const outcome = await set(shuffled.map((variantId, i) => ({ variantId, to: { onHand: i + 2 } })))
  expect(outcome.applied && outcome.levels.map((level) => level.variantId)).toEqual(shuffled)
  expect(outcome.applied && outcome.levels.map((level) => level.available)).toEqual(ids.map((_, i) => i + 2))
  const after = await counts()
  expect([after.transactions - before.transactions, after.postings - before.postings]).toEqual([1, 100])
})

test('unknown variants, variants of another brand and failed expectations are all reported, and nothing is written', async () => {
  const [good = '', differing = ''] = await openVariants(platform, [{ onHand: 5 }, { onHand: 8 }])
  const untracked = await variant(always)
  const [foreign = ''] = await openVariants(platform, [{ onHand: 3 }], randomUUID())
  const unknown = randomUUID()
  const before = await counts()
  const outcome = await set([
    { variantId: unknown, to: { onHand: 1 } },
    { variantId: good, to: { onHand: 1 }, expectedOnHand: 5 },
    { variantId: differing, to: { onHand: 1 }, expectedOnHand: 7 },
    { variantId: untracked, to: { onHand: 1 }, expectedOnHand: 30 },
    { variantId: foreign, to: { onHand: 1 } },
  ])
  expect(outcome).toEqual({
    applied: false,
    missing: [unknown, foreign],
    conflicts: [
      { variantId: differing, onHand: 8 },
      { variantId: untracked, onHand: null },
    ],
  })
  expect(await counts()).toEqual(before)
  expect(await readLevels(db, [good, foreign])).toMatchObject([{ available: 5 }, { available: 3 }])
})

test('a change is applied when its expected quantity matches', async () => {
  const id = await variant(tracked)
  const outcome = await set([{ variantId: id, to: { onHand: 101 }, expectedOnHand: 100 }])
  expect(outcome).toMatchObject({ applied: true, levels: [{ available: 71 }] })
})

test('a repeated cause changes nothing, even if its expected quantity no longer matches', async () => {
  const [id = ''] = await openVariants(platform, [{ onHand: 5 }])
  const movement = { type: 'snapshot', cause: 'import/1' } as const
  const changes: StockChange[] = [{ variantId: id, to: { onHand: 9 }, expectedOnHand: 5 }]
  await setStock(platform, BRAND, changes, { movement })
  const again = await setStock(platform, BRAND, changes, { movement })
  expect(again).toMatchObject({ applied: true, levels: [{ available: 9 }] })
  await set([{ variantId: id, to: { onHand: 2 } }])
  const late = await setStock(platform, BRAND, [{ variantId: id, to: { onHand: 9 } }], { movement })
  expect(late).toMatchObject({ applied: true, levels: [{ available: 2 }] })
  await expectSoundLedger(db)
})

test('an empty list of changes is accepted', async () => {
  expect(await set([])).toEqual({ applied: true, levels: [], projected: [] })
})

test('amounts up to the largest integer are kept exactly', async () => {
  const [id = ''] = await openVariants(platform, [{ onHand: 0 }])
  await set([{ variantId: id, to: { onHand: 2_147_483_647 } }])
  const lines = [{ variantId: id, quantity: 2_147_483_647 }]
  await reserve(platform, BRAND, lines, { relatedId: 'o', cause: 'large' })
  const outcome = await set([{ variantId: id, to: { available: 2_147_483_647 } }])
  expect(outcome).toMatchObject({ levels: [{ available: 2_147_483_647, reserved: 2_147_483_647 }] })
  await expectSoundLedger(db)
})
