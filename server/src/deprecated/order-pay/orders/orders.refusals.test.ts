import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import {
  act,
  addCustomer,
  addOrder,
  addVariant,
  line,
  ORDERS,
  patchOrder,
  postOrder,
} from '../test-requests.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
let customerUuid = ''
let variant = ''
/** A variant of another brand. */
let foreignVariant = ''
let foreignCustomer = ''

beforeAll(async () => {
  customerUuid = await addCustomer(shop)
  variant = await addVariant(shop, { unit_multiplier: 6, variants: [{ name: 'Beeswax pillar / ochre' }] })
  const { brandId } = shop.credentials.otherBrand
  foreignVariant = await addVariant(shop, {}, brandId)
  foreignCustomer = await addCustomer(shop, {}, { as: 'otherBrand' })
})

describe('bad input', () => {
  const at = (member: string) => `data.attributes.${member}`
  const cases: [string, () => object, ...string[]][] = [
    ['an unknown customer', () => ({ customerUuid: randomUUID() }), 'customerUuid'],
    ['no items', () => ({ items: undefined }), 'items'],
    ['an empty list of items', () => ({ items: [] }), 'items'],
    ['an unknown variant', () => ({ items: [line(randomUUID())] }), 'items.0.productVariantUuid'],
    ['no packs', () => ({ items: [line(variant, 0)] }), 'items.0.quantity'],
    ['half a pack', () => ({ items: [line(variant, 1.5)] }), 'items.0.quantity'],
    [
      'a negative price',
      () => ({ items: [line(variant, 1, { brandUnitPrice: -1 })] }),
      'items.0.amounts.brandUnitPrice',
    ],
    [
      'a fraction of a cent',
      () => ({ items: [line(variant, 1, { brandUnitPrice: 10.5 })] }),
      'items.0.amounts.brandUnitPrice',
    ],
    [
      'more than 100 percent',
      () => ({ items: [line(variant, 1, { discountRate: 101 })] }),
      'items.0.amounts.discountRate',
    ],
    [
      'more than 100 percent in the alternative attribute',
      () => ({ items: [{ ...line(variant), discountRate: 101 }] }),
      'items.0.discountRate',
    ],
    ['more than 100 percent of the order', () => ({ discountRate: 101 }), 'discountRate'],
    ['a negative discount', () => ({ discountRate: -1 }), 'discountRate'],
    ['half a percent', () => ({ discountRate: 0.5 }), 'discountRate'],
    [
      'a discount beyond the line',
      () => ({ items: [line(variant, 1, { discountAmount: 4501 })] }),
      'items.0.amounts.discountAmount',
    ],
    [
      'two discounts of a line',
      () => ({ items: [line(variant, 1, { discountAmount: 1, discountRate: 1 })] }),
      'items.0.amounts.discountAmount',
    ],
    [
      'two rates of a line',
      () => ({ items: [{ ...line(variant, 1, { discountRate: 1 }), discountRate: 2 }] }),
      'items.0.discountRate',
    ],
    [
      'a line that exceeds the limit',
      () => ({ items: [line(variant, 100_000, { brandUnitPrice: 1_000_000_000 })] }),
      'items.0.amounts.brandUnitPrice',
    ],
    ['a negative fee', () => ({ customItems: [{ type: 'ecoTax', amount: -1 }] }), 'customItems.0.amount'],
    ['a fraction of a fee', () => ({ amounts: { shippingFeesAmount: 0.5 } }), 'amounts.shippingFeesAmount'],
    ['an unknown fee', () => ({ customItems: [{ type: 'tip', amount: 1 }] }), 'customItems.0.type'],
    [
      'a fee twice',
      () => ({
        customItems: [
          { type: 'ecoTax', amount: 1 },
          { type: 'ecoTax', amount: 1 },
        ],
      }),
      'customItems.1.type',
    ],
    ['a long reference', () => ({ customReference: 'x'.repeat(65) }), 'customReference'],
    [
      'an eighth day',
      () => ({ deliverySchedule: { timeSlots: null, openDays: [8] } }),
      'deliverySchedule.openDays.0',
    ],
    [
      'a 25th hour',
      () => ({ deliverySchedule: { timeSlots: [{ startTime: '25:00', endTime: '09:00' }], openDays: [1] } }),
      'deliverySchedule.timeSlots.0.startTime',
    ],
  ]
  const count = async () => [
    (await db`select from order_pay.orders`).length,
    (await db`select from order_pay.items`).length,
  ]

  test.each(cases)(
    '%s is refused in new orders and in changes, and nothing changes',
    async (_name, bad, ...pointers) => {
      const id = await addOrder(shop, { customerUuid, items: [line(variant)] })
      const [counted, stored] = [await count(), (await shop.send('GET', `${ORDERS}/${id}`)).body.data]
      const attributes = { customerUuid, items: [line(variant)], ...bad() }
      for (const answer of [await postOrder(shop, attributes), await patchOrder(shop, id, attributes)]) {
        expectRefusedAt(answer, ...pointers.map(at))
      }
      expect(await count()).toEqual(counted)
      expect((await shop.send('GET', `${ORDERS}/${id}`)).body.data).toEqual(stored)
    },
  )

  test('variants that are archived or inactive are not for sale', async () => {
    const inactive = await addVariant(shop, { active: false })
    const archived = await addVariant(shop, { variants: [{ archived_at: new Date('2026-01-01T00:00:00Z') }] })
    const answer = await postOrder(shop, {
      customerUuid,
      items: [line(variant), line(inactive), line(archived)],
    })
    expectRefusedAt(answer, at('items.1.productVariantUuid'), at('items.2.productVariantUuid'))
  })

  test('customers, variants and orders of another brand are 403', async () => {
    const items = [line(variant)]
    const byCustomer = await postOrder(shop, { customerUuid: foreignCustomer, items })
    expect([byCustomer.status, pointersOf(byCustomer)]).toEqual([403, [at('customerUuid')]])
    const byVariant = await postOrder(shop, {
      customerUuid,
      items: [...items, line(foreignVariant), line(randomUUID())],
    })
    expect([byVariant.status, pointersOf(byVariant)]).toEqual([403, [at('items.1.productVariantUuid')]])
    const id = await addOrder(shop, { customerUuid, items })
    const as = 'otherBrand' as const
    for (const answer of [
      await shop.send('GET', `${ORDERS}/${id}`, { as }),
      await patchOrder(shop, id, { customerUuid, items }, { as }),
      await act(shop, id, 'confirm', { as }),
      await act(shop, id, 'cancel', { as }),
    ]) {
      expect(answer.status).toBe(403)
    }
    expect((await shop.send('GET', `${ORDERS}/${id}`)).body.data.attributes.status).toBe('created')
    const unknown = randomUUID()
    for (const answer of [
      await shop.send('GET', `${ORDERS}/${unknown}`),
      await patchOrder(shop, unknown, { customerUuid, items }),
      await act(shop, unknown, 'confirm'),
      await act(shop, unknown, 'cancel'),
    ]) {
      expect(answer.status).toBe(404)
    }
  })

  test('a brand without a warehouse cannot use the shipping method fulfillment', async () => {
    const wanted = { customerUuid, items: [line(variant)], shippingMethod: 'fulfillment' }
    const answer = await postOrder(shop, wanted, { as: 'otherBrand' })
    expectRefusedAt(answer, at('shippingMethod'))
  })

  test('an id of another brand is 403, and a known id returns the stored order', async () => {
    const id = randomUUID()
    const items = [line(variant)]
    expect((await postOrder(shop, { customerUuid, items }, { id })).status).toBe(201)
    const again = await postOrder(shop, { customerUuid, items: [line(variant, 5)] }, { id })
    expect([again.status, again.body.data.attributes.items[0].quantity]).toEqual([200, 2])
    const foreign = { customerUuid: foreignCustomer, items: [line(foreignVariant)] }
    expect((await postOrder(shop, foreign, { id, as: 'otherBrand' })).status).toBe(403)
  })

  test('a currency without an exchange rate is refused', async () => {
    const buyer = await addCustomer(shop, { currency: 'SEK' })
    await db`delete from general.currency_rates where to_currency = 'SEK'`
    expectRefusedAt(
      await postOrder(shop, { customerUuid: buyer, items: [line(variant)] }),
      at('customerUuid'),
    )
  })
})
