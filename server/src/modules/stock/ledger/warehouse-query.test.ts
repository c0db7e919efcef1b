import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { BRAND, emptyLedger, expectSoundLedger, openVariants, readLevels } from '../../../../test/stock.ts'
import { openWarehouse } from './locations.ts'
import { moveInWarehouse, release, reserve, ship } from './reservations.ts'
import { openWarehouseLevels } from './warehouse-levels.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { db } = platform

let at = ''
let tea = ''
let cup = ''
beforeEach(async () => {
  await emptyLedger(platform)
  const ids = await openVariants(platform, [{ onHand: 3 }, { isAlwaysInStock: true }])
  tea = ids[0] as string
  cup = ids[1] as string
  at = await openWarehouse(platform, BRAND, randomUUID())
  await openWarehouseLevels(
    platform,
    BRAND,
    at,
    ids.map((variantId) => ({ variantId, unitMultiplier: 4 })),
  )
})

const line = (variantId: string, quantity: number) => ({ variantId, quantity })
const order = (cause: string) => ({ relatedId: 'order', cause, at })
const arrive = (...lines: ReturnType<typeof line>[]) =>
  moveInWarehouse(platform, BRAND, lines, {
    at,
    from: 'void',
    to: 'available',
    type: 'replenishment',
    cause: randomUUID(),
  })
async function heldOf(variantId: string) {
  const [level] = await db`
    select available, reserved, incoming, blocked from stock.warehouse_levels where variant_id = ${variantId}`
  return { ...level }
}

describe('in a warehouse', () => {
  test("orders reserve, release and ship as at the brand's own location, which does not change", async () => {
    await arrive(line(tea, 10), line(cup, 2))
    const home = await readLevels(db, [tea, cup])
    expect(await reserve(platform, BRAND, [line(tea, 4), line(cup, 1)], order('a'))).toMatchObject({
      applied: true,
      repeated: false,
      levels: [
        { variantId: tea, locationId: at, available: 6, reserved: 4 },
        { variantId: cup, locationId: at, available: 1, reserved: 1 },
      ],
    })
    expect(await reserve(platform, BRAND, [line(tea, 4), line(cup, 1)], order('a'))).toMatchObject({
      repeated: true,
    })
    await release(platform, BRAND, [line(tea, 1)], order('b'))
    await ship(platform, BRAND, [line(tea, 3), line(cup, 1)], order('c'))
    expect(await heldOf(tea)).toMatchObject({ available: 7, reserved: 0 })
    expect(await heldOf(cup)).toMatchObject({ available: 1, reserved: 0 })
    expect(await readLevels(db, [tea, cup])).toEqual(home)
    await expectSoundLedger(db)
  })

  test('nothing is oversold, even with `mayOversell` or if the brand has it always in stock', async () => {
    await arrive(line(tea, 2))
    const refused = await reserve(platform, BRAND, [line(tea, 1), line(cup, 1)], {
      ...order('a'),
      mayOversell: true,
    })
    expect(refused).toEqual({
      applied: false,
      missing: [],
      short: [{ variantId: cup, wanted: 1, available: 0 }],
    })
    const unknown = randomUUID()
    expect(await reserve(platform, BRAND, [line(tea, 1), line(unknown, 1)], order('b'))).toMatchObject({
      applied: false,
      missing: [unknown],
    })
    expect(await heldOf(tea)).toMatchObject({ available: 2, reserved: 0 })
    await expectSoundLedger(db)
  })

  test('pieces move from any status to any other, once per cause', async () => {
    const move = (
      from: 'void' | 'incoming' | 'available',
      to: 'incoming' | 'available' | 'blocked',
      cause: string,
    ) => moveInWarehouse(platform, BRAND, [line(tea, 5)], { at, from, to, type: 'replenishment', cause })
    await move('void', 'incoming', '1')
    await move('void', 'incoming', '1')
    expect(await heldOf(tea)).toMatchObject({ incoming: 5, available: 0 })
    await move('incoming', 'available', '2')
    expect(await move('incoming', 'available', '3')).toMatchObject({ applied: false })
    await move('available', 'blocked', '4')
    expect(await heldOf(tea)).toEqual({ incoming: 0, available: 0, reserved: 0, blocked: 5 })
    await expectSoundLedger(db)
  })
})

describe('the stock-visibility API', () => {
  const list = async (name: string, query: string) =>
    (await shop.send('GET', `/api/stock/v1/${name}?${query}`)).body.data
  const quantities = async (query: string) => {
    const states = await list('state', `filter[productVariantIds][]=${tea}&${query}`)
    return Object.fromEntries(
      states
        .flatMap((state: { attributes: { quantities: object[] } }) => state.attributes.quantities)
        .map((one: { locationType: string; status: string; quantity: number }) => [
          `${one.locationType} ${one.status}`,
          one.quantity,
        ]),
    )
  }

  test('shows both locations, or the one of the filter, and past quantities', async () => {
    await arrive(line(tea, 10))
    const before = Math.floor(platform.clock.now().getTime() / 1000)
    await shop.advance(10)
    await moveInWarehouse(platform, BRAND, [line(tea, 4)], {
      at,
      from: 'available',
      to: 'damaged',
      type: 'broken',
      cause: 'x',
    })
    const home = { 'brand available': 3, 'brand reserved': 0, 'brand onHand': 3 }
    const there = {
      'warehouse available': 6,
      'warehouse reserved': 0,
      'warehouse damaged': 4,
      'warehouse qualityControl': 0,
      'warehouse blocked': 0,
      'warehouse onHand': 10,
      'warehouse incoming': 0,
    }
    expect(await quantities('')).toEqual({ ...home, ...there })
    expect(await quantities('filter[locationTypes][]=brand')).toEqual(home)
    expect(await quantities(`filter[locationIds][]=${at}`)).toEqual(there)
    expect(await quantities('filter[locationTypes][]=warehouse&filter[status][]=damaged')).toEqual({
      'warehouse damaged': 4,
    })
    expect(await quantities('filter[locationTypes][]=retailer')).toEqual({})
    expect(await quantities(`filter[locationTypes][]=warehouse&stateAt=${before}`)).toEqual({
      ...there,
      'warehouse available': 10,
      'warehouse damaged': 0,
    })
    const damaged = await list('postings', 'filter[locationStatus][]=damaged')
    expect(damaged.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { locationId: at, productVariantId: tea, quantity: 4, movementType: 'broken', unitMultiplier: 4 },
    ])
    expect(await list('transactions', 'filter[locationTypes][]=warehouse')).toHaveLength(2)
    await shop.advance(-10)
  })
})
