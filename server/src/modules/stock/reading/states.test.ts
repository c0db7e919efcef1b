import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { idsOf } from '../../../../test/answers.ts'
import { market, type SendOptions } from '../../../../test/market.ts'
import { BRAND, emptyLedger, expectSoundLedger, openVariants, readLevels } from '../../../../test/stock.ts'
import { freezeTime } from '../../../../test/time.ts'
import { DEMO } from '../../identity/index.ts'
import { openLocation } from '../ledger/locations.ts'
import { release, reserve } from '../ledger/reservations.ts'
import { setStock } from '../ledger/set-stock.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform } = shop
const { db } = platform
const STATE = '/api/stock/v1/stock/state'
let place = ''

beforeEach(async () => {
  await emptyLedger(platform)
  await shop.setTime('2026-03-02T09:00:00Z')
  place = await openLocation(platform, BRAND)
})

const list = (query = '', options: SendOptions = {}) => shop.send('GET', `${STATE}?${query}`, options)
const hold = (variantId: string, quantity: number) =>
  reserve(platform, BRAND, [{ variantId, quantity }], { relatedId: 'o', cause: randomUUID() })
const entry = (status: string, quantity: number) => ({
  quantity,
  locationId: place,
  locationType: 'brand',
  status,
  unitMultiplier: 6,
  productType: 'single',
})

describe('the state', () => {
  test('has the available, reserved and on-hand quantities, and none of a variant that is always in stock', async () => {
    const [id = '', always = ''] = await openVariants(platform, [{ onHand: 100 }, { isAlwaysInStock: true }])
    await hold(id, 30)
    await hold(always, 5)
    const answer = await list()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      jsonapi: { version: '1.0' },
      data: [
        { type: 'stock-state', id: always, attributes: { quantities: [] } },
        {
          type: 'stock-state',
          id,
          attributes: { quantities: [entry('available', 70), entry('reserved', 30), entry('onHand', 100)] },
        },
      ],
      meta: { page: { from: always, to: id, hasMore: false, perPage: 10 } },
      links: { first: expect.stringContaining(`${STATE}?page%5Blimit%5D=10`), next: null, prev: null },
    })
  })

  test('is empty with all keys', async () => {
    expect((await list()).body).toMatchObject({
      data: [],
      meta: { page: { from: null, to: null, hasMore: false, perPage: 10 } },
      links: { next: null, prev: null },
    })
  })

  test('is filtered', async () => {
    const [a = '', b = ''] = await openVariants(platform, [{ onHand: 1 }, { onHand: 2 }])
    const [foreign = ''] = await openVariants(platform, [{ onHand: 3 }], DEMO.otherBrandId)
    const foreignPlace = await openLocation(platform, DEMO.otherBrandId)
    const of = async (query: string) => idsOf(await list(query))
    const variants = (...ids: string[]) => ids.map((id) => `filter[productVariantIds][]=${id}`).join('&')
    expect(await of(variants(a))).toEqual([a])
    expect(await of(variants(a.toUpperCase(), b, a, foreign, randomUUID()))).toEqual([b, a])
    expect(await of(variants(foreign))).toEqual([])
    expect(await of('filter[locationTypes][]=brand')).toEqual([b, a])
    expect(await of('filter[locationTypes][]=warehouse&filter[locationTypes][]=retailer')).toEqual([])
    expect(await of(`filter[locationIds][]=${place}&filter[locationIds][]=${randomUUID()}`)).toEqual([b, a])
    expect(await of(`filter[locationIds][]=${foreignPlace}`)).toEqual([])
    expect(await of(`filter[locationIds][]=${place}&filter[locationTypes][]=warehouse`)).toEqual([])
    expect(await of('filter[productType]=single')).toEqual([b, a])
    expect(await of('filter[productType]=bundle')).toEqual([])
    expect(idsOf(await list('', { as: 'otherBrand' }))).toEqual([foreign])

    const some = await list('filter[status][]=onHand&filter[status][]=reserved')
    expect(some.body.data[0].attributes.quantities).toEqual([entry('reserved', 0), entry('onHand', 2)])
    const rest = ['damaged', 'qualityControl', 'blocked', 'incoming']
    const none = await list(rest.map((status) => `filter[status][]=${status}`).join('&'))
    expect(none.body.data[0].attributes.quantities).toEqual([])
  })

  test('is paged both ways, newest variant first', async () => {
    const ids = (
      await openVariants(
        platform,
        Array.from({ length: 7 }, () => ({})),
      )
    ).toReversed()
    const first = await list('page[limit]=3')
    expect(idsOf(first)).toEqual(ids.slice(0, 3))
    expect(first.body.meta.page).toEqual({ from: ids[0], to: ids[2], hasMore: true, perPage: 3 })
    expect(first.body.links.prev).toBeNull()
    const follow = (url: string) => shop.send('GET', new URL(url).pathname + new URL(url).search)
    const second = await follow(first.body.links.next)
    expect(idsOf(second)).toEqual(ids.slice(3, 6))
    const third = await follow(second.body.links.next)
    expect(idsOf(third)).toEqual(ids.slice(6))
    expect(third.body.links.next).toBeNull()
    expect(third.body.meta.page.hasMore).toBe(false)
    expect(idsOf(await follow(third.body.links.prev))).toEqual(ids.slice(3, 6))
    expect(idsOf(await list(`page[before]=${ids[2]}&page[limit]=100`))).toEqual(ids.slice(0, 2))
  })

  test.each([
    ['page[limit]=0'],
    ['page[limit]=101'],
    ['page[after]=x'],
    [`page[after]=${randomUUID()}`],
    [`page[after]=${randomUUID()},1234567890`],
    ['filter[status][]='],
    ['filter[status][]=void'],
    ['filter[status][]=sold'],
    ['filter[productVariantIds][]='],
    ['filter[productVariantIds][]=7'],
    ['filter[locationTypes][]=shop'],
    ['filter[locationIds][]=here'],
    ['filter[productType]=double'],
    ['filter[movementType][in][]=manual'],
    ['stateAt=now'],
    ['stateAt=-1'],
    ['stateAt=1.5'],
    ['sort=createdAt'],
    ['include=transaction'],
  ])('is refused with %s', async (query) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].source.parameter).toBe(query.split('=')[0])
  })

  test('is for brands', async () => {
    expect((await list('', { as: 'retailer' })).status).toBe(403)
    expect((await list('', { as: 'operator' })).status).toBe(403)
  })

  test('can be read at any past second, including all movements of that second', async () => {
    freezeTime()
    const epoch = Date.parse('2026-03-02T10:00:00Z') / 1000
    const at = (second: number) => shop.setTime(new Date((epoch + second) * 1000).toISOString())
    await at(0)
    const [id = '', always = ''] = await openVariants(platform, [{ onHand: 10 }, { isAlwaysInStock: true }])
    await at(2)
    await hold(id, 4)
    await hold(always, 4)
    await at(4)
    await release(platform, BRAND, [{ variantId: id, quantity: 1 }], { relatedId: 'o', cause: 'r' })
    await at(5)
    await setStock(platform, BRAND, [{ variantId: id, to: { onHand: 50 } }])

    const read = async (second: number) => {
      const answer = await list(`stateAt=${epoch + second}&filter[productVariantIds][]=${id}`)
      return answer.body.data[0].attributes.quantities.map((one: { quantity: number }) => one.quantity)
    }
    expect(await read(-1)).toEqual([0, 0, 0])
    expect(await read(0)).toEqual([10, 0, 10])
    expect(await read(1)).toEqual([10, 0, 10])
    expect(await read(2)).toEqual([6, 4, 10])
    expect(await read(3)).toEqual([6, 4, 10])
    expect(await read(4)).toEqual([7, 3, 10])
    expect(await read(5)).toEqual([47, 3, 50])
    expect(await read(500)).toEqual([47, 3, 50])
    const [row] = (await list(`stateAt=${epoch}&filter[productVariantIds][]=${always}`)).body.data
    expect(row.attributes.quantities).toEqual([])
  })

  test('counts a posting of the last millisecond of a second, and not one of the next second', async () => {
    const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
    const epoch = Date.parse('2026-03-05T10:00:00Z') / 1000
    await db`update stock.postings set created_at = ${new Date(epoch * 1000 + 999)}`
    const read = async (second: number) =>
      (await list(`stateAt=${second}`)).body.data[0].attributes.quantities[0].quantity
    expect(await read(epoch)).toBe(10)
    await db`update stock.postings set created_at = ${new Date((epoch + 1) * 1000)}`
    expect(await read(epoch)).toBe(0)
    expect(await read(epoch + 1)).toBe(10)
    expect(id).toBeTruthy()
  })
})

interface Quantity {
  quantity?: unknown
  locationId?: unknown
  status?: unknown
}
const row = (id: string, ...quantities: Quantity[]) => ({
  type: 'stock-state',
  id,
  attributes: { quantities: quantities.map((one) => ({ locationId: place, ...one })) },
})
const patch = (data: unknown, options: SendOptions = {}) =>
  shop.send('PATCH', STATE, { body: { data }, ...options })
const onHand = (quantity: unknown) => ({ quantity, status: 'onHand' })
const available = (quantity: unknown) => ({ quantity, status: 'available' })

describe('writing the state', () => {
  test('sets the on-hand or available quantity of several variants, and responds without a body', async () => {
    const ids = await openVariants(platform, [{ onHand: 10 }, { onHand: 10 }, { isAlwaysInStock: true }])
    const [a = '', b = '', c = ''] = ids
    for (const id of ids) await hold(id, 3)
    const answer = await patch([row(a, onHand(123)), row(b, available(5)), row(c.toUpperCase(), onHand(0))])
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await readLevels(db, ids)).toMatchObject([
      { available: 120, reserved: 3 },
      { available: 5, reserved: 3 },
      { available: -3, reserved: 3, is_always_in_stock: false },
    ])
    const movements = await shop.send(
      'GET',
      '/api/stock/v1/stock/postings?filter[movementType][in][]=snapshot',
    )
    expect(movements.body.data.length).toBeGreaterThan(5)
    await expectSoundLedger(db)
  })

  test('accepts a document as it was read, and ignores members that cannot be written', async () => {
    const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
    const read = await list('filter[status][]=onHand')
    const [state] = read.body.data
    state.attributes.quantities[0] = { ...state.attributes.quantities[0], quantity: 11, unitMultiplier: 99 }
    state.attributes.colour = 'red'
    state.extension = { colour: 'red' }
    expect((await patch([state])).status).toBe(204)
    expect(await readLevels(db, [id])).toMatchObject([{ available: 11 }])
  })

  test('accepts at most fifty', async () => {
    const ids = await openVariants(
      platform,
      Array.from({ length: 51 }, () => ({})),
    )
    expect((await patch(ids.slice(0, 50).map((id) => row(id, onHand(2))))).status).toBe(204)
    const tooMany = await patch(ids.map((id) => row(id, onHand(3))))
    expect(tooMany.status).toBe(422)
    expect(tooMany.body.errors[0].source.pointer).toBe('data')
    const levels = await readLevels(db, ids.slice(0, 50))
    expect(levels.every((level) => level?.available === 2)).toBe(true)
  })

  const Q = 'data.0.attributes.quantities'
  test.each([
    ['no rows', () => [], ['data']],
    ['an object instead of a list', (id: string) => row(id, onHand(1)), ['data']],
    ['another type', (id: string) => [{ ...row(id, onHand(1)), type: 'stock' }], ['data.0.type']],
    ['an invalid id', () => [row('x', onHand(1))], ['data.0.id']],
    ['no quantities', (id: string) => [row(id)], [Q]],
    ['no attributes', (id: string) => [{ type: 'stock-state', id }], ['data.0.attributes']],
    ['a negative quantity', (id: string) => [row(id, onHand(-1))], [`${Q}.0.quantity`]],
    ['a fraction', (id: string) => [row(id, onHand(1.5))], [`${Q}.0.quantity`]],
    ['too much', (id: string) => [row(id, onHand(2_147_483_648))], [`${Q}.0.quantity`]],
    ['a text', (id: string) => [row(id, onHand('1'))], [`${Q}.0.quantity`]],
    [
      'a quantity outside the list',
      (id: string) => [{ ...row(id, onHand(1)), quantity: 1 }],
      ['data.0.quantity'],
    ],
    ['misspelt quantities', (id: string) => [{ ...row(id, onHand(1)), quantites: [] }], ['data.0.quantites']],
    ['no quantity', (id: string) => [row(id, { status: 'onHand' })], [`${Q}.0.quantity`]],
    ['reserved', (id: string) => [row(id, { quantity: 1, status: 'reserved' })], [`${Q}.0.status`]],
    ['damaged', (id: string) => [row(id, { quantity: 1, status: 'damaged' })], [`${Q}.0.status`]],
    [
      'an unknown location',
      (id: string) => [row(id, { ...onHand(1), locationId: randomUUID() })],
      [`${Q}.0.locationId`],
    ],
    ['both statuses', (id: string) => [row(id, onHand(1), available(1))], [`${Q}.1.status`]],
    ['a status twice', (id: string) => [row(id, onHand(1), onHand(1))], [`${Q}.1.status`]],
    [
      'a variant twice',
      (id: string) => [row(id, onHand(1)), row(id.toUpperCase(), onHand(2))],
      ['data.0.id', 'data.1.id'],
    ],
    [
      'several mistakes together',
      (id: string) => [row(id, onHand(1), available(2)), row(randomUUID(), { ...onHand(1), locationId: id })],
      [`${Q}.1.status`, 'data.1.attributes.quantities.0.locationId'],
    ],
  ])('refuses %s and writes nothing', async (_name, data, pointers) => {
    const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
    const answer = await patch(data(id))
    expect(answer.status).toBe(422)
    const seen = answer.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)
    expect(seen).toEqual(pointers)
    expect(await readLevels(db, [id])).toMatchObject([{ available: 10 }])
  })

  test('names both rows of a repeated variant', async () => {
    const [id = '', other = ''] = await openVariants(platform, [{}, {}])
    const answer = await patch([row(id, onHand(1)), row(other, onHand(1)), row(id, onHand(2))])
    expect(answer.body.errors[0].detail).toContain('data.0 and data.2')
  })

  test('of an unknown variant is 404, of a foreign one 403, and nothing is written', async () => {
    const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
    const [foreign = ''] = await openVariants(platform, [{ onHand: 10 }], DEMO.otherBrandId)
    const unknown = await patch([row(id, onHand(1)), row(randomUUID(), onHand(1))])
    expect(unknown.status).toBe(404)
    expect(unknown.body.errors[0].source.pointer).toBe('data.1.id')
    const forbidden = await patch([row(foreign, onHand(1)), row(id, onHand(1))])
    expect(forbidden.status).toBe(403)
    expect(forbidden.body.errors[0].source.pointer).toBe('data.0.id')
    expect(await readLevels(db, [id, foreign])).toMatchObject([{ available: 10 }, { available: 10 }])
  })

  test('at a location of another brand is refused', async () => {
    const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
    const locationId = await openLocation(platform, DEMO.otherBrandId)
    const answer = await patch([row(id, { ...onHand(1), locationId })])
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].source.pointer).toBe(`${Q}.0.locationId`)
  })

  test('is for brands', async () => {
    const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
    expect((await patch([row(id, onHand(1))], { as: 'retailer' })).status).toBe(403)
    expect((await patch([row(id, onHand(1))], { as: 'otherBrand' })).status).toBe(422)
  })
})

test('the short paths are the same operations', async () => {
  const [id = ''] = await openVariants(platform, [{ onHand: 10 }])
  for (const name of ['state', 'postings', 'transactions', 'locations']) {
    const long = await shop.send('GET', `/api/stock/v1/stock/${name}?page[limit]=1`)
    const short = await shop.send('GET', `/api/stock/v1/${name}?page[limit]=1`)
    expect(short.status).toBe(200)
    expect(short.body.data).toEqual(long.body.data)
    expect(short.body.links.first).toContain(`/api/stock/v1/${name}?`)
  }
  const body = { data: [row(id, onHand(3))] }
  expect((await shop.send('PATCH', '/api/stock/v1/state', { body })).status).toBe(204)
  expect(await readLevels(db, [id])).toMatchObject([{ available: 3 }])
})
