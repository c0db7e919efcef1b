import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { BRAND, emptyLedger, expectSoundLedger, openVariants, readLevels } from '../../../../test/stock.ts'
import { openLocation } from './locations.ts'
import type { MovementLine } from './movement-parts.ts'
import { openLevels } from './new-levels.ts'
import { release, reserve, ship } from './reservations.ts'
import { setStock } from './set-stock.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { db } = platform

beforeEach(() => emptyLedger(platform))

const book = (verb: typeof reserve, lines: MovementLine[], cause: string = randomUUID()) =>
  verb(platform, BRAND, lines, { relatedId: 'order-1', cause, metadata: { transition: 'test' } })
const one = (variantId: string, quantity: number) => [{ variantId, quantity }]
const postingsOf = async (cause: string) => {
  const rows = await db`
    select posting.movement_type, status, quantity
    from stock.postings as posting
    join stock.transactions as transaction on transaction.id = posting.transaction_id
    where cause = ${cause}
    order by status`
  return rows.map(({ movement_type, status, quantity }) => `${movement_type} ${status} ${quantity}`)
}

describe('a reservation', () => {
  test.each([
    ['of a part', { onHand: 10 }, 4, [6, 4], ['available -4', 'reserved 4']],
    ['of all', { onHand: 10 }, 10, [0, 10], ['available -10', 'reserved 10']],
    [
      'of more than is available, with the policy `continue`',
      { onHand: 10, inventoryPolicy: 'continue' },
      12,
      [-2, 12],
      ['available -12', 'reserved 12'],
    ],
    ['of a variant that is always in stock', { isAlwaysInStock: true }, 7, [0, 7], ['reserved 7', 'void -7']],
  ] as const)('%s posts pieces', async (_name, opening, quantity, [available, reserved], postings) => {
    const [id = ''] = await openVariants(platform, [opening])
    const outcome = await book(reserve, one(id, quantity), 'cause')
    expect(outcome).toMatchObject({ applied: true, repeated: false, levels: [{ available, reserved }] })
    expect(await readLevels(db, [id])).toMatchObject([{ available, reserved }])
    expect(await postingsOf('cause')).toEqual(postings.map((posting) => `order_reserved ${posting}`))
    await expectSoundLedger(db)
  })

  test('adds up the lines of a variant, reports all short and all unknown variants, and posts nothing', async () => {
    const [enough = '', short = '', empty = ''] = await openVariants(platform, [
      { onHand: 10 },
      { onHand: 5 },
      { onHand: 0 },
    ])
    const unknown = randomUUID()
    const lines = [
      ...one(enough, 10),
      ...one(short, 3),
      ...one(empty, 1),
      ...one(short, 3),
      ...one(unknown, 1),
    ]
    expect(await book(reserve, lines)).toEqual({
      applied: false,
      missing: [unknown],
      short: [
        { variantId: short, wanted: 6, available: 5 },
        { variantId: empty, wanted: 1, available: 0 },
      ],
    })
    expect(await readLevels(db, [enough, short])).toMatchObject([{ available: 10 }, { available: 5 }])
    expect((await db`select 1 from stock.transactions where cause is not null`).length).toBe(0)
  })

  test('reserves more than is available if it may oversell, whatever the policy', async () => {
    const [id = ''] = await openVariants(platform, [{ onHand: 3 }])
    const movement = { relatedId: 'order-1', cause: 'again', mayOversell: true }
    const outcome = await reserve(platform, BRAND, one(id, 5), movement)
    expect(outcome).toMatchObject({ applied: true, levels: [{ available: -2, reserved: 5 }] })
    expect(await postingsOf('again')).toEqual(['order_reserved available -5', 'order_reserved reserved 5'])
    await expectSoundLedger(db)
  })

  test('is refused while the on-hand quantity is below the reserved one', async () => {
    const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
    await book(reserve, one(id, 8))
    await setStock(platform, BRAND, [{ variantId: id, to: { onHand: 3 } }])
    expect(await book(reserve, one(id, 1))).toMatchObject({
      applied: false,
      short: [{ wanted: 1, available: -5 }],
    })
  })

  test("does not touch another brand's variant", async () => {
    const [foreign = ''] = await openVariants(platform, [{ onHand: 3 }], randomUUID())
    expect(await book(reserve, one(foreign, 1))).toEqual({ applied: false, missing: [foreign], short: [] })
  })
})

describe('reserved stock', () => {
  test.each([
    ['is released', release, {}, [8, 1], ['order_cancelled available 2', 'order_cancelled reserved -2']],
    ['is shipped', ship, {}, [6, 1], ['order_shipped reserved -2', 'order_shipped void 2']],
    [
      'is released for a variant that is always in stock',
      release,
      { isAlwaysInStock: true },
      [0, 1],
      ['order_cancelled reserved -2', 'order_cancelled void 2'],
    ],
    [
      'is shipped for a variant that is always in stock',
      ship,
      { isAlwaysInStock: true },
      [0, 1],
      ['order_shipped reserved -2', 'order_shipped void 2'],
    ],
  ] as const)('%s', async (_name, verb, opening, [available, reserved], postings) => {
    const [id = ''] = await openVariants(platform, [
      'isAlwaysInStock' in opening ? { isAlwaysInStock: true } : { onHand: 9 },
    ])
    await book(reserve, one(id, 3))
    const outcome = await book(verb, one(id, 2), 'cause')
    expect(outcome).toMatchObject({ applied: true, levels: [{ available, reserved }] })
    expect(await postingsOf('cause')).toEqual(postings)
    await expectSoundLedger(db)
  })

  test('survives a switch to always in stock and back', async () => {
    const [id = ''] = await openVariants(platform, [{ onHand: 9 }])
    await book(reserve, one(id, 3))
    await setStock(platform, BRAND, [{ variantId: id, to: { alwaysInStock: true } }])
    await book(release, one(id, 1))
    await setStock(platform, BRAND, [{ variantId: id, to: { tracked: true } }])
    expect(await readLevels(db, [id])).toMatchObject([{ available: 0, reserved: 2 }])
    await book(release, one(id, 2))
    expect(await readLevels(db, [id])).toMatchObject([{ available: 2, reserved: 0 }])
    await expectSoundLedger(db)
  })

  test.each([
    ['release', release],
    ['ship', ship],
  ])('is never negative: more in %s is a bug, and nothing is posted', async (_name, verb) => {
    const [id = ''] = await openVariants(platform, [{ onHand: 9 }])
    await book(reserve, one(id, 3))
    await expect(book(verb, one(id, 4))).rejects.toThrow('levels_reserved_not_negative')
    expect(await readLevels(db, [id])).toMatchObject([{ available: 6, reserved: 3 }])
    await expectSoundLedger(db)
  })
})

describe('a repeated cause', () => {
  test.each([
    ['reserve', reserve],
    ['release', release],
    ['ship', ship],
  ])('changes nothing: %s', async (_name, verb) => {
    const [id = ''] = await openVariants(platform, [{ onHand: 5 }])
    if (verb !== reserve) await book(reserve, one(id, 5))
    const first = await book(verb, one(id, 5), 'once')
    const second = await book(verb, one(id, 5), 'once')
    expect([first, second]).toMatchObject([
      { applied: true, repeated: false },
      { applied: true, repeated: true },
    ])
    expect(second.applied && second.levels).toEqual(first.applied && first.levels)
  })

  test.each([5, 100])('takes effect once when calls race for %i pieces', async (onHand) => {
    const [id = ''] = await openVariants(platform, [{ onHand }])
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => book(reserve, one(id, 5), 'once')))
    expect(outcomes.every((outcome) => outcome.applied)).toBe(true)
    expect(outcomes.filter((outcome) => outcome.applied && !outcome.repeated)).toHaveLength(1)
    expect(await readLevels(db, [id])).toMatchObject([{ available: onHand - 5, reserved: 5 }])
    await expectSoundLedger(db)
  })

  test('is a different cause for another brand', async () => {
    const other = randomUUID()
    const [id = ''] = await openVariants(platform, [{ onHand: 5 }])
    const [foreign = ''] = await openVariants(platform, [{ onHand: 5 }], other)
    await book(reserve, one(id, 1), 'once')
    const outcome = await reserve(platform, other, one(foreign, 1), { relatedId: 'x', cause: 'once' })
    expect(outcome).toMatchObject({ applied: true, repeated: false })
  })
})

describe('opening', () => {
  test('a brand has one location, also if concurrent calls open it', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => openLocation(platform, BRAND)))
    expect(new Set(ids).size).toBe(1)
    expect(await openLocation(platform, BRAND)).toBe(ids[0])
  })

  test('five thousand variants have levels and one transaction', async () => {
    const variants = Array.from({ length: 5000 }, (_, i) => ({
      variantId: randomUUID(),
      unitMultiplier: 1 + (i % 12),
      createdAt: platform.clock.now(),
      onHand: i % 3,
      ...(i % 3 === 0 && { isAlwaysInStock: i % 2 === 0 }),
    }))
    await openLevels(platform, BRAND, variants)
    const [counts] = await db`
      select (select count(*) from stock.levels) as levels, (select count(*) from stock.transactions) as transactions,
        (select count(*) from stock.postings) as postings`
    expect(counts).toEqual({
      levels: 5000,
      transactions: 1,
      postings: 2 * variants.filter(({ onHand }) => onHand > 0).length,
    })
    await expectSoundLedger(db)
  })

  test('no initial quantity needs no transaction', async () => {
    await openVariants(platform, [{}, { isAlwaysInStock: true }])
    expect((await db`select 1 from stock.transactions`).length).toBe(0)
    await openLevels(platform, BRAND, [])
  })
})
