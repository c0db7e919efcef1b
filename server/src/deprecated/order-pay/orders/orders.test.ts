import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import {
  act,
  addCustomer,
  addOrder,
  addVariant,
  CUSTOMERS,
  inCountry,
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

/** The brand is in Belgium and sells in euros. */
test('a new order has every amount in both currencies, as number and as text', async () => {
  const made = await postOrder(shop, {
    customerUuid,
    customReference: 'CK-17',
    items: [line(variant)],
    customItems: [{ type: 'shippingFees', amount: 500 }],
  })
  expect(made.status).toBe(201)
  const { attributes, relationships } = made.body.data
  const euros = { Currency: 'EUR', CurrencyRate: 1 }
  const withTexts = (amounts: Record<string, [number, string]>) =>
    Object.fromEntries(
      Object.entries(amounts).flatMap(([name, [amount, text]]) => [
        [name, amount],
        [`${name}Formatted`, text],
      ]),
    )
  const onBothSides = (members: object) =>
    Object.fromEntries(
      ['brand', 'customer'].flatMap((side) =>
        Object.entries(members).map(([name, value]) => [side + name, value]),
      ),
    )
  expect(relationships).toEqual({ payment: { data: null } })
  expect(attributes).toEqual({
    createdAt: expect.stringMatching(/^2026-03-02T09:00:\d\d\.\d{6}Z$/),
    customerUuid,
    discountRate: 0,
    status: 'created',
    masterOrderReference: null,
    customReference: 'CK-17',
    cancelReason: null,
    items: [
      {
        productVariantUuid: variant,
        productVariantName: 'Beeswax pillar / ochre',
        quantity: 2,
        multipliedQuantity: 12,
        minimumRemainingShelfLife: null,
        amounts: {
          ...onBothSides({
            ...euros,
            ...withTexts({
              UnitPriceBeforeDiscount: [4500, '€45.00'],
              UnitPrice: [4500, '€45.00'],
              AmountBeforeDiscount: [9000, '€90.00'],
              DiscountAmount: [0, '€0.00'],
              Amount: [9000, '€90.00'],
              AmountVat: [1800, '€18.00'],
              AmountWithVat: [10_800, '€108.00'],
            }),
          }),
          vatRate: 20,
          discountRate: 0,
          ...withTexts({ discountAmount: [0, '€0.00'] }),
        },
      },
    ],
    customItems: [
      {
        type: 'shippingFees',
        vatRate: 20,
        ...withTexts({ amount: [500, '€5.00'], amountVat: [100, '€1.00'], amountWithVat: [600, '€6.00'] }),
      },
    ],
    amounts: {
      ...onBothSides({
        ...euros,
        ...withTexts({
          TotalAmountBeforeDiscount: [9000, '€90.00'],
          TotalDiscountAmount: [0, '€0.00'],
          TotalAmount: [9000, '€90.00'],
          TotalAmountVat: [1800, '€18.00'],
          TotalAmountWithVat: [10_800, '€108.00'],
        }),
      }),
      ...withTexts({
        shippingFeesAmount: [500, '€5.00'],
        shippingFeesAmountVat: [100, '€1.00'],
        shippingFeesAmountWithVat: [600, '€6.00'],
        customerGrandTotalAmount: [9500, '€95.00'],
        customerGrandTotalAmountVat: [1900, '€19.00'],
        customerGrandTotalAmountWithVat: [11_400, '€114.00'],
      }),
    },
    shipping: {
      shippingMethod: 'custom',
      shippingAddress: {
        countryCode: 'ES',
        postalCode: '08001',
        city: 'Barcelona',
        street: 'Carrer Nou 8',
        addressLine: null,
      },
      contactPerson: {
        email: 'orders@copperkettle.test',
        firstName: 'Mira',
        lastName: 'Solé',
        company: 'Copper Kettle Deli',
        phoneNumber: '+34600000000',
      },
    },
    deliverySchedule: null,
    packingInstruction: null,
    deliveryAppointment: null,
    tracking: null,
  })
  const read = await shop.send('GET', `${ORDERS}/${made.body.data.id}`)
  expect(read.body.data).toEqual(made.body.data)
})

const amountsOf = ({ body }: { body: { data: { attributes: { amounts: Record<string, unknown> } } } }) =>
  body.data.attributes.amounts

test('an order keeps the exchange rate of its creation', async () => {
  const buyer = await addCustomer(shop, inCountry('GB'))
  const made = await postOrder(shop, { customerUuid: buyer, items: [line(variant)] })
  const expected = {
    brandCurrencyRate: 1,
    customerCurrency: 'GBP',
    customerCurrencyRate: 0.8605,
    brandTotalAmount: 9000,
    // Exports are free of VAT.
    brandTotalAmountVat: 0,
    customerTotalAmount: 7745,
    customerTotalAmountFormatted: '£77.45',
    customerGrandTotalAmountWithVat: 7745,
  }
  expect(amountsOf(made)).toMatchObject(expected)
  await db`update general.currency_rates set rate = 0.5 where from_currency = 'EUR' and to_currency = 'GBP'`
  await shop.send('PATCH', `${CUSTOMERS}/${buyer}`, {
    body: { data: { type: 'order-pay-customer', id: buyer, attributes: { currency: 'USD' } } },
  })
  const { id } = made.body.data
  expect(amountsOf(await shop.send('GET', `${ORDERS}/${id}`))).toMatchObject(expected)
  const changed = await patchOrder(shop, id, { customerUuid: buyer, items: [line(variant)] })
  expect(amountsOf(changed)).toMatchObject(expected)
  await db`update general.currency_rates set rate = 0.8605 where from_currency = 'EUR' and to_currency = 'GBP'`
})

test.each([
  ['within the European Union', inCountry('ES'), 20],
  ['exempt', { company: { phoneNumber: '+34600000000', vatExemption: true } }, 0],
  ['outside of the European Union', inCountry('US'), 0],
  // The shipping country decides, not the billing country.
  [
    'billed in Belgium and shipped to Norway',
    { ...inCountry('BE'), shippingAddress: inCountry('NO').shippingAddress },
    0,
  ],
])('VAT follows the customer: %s', async (_name, attributes, vatRate) => {
  const buyer = await addCustomer(shop, attributes)
  const { body } = await postOrder(shop, {
    customerUuid: buyer,
    items: [line(variant)],
    customItems: [{ type: 'ecoTax', amount: 100 }],
  })
  const [item] = body.data.attributes.items
  expect([item.amounts.vatRate, body.data.attributes.customItems[0].vatRate]).toEqual([vatRate, vatRate])
})

test('discounts of lines and of the order are applied, and shown', async () => {
  const { body } = await postOrder(shop, {
    customerUuid,
    discountRate: 5,
    items: [
      line(variant, 2, { discountRate: 10 }),
      line(variant, 1, { discountAmount: 500 }),
      { ...line(variant, 1), discountRate: 20 },
    ],
  })
  const { items, amounts, discountRate } = body.data.attributes
  const told = items.map(({ amounts: one }: { amounts: Record<string, number> }) => [
    one.discountRate,
    one.discountAmount,
    one.brandAmount,
  ])
  expect(told).toEqual([
    [10, 0, 7695],
    [0, 500, 3800],
    [20, 0, 3420],
  ])
  expect(discountRate).toBe(5)
  expect(amounts).toMatchObject({ brandTotalDiscountAmount: 18_000 - 14_915, brandTotalAmount: 14_915 })
})

test('delivery instructions are stored and shown', async () => {
  const wishes = {
    deliverySchedule: { timeSlots: [{ startTime: '08:00', endTime: '11:30' }], openDays: [1, 5] },
    packingInstruction: { services: ['PALLETISE'], instruction: 'No film.' },
    deliveryAppointment: { requested: true, instruction: null },
  }
  const items = [{ ...line(variant), minimumRemainingShelfLife: 90 }]
  const made = await postOrder(shop, { customerUuid, items, ...wishes })
  expect(made.body.data.attributes).toMatchObject({ ...wishes, items: [{ minimumRemainingShelfLife: 90 }] })
  const changes = { deliverySchedule: null, deliveryAppointment: { requested: false } }
  const changed = await patchOrder(shop, made.body.data.id, {
    customerUuid,
    items: [line(variant)],
    ...changes,
  })
  expect(changed.body.data.attributes).toMatchObject({
    deliverySchedule: null,
    packingInstruction: wishes.packingInstruction,
    deliveryAppointment: { requested: false, instruction: null },
  })
})

describe('shipping fees', () => {
  const fee = { type: 'shippingFees', amount: 500 }
  const create = (attributes: object) =>
    postOrder(shop, { customerUuid, items: [line(variant)], ...attributes })
  const shown = ({ body }: Awaited<ReturnType<typeof create>>) =>
    body.data.attributes.customItems.map(({ type, amount }: typeof fee) => [type, amount])

  test('can be given in the deprecated attribute, as a custom item, or in both', async () => {
    for (const attributes of [
      { amounts: { shippingFeesAmount: 500 } },
      { customItems: [fee] },
      { customItems: [fee], amounts: { shippingFeesAmount: 500 } },
    ]) {
      expect(shown(await create(attributes))).toEqual([['shippingFees', 500]])
    }
    expectRefusedAt(
      await create({ customItems: [fee], amounts: { shippingFeesAmount: 400 } }),
      'data.attributes.amounts.shippingFeesAmount',
    )
  })

  test('can be changed in either place, and stay if they are missing', async () => {
    const { id } = (await create({ customItems: [fee, { type: 'ecoTax', amount: 7 }] })).body.data
    const change = async (attributes: object) =>
      shown(await patchOrder(shop, id, { customerUuid, items: [line(variant)], ...attributes }))
    expect(await change({})).toEqual([
      ['shippingFees', 500],
      ['ecoTax', 7],
    ])
    expect(await change({ amounts: { shippingFeesAmount: 600 } })).toEqual([
      ['ecoTax', 7],
      ['shippingFees', 600],
    ])
    expect(await change({ amounts: { shippingFeesAmount: 0 } })).toEqual([['ecoTax', 7]])
    expect(await change({ customItems: [] })).toEqual([])
  })
})

describe('a change', () => {
  test('replaces the lines, keeps the rest, and reads the customer again', async () => {
    const buyer = await addCustomer(shop)
    const id = await addOrder(shop, {
      customerUuid: buyer,
      customReference: 'A',
      discountRate: 10,
      items: [line(variant), line(variant, 1)],
    })
    const attributes = { company: { vatExemption: true }, shippingAddress: { city: 'Girona' } }
    await shop.send('PATCH', `${CUSTOMERS}/${buyer}`, {
      body: { data: { type: 'order-pay-customer', id: buyer, attributes } },
    })
    const before = await shop.send('GET', `${ORDERS}/${id}`)
    expect(amountsOf(before)).toMatchObject({ brandTotalAmountVat: 2430 })
    expect(before.body.data.attributes.shipping.shippingAddress.city).toBe('Barcelona')
    const { body } = await patchOrder(shop, id, { customerUuid: buyer, items: [line(variant, 3)] })
    expect(body.data.attributes).toMatchObject({
      customReference: 'A',
      discountRate: 10,
      items: [{ quantity: 3 }],
      amounts: { brandTotalAmount: 12_150, brandTotalAmountVat: 0 },
      shipping: { shippingAddress: { city: 'Girona' } },
    })
    expect(body.data.attributes.items).toHaveLength(1)
    expect((await shop.send('GET', `${ORDERS}/${id}`)).body.data).toEqual(body.data)
    const cleared = await patchOrder(shop, id, {
      customerUuid: buyer,
      items: [line(variant)],
      customReference: null,
    })
    expect(cleared.body.data.attributes.customReference).toBe(null)
  })

  test('is possible for drafts only, and keeps the customer', async () => {
    const id = await addOrder(shop, { customerUuid, items: [line(await addVariant(shop))] })
    const items = [line(variant)]
    const read = async () => (await shop.send('GET', `${ORDERS}/${id}`)).body.data
    const before = await read()
    expectRefusedAt(
      await patchOrder(shop, id, { customerUuid: await addCustomer(shop), items }),
      'data.attributes.customerUuid',
    )
    expectRefusedAt(await patchOrder(shop, id, { items }), 'data.attributes.customerUuid')
    expect(await read()).toEqual(before)
    expect((await act(shop, id, 'confirm')).status).toBe(200)
    const late = await patchOrder(shop, id, { customerUuid, items })
    expect([late.status, codesOf(late)]).toEqual([409, ['ORDER_PAY_NOT_EDITABLE']])
    expect((await read()).attributes.items).toEqual(before.attributes.items)
  })
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
