import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf, expectRefusedAt } from '../../../../test/answers.ts'
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

beforeAll(async () => {
  customerUuid = await addCustomer(shop)
  variant = await addVariant(shop, { unit_multiplier: 6, variants: [{ name: 'Beeswax pillar / ochre' }] })
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
