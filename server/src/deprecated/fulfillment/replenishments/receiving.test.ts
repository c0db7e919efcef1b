import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt, idsOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { operatorOf } from '../../../../test/operator.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import {
  API,
  advanceReplenishment,
  createDraft,
  declareGoods,
  expectSoundLots,
  type Goods,
  levelIn,
  receive,
} from '../../../../test/warehouse.ts'

const shop = await market({ cleanUp: afterAll })
const { platform, credentials } = shop
const operator = operatorOf(shop)
const NOTHING = { available: 0, reserved: 0, damaged: 0, quality_control: 0, blocked: 0, incoming: 0 }

const later = (moment: string, hours: number) =>
  `${new Date(Date.parse(moment) + hours * 3_600_000).toISOString().slice(0, 19)}Z`
const read = async (id: string) =>
  (await shop.send('GET', `${API}/replenishments/${id}`)).body.data.attributes
const confirm = (id: string) =>
  shop.send('PATCH', `${API}/replenishments/${id}`, { body: { data: { status: 'confirmed' } } })

async function onItsWay(quantities: readonly number[], declaration: object = {}) {
  const goods = (await declareGoods(
    shop,
    quantities.map(() => declaration),
  )) as [Goods, ...Goods[]]
  const id = await createDraft(
    shop,
    goods.map(({ itemId }, i) => ({ itemId, quantity: quantities[i] ?? 1 })),
  )
  return { goods, id }
}

async function postingsOf(id: string) {
  const { reference } = await read(id)
  return (
    await platform.db`
      select posting.movement_type as type, status, sum(quantity)::int as quantity
      from stock.transactions as transaction
      join stock.postings as posting using (brand_id)
      where transaction_id = transaction.id and related_id = ${reference}
      group by posting.movement_type, status
      order by 1, 2`
  ).map(({ type, status, quantity }) => `${type} ${status} ${quantity}`)
}

describe('by the clock of the sandbox', () => {
  test('replenishments are sent at once, delivered after two days and received four hours later', async () => {
    const { goods, id } = await onItsWay([24], { expiryTracked: true, shelfLife: 30 })
    const [{ variantId, itemId }] = goods
    await confirm(id)
    expect(await levelIn(platform, variantId)).toEqual(NOTHING)
    await shop.runJobs()
    expect((await read(id)).status).toBe('sent')
    expect(await levelIn(platform, variantId)).toEqual({ ...NOTHING, incoming: 24 })
    await shop.advance(48 * 3600 - 60)
    await shop.runJobs()
    expect((await read(id)).status).toBe('sent')
    await shop.advance(60)
    await shop.runJobs()
    const { confirmedAt } = await read(id)
    expect(await read(id)).toMatchObject({
      status: 'delivered',
      deliveredAt: later(confirmedAt, 48),
      receipts: [],
    })
    await shop.advance(4 * 3600)
    await shop.runJobs()
    const received = await read(id)
    expect(received).toMatchObject({ status: 'received', receivedAt: later(confirmedAt, 52) })
    expect(received.receipts).toEqual([
      {
        receiptId: expect.any(String),
        receivedAt: later(confirmedAt, 52),
        items: [
          {
            fulfillmentItemId: itemId,
            quantity: 24,
            status: 'available',
            lotNumber: received.reference,
            expiryDate: '2027-03-04T00:00:00Z',
          },
        ],
      },
    ])
    expect(await levelIn(platform, variantId)).toEqual({ ...NOTHING, available: 24 })
    expect(await postingsOf(id)).toEqual([
      'replenishment available 24',
      'replenishment incoming 0',
      'replenishment void -24',
    ])
    const states = await shop.send('GET', `/api/stock/v1/state?filter[productVariantIds][]=${variantId}`)
    const inWarehouse = states.body.data[0].attributes.quantities.filter(
      ({ locationType }: { locationType: string }) => locationType === 'warehouse',
    )
    const shown = inWarehouse.map((one: { status: string; quantity: number }) => [one.status, one.quantity])
    expect(Object.fromEntries(shown)).toEqual({
      available: 24,
      reserved: 0,
      damaged: 0,
      qualityControl: 0,
      blocked: 0,
      onHand: 24,
      incoming: 0,
    })
    expect(inWarehouse[0].unitMultiplier).toBe(6)
    await expectSoundLots(platform.db)
    await expectSoundLedger(platform.db)
  })

  test('if the clock jumps ahead, each step has the time at which it was due', async () => {
    const { id } = await onItsWay([3])
    await confirm(id)
    await shop.runJobs()
    await shop.advance(30 * 86_400)
    await shop.runJobs()
    const shown = await read(id)
    expect(shown).toMatchObject({
      status: 'received',
      deliveredAt: later(shown.confirmedAt, 48),
      receivedAt: later(shown.confirmedAt, 52),
    })
  })
})

describe('advance', () => {
  test('reaches every status step by step or at once, and cannot go back', async () => {
    const { goods, id } = await onItsWay([4, 5])
    for (const status of ['created', 'confirmed', 'sent', 'delivered', 'received']) {
      const answer = await advanceReplenishment(shop, id, status)
      expect([answer.status, answer.body.data.attributes.status]).toEqual([200, status])
    }
    const before = await read(id)
    const back = await advanceReplenishment(shop, id, 'sent')
    expect([back.status, codesOf(back)]).toEqual([409, ['REPLENISHMENT_MOVE_FAILED']])
    await shop.runJobs()
    expect(await read(id)).toEqual(before)
    expect(await levelIn(platform, goods[1]?.variantId as string)).toEqual({ ...NOTHING, available: 5 })
    const { id: whole } = await onItsWay([2])
    const path = `/api/testing/replenishments/${whole}/-actions/advance`
    expect((await shop.send('POST', path, { as: 'operator', body: { to: 'received' } })).status).toBe(200)
    expect((await shop.send('POST', path, { as: 'otherBrand', body: { to: 'received' } })).status).toBe(403)
    expect((await shop.send('POST', path, { as: 'retailer', body: { to: 'received' } })).status).toBe(403)
    expect((await advanceReplenishment(shop, randomUUID(), 'sent')).status).toBe(404)
    expectRefusedAt(await advanceReplenishment(shop, whole, 'lost'), 'to')
  })

  test('cancels the scheduled steps of the simulated warehouse', async () => {
    const { goods, id } = await onItsWay([4])
    await confirm(id)
    await advanceReplenishment(shop, id, 'received')
    await shop.runJobs()
    await shop.advance(3 * 86_400)
    expect(await shop.runJobs()).toMatchObject({ failed: 0 })
    expect(await levelIn(platform, goods[0].variantId)).toEqual({ ...NOTHING, available: 4 })
  })
})

describe('through the operator API', () => {
  test('lots, statuses, surplus and shortage are reported by receipt, and the ledger records the reason', async () => {
    const { goods, id } = await onItsWay([10, 6, 4])
    const [tea, cup, pot] = goods as [Goods, Goods, Goods]
    await advanceReplenishment(shop, id, 'sent')
    const waiting = await operator.send('GET', '/replenishments?filter[status]=sent')
    const nowhere = await operator.send(
      'GET',
      `/replenishments?page[after]=${randomUUID()}&filter[status]=sent`,
    )
    expect(nowhere.status).toBe(400)
    expect(idsOf(waiting)).toContain(id)
    const early = await receive(shop, id, [])
    expect([early.status, codesOf(early)]).toEqual([409, ['REPLENISHMENT_MOVE_FAILED']])
    const delivered = await operator.send('POST', `/replenishments/${id}/-actions/deliver`)
    expect(delivered.body.data.attributes.status).toBe('delivered')
    expect((await operator.send('POST', `/replenishments/${id}/-actions/deliver`)).status).toBe(409)

    const first = await receive(
      shop,
      id,
      [
        { itemId: tea.itemId, quantity: 5, lotNumber: 'L1', expiryDate: '2027-01-31T00:00:00Z' },
        { itemId: cup.itemId, quantity: 2, status: 'damaged' },
      ],
      { isLast: false },
    )
    expect(first.body.data.attributes).toMatchObject({ status: 'delivered', receivedAt: null })
    expect(await levelIn(platform, tea.variantId)).toEqual({ ...NOTHING, available: 5, incoming: 5 })
    // The tea has a surplus of two, one cup is missing, and all pots are missing.
    const second = await receive(shop, id, [
      { itemId: tea.itemId, quantity: 4, lotNumber: 'L1', expiryDate: '2027-01-31T00:00:00Z' },
      { itemId: tea.itemId, quantity: 3, lotNumber: 'L2', status: 'qualityControl' },
      { itemId: cup.itemId, quantity: 3 },
    ])
    expect(second.body.data.attributes.status).toBe('received')
    expect(second.body.data.attributes.receipts.map(({ items }: { items: [] }) => items.length)).toEqual([
      2, 3,
    ])
    expect(await levelIn(platform, tea.variantId)).toEqual({ ...NOTHING, available: 9, quality_control: 3 })
    expect(await levelIn(platform, cup.variantId)).toEqual({ ...NOTHING, available: 3, damaged: 2 })
    expect(await levelIn(platform, pot.variantId)).toEqual(NOTHING)
    expect(await postingsOf(id)).toEqual([
      'replenishment available 12',
      'replenishment damaged 2',
      'replenishment incoming 5',
      'replenishment qualityControl 1',
      'replenishment void -20',
      'replenishment_mismatch incoming -5',
      'replenishment_mismatch qualityControl 2',
      'replenishment_mismatch void 3',
    ])
    const lots = (await shop.send('GET', `${API}/items/${tea.itemId}/lots?sort=createdAt`)).body.data
    const held = lots.map(({ attributes: { lotNumber, availableQuantity } }: never) => [
      lotNumber,
      availableQuantity,
    ])
    expect(new Map(held)).toEqual(
      new Map([
        ['L1', 9],
        ['L2', 0],
      ]),
    )
    expect((await receive(shop, id, [])).status).toBe(409)
    await expectSoundLots(platform.db)
    await expectSoundLedger(platform.db)
  })

  test('two concurrent receipts are both counted, and only one of two last receipts', async () => {
    const { goods, id } = await onItsWay([10])
    const [{ itemId, variantId }] = goods
    await advanceReplenishment(shop, id, 'delivered')
    const some = [{ itemId, quantity: 3, lotNumber: 'L' }]
    const answers = await Promise.all([
      receive(shop, id, some, { isLast: false }),
      receive(shop, id, some, { isLast: false }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const last = await Promise.all([receive(shop, id, some), receive(shop, id, some)])
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await levelIn(platform, variantId)).toEqual({ ...NOTHING, available: 9 })
    await expectSoundLots(platform.db)
  })

  test('invalid receipts are refused and change nothing', async () => {
    const { goods, id } = await onItsWay([10], { expiryTracked: true })
    const [{ itemId, variantId }] = goods
    await advanceReplenishment(shop, id, 'delivered')
    const [other] = (await declareGoods(shop, [{}])) as [Goods]
    const good = { itemId, quantity: 1, expiryDate: '2027-01-31T00:00:00Z' }
    expectRefusedAt(await receive(shop, id, [{ itemId, quantity: 1 }]), 'items.0.expiryDate')
    expectRefusedAt(await receive(shop, id, [{ ...good, quantity: 0 }]), 'items.0.quantity')
    expectRefusedAt(await receive(shop, id, [{ ...good, status: 'reserved' }]), 'items.0.status')
    expectRefusedAt(await receive(shop, id, [{ ...good, expiryDate: 'soon' }]), 'items.0.expiryDate')
    expectRefusedAt(
      await receive(shop, id, [{ ...good, sellByDate: '2027-02-01T00:00:00Z' }]),
      'items.0.sellByDate',
    )
    expectRefusedAt(
      await receive(shop, id, [good, { ...good, itemId: other.itemId }]),
      'items.1.fulfillmentItemId',
    )
    const lost = await receive(shop, id, [{ ...good, itemId: randomUUID() }])
    expect([lost.status, pointersOf(lost)]).toEqual([404, ['items.0.fulfillmentItemId']])
    expect((await receive(shop, randomUUID(), [])).status).toBe(404)
    const path = `/api/operator/v1/replenishments/${id}/-actions/receive`
    expect((await shop.send('POST', path, { body: { items: [] } })).status).toBe(403)
    expect(await levelIn(platform, variantId)).toEqual({ ...NOTHING, incoming: 10 })
    expect((await read(id)).receipts).toEqual([])
  })
})

describe('brands', () => {
  test('are enrolled, changed and removed by the operator', async () => {
    const { brandId } = credentials.otherBrand
    const path = `/fulfillment-enrolments/${brandId}`
    const type = 'fulfillment-enrolments'
    const hall = (await operator.send('GET', '/warehouses')).body.data[0].id
    expect((await operator.send('GET', path)).status).toBe(404)
    const terms = { brandId, warehouseId: hall, countryCodes: ['GB', 'FR'] }
    const enrolled = (await operator.create('/fulfillment-enrolments', type, terms)).body.data
    expect(enrolled).toMatchObject({
      id: brandId,
      attributes: { ...terms, isTransferring: false, enrolledAt: expect.any(String), endedAt: null },
    })
    const locations = await shop.send('GET', '/api/stock/v1/locations?filter[locationTypes][]=warehouse', {
      as: 'otherBrand',
    })
    expect(locations.body.data).toMatchObject([{ attributes: { type: 'warehouse', externalId: hall } }])
    const changed = await operator.change(path, type, { isTransferring: true })
    expect(changed.body.data.attributes).toMatchObject({ isTransferring: true, countryCodes: ['GB', 'FR'] })
    await operator.send('DELETE', path)
    expect((await operator.send('GET', path)).body.data.attributes.endedAt).not.toBeNull()
    const back = (await operator.create('/fulfillment-enrolments', type, terms)).body.data.attributes
    expect(back).toEqual(enrolled.attributes)
    expect(idsOf(await operator.send('GET', '/fulfillment-enrolments'))).toContain(brandId)

    const create = (wrong: object) => operator.create('/fulfillment-enrolments', type, { ...terms, ...wrong })
    expect((await create({ brandId: randomUUID() })).status).toBe(404)
    const lost = await create({ warehouseId: randomUUID() })
    expect([lost.status, pointersOf(lost)]).toEqual([404, ['data.attributes.warehouseId']])
    expectRefusedAt(await create({ countryCodes: ['XX'] }), 'data.attributes.countryCodes.0')
    expect((await operator.send('DELETE', `/fulfillment-enrolments/${randomUUID()}`)).status).toBe(404)
    await operator.send('DELETE', path)
  })

  test('see what the warehouse reports about an item', async () => {
    const [{ itemId }] = (await declareGoods(shop, [{}])) as [Goods]
    const rules = { status: 'pending_measurements', packingRules: { maxPerBox: 6 } }
    const changed = await operator.change(`/fulfillment-items/${itemId}`, 'fulfillment-items', rules)
    expect(changed.body.data.attributes).toMatchObject(rules)
    expect((await shop.send('GET', `${API}/items/${itemId}`)).body.data.attributes).toMatchObject(rules)
    const unknown = await operator.change(`/fulfillment-items/${randomUUID()}`, 'fulfillment-items', rules)
    expect(unknown.status).toBe(404)
  })
})
