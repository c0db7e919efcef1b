/** Random movements at random times: every past balance is the sum of the postings until then, whichever way it is read. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { chance } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import { BRAND, openVariants } from '../../../../test/stock.ts'
import { release, reserve, ship } from '../ledger/reservations.ts'
import { setStock } from '../ledger/set-stock.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform } = shop
const MOVEMENTS = 60

interface Moment {
  at: Date
  available: number
  reserved: number
}

test('a balance at an instant is the sum of the postings until then', async () => {
  const pick = chance()(1)
  const [variant = ''] = await openVariants(platform, [{ onHand: 50 }])
  const known: Moment[] = [{ at: platform.clock.now(), available: 50, reserved: 0 }]
  for (let i = 0; i < MOVEMENTS; i++) {
    // Sometimes several movements happen at the same instant.
    await shop.advance(pick(3) * 1800)
    const { available, reserved } = known.at(-1) as Moment
    const next = await move(variant, { available, reserved }, pick)
    known.push({ at: platform.clock.now(), ...next })
  }
  const balanceAt = (moment: Date) => {
    const { available, reserved } = known.filter(({ at }) => at <= moment).at(-1) as Moment
    return { available, reserved, onHand: available + reserved }
  }
  const steps = 400
  const from = new Date((known[0] as Moment).at.getTime() + 1)
  const { body } = await shop.send(
    'GET',
    `/api/v1/product-variants/${variant}/stock-history?from=${from.toISOString()}&steps=${steps}`,
  )
  const [place] = body.data.attributes.locations
  for (const { at, ...balance } of place.points) expect(balance, at).toEqual(balanceAt(new Date(at)))
  const times = new Set(
    known
      .slice(1)
      .filter(({ at }) => at >= from)
      .map(({ at }) => at.toISOString()),
  )
  expect(place.points.slice(1).map(({ at }: { at: string }) => at)).toEqual([...times])

  const { body: listed } = await shop.send(
    'GET',
    `/api/v1/product-variants/${variant}/stock-movements?withBalances=true&page[limit]=100`,
  )
  for (const [i, { attributes }] of listed.data.entries()) {
    const older = listed.data[i + 1]?.attributes.balance ?? { available: 0, reserved: 0, onHand: 0 }
    expect({
      available: older.available + attributes.available,
      reserved: older.reserved + attributes.reserved,
      onHand: older.onHand + attributes.onHand,
    }).toEqual(attributes.balance)
  }
  expect(listed.data[0].attributes.balance).toEqual(balanceAt(platform.clock.now()))

  for (const { at } of [known[5], known[20], known[59]] as Moment[]) {
    const end = new Date(at.getTime() + 1).toISOString()
    const past = await shop.send(
      'GET',
      `/api/v1/product-variants/${variant}/stock-history?from=${at.toISOString()}&to=${end}&steps=1`,
    )
    const { at: _at, ...balance } = past.body.data.attributes.locations[0].points.at(-1)
    expect(balance).toEqual(balanceAt(at))
    const [row] = await platform.db`
      select coalesce(sum(quantity) filter (where status = 'available'), 0)::int as available,
        coalesce(sum(quantity) filter (where status = 'reserved'), 0)::int as reserved
      from stock.postings where variant_id = ${variant} and created_at < ${at}::timestamptz + interval '1 ms'`
    expect({ ...row, onHand: row?.available + row?.reserved }).toEqual(balanceAt(at))
    const state = await shop.send(
      'GET',
      `/api/stock/v1/stock/state?filter[productVariantIds][]=${variant}&stateAt=${Math.floor(at.getTime() / 1000)}`,
    )
    const seen = state.body.data[0].attributes.quantities.map(
      ({ status, quantity }: { status: string; quantity: number }) => [status, quantity],
    )
    expect(Object.fromEntries(seen)).toEqual(balanceAt(at))
  }
})

type Level = Omit<Moment, 'at'>

/** Executes one random verb that the level allows, and returns the level after it. */
async function move(variantId: string, level: Level, pick: (below: number) => number): Promise<Level> {
  const { available, reserved } = level
  const order = { relatedId: randomUUID(), cause: randomUUID() }
  const kind = pick(4)
  if (kind === 1 && available > 0) {
    const quantity = 1 + pick(available)
    await reserve(platform, BRAND, [{ variantId, quantity }], order)
    return { available: available - quantity, reserved: reserved + quantity }
  }
  if (kind > 1 && reserved > 0) {
    const quantity = 1 + pick(reserved)
    await (kind === 2 ? release : ship)(platform, BRAND, [{ variantId, quantity }], order)
    return { available: kind === 2 ? available + quantity : available, reserved: reserved - quantity }
  }
  const onHand = pick(80)
  await setStock(platform, BRAND, [{ variantId, to: { onHand } }])
  return { available: onHand - reserved, reserved }
}
