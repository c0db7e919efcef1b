import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, idsOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import {
  addCustomer,
  addOrder,
  advance,
  CUSTOMERS,
  customerAttributes,
  inCountry,
  postCustomer,
} from '../test-requests.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

const patch = (id: string, attributes: object, options = {}) =>
  shop.send('PATCH', `${CUSTOMERS}/${id}`, {
    body: { data: { type: 'order-pay-customer', id, attributes } },
    ...options,
  })

const SPAIN = { isoCode: 'ES', name: 'Spain', callingCode: 34 }
const SHOWN_ADDRESS = {
  name: 'Copper Kettle Deli',
  street: 'Carrer Nou 8',
  postalCode: '08001',
  city: 'Barcelona',
  country: SPAIN,
}

describe('a new customer', () => {
  test('is returned with derived attributes', async () => {
    const made = await postCustomer(shop, {
      company: { phoneNumber: '+34600000000', vatNumber: 'ESX0000000X', vatExemption: false },
    })
    expect(made.status).toBe(201)
    expect(made.body.data).toEqual({
      type: 'order-pay-customer',
      id: expect.any(String),
      attributes: {
        storeName: 'Copper Kettle Deli',
        email: 'orders@copperkettle.test',
        firstName: 'Mira',
        lastName: 'Solé',
        currency: 'EUR',
        paymentMethods: [],
        company: {
          phoneNumber: '+34600000000',
          phoneCountry: SPAIN,
          taxNumber: null,
          vatNumber: 'ESX0000000X',
          vatExemption: false,
        },
        billingAddress: SHOWN_ADDRESS,
        shippingAddress: SHOWN_ADDRESS,
      },
    })
    const read = await shop.send('GET', `${CUSTOMERS}/${made.body.data.id}`)
    expect(read.body.data).toEqual(made.body.data)
  })

  test('is in France by default', async () => {
    const { countryCode: _, ...somewhere } = customerAttributes.billingAddress
    const { body } = await postCustomer(shop, { billingAddress: somewhere, shippingAddress: somewhere })
    expect(body.data.attributes.shippingAddress.country).toEqual({
      isoCode: 'FR',
      name: 'France',
      callingCode: 33,
    })
  })

  test.each([
    ['that of its country', inCountry('GB'), 'GBP'],
    ['the given currency', { ...inCountry('GB'), currency: 'USD' }, 'USD'],
    // The demo data have no exchange rate for this currency.
    ['that of the brand if there is no exchange rate', inCountry('JP'), 'EUR'],
    ['that of the brand if the country has no known currency', inCountry('AR'), 'EUR'],
  ])('pays in %s', async (_name, attributes, currency) => {
    const { body } = await postCustomer(shop, attributes)
    expect(body.data.attributes.currency).toBe(currency)
  })

  test('with a known id returns the stored one, and is refused to another brand', async () => {
    const id = randomUUID()
    expect((await postCustomer(shop, {}, { id })).status).toBe(201)
    const again = await postCustomer(shop, { storeName: 'Other' }, { id })
    expect([again.status, again.body.data.attributes.storeName]).toEqual([200, 'Copper Kettle Deli'])
    expect((await postCustomer(shop, {}, { id, as: 'otherBrand' })).status).toBe(403)
  })

  const at = (member: string) => `data.attributes.${member}`
  test.each([
    [
      'an unknown country',
      { ...inCountry('XX') },
      ['billingAddress.countryCode', 'shippingAddress.countryCode'],
    ],
    ['an unknown currency', { currency: 'ABC' }, ['currency']],
    ['a currency without a rate', { currency: 'JPY' }, ['currency']],
    ['no email address', { email: 'nobody' }, ['email']],
    [
      'a number of no country',
      { company: { phoneNumber: '+80012345678', vatExemption: false } },
      ['company.phoneNumber'],
    ],
    [
      'a number without its country',
      { company: { phoneNumber: '0600000000', vatExemption: false } },
      ['company.phoneNumber'],
    ],
    ['no word about VAT', { company: { phoneNumber: '+34600000000' } }, ['company.vatExemption']],
    ['an empty name', { storeName: ' ' }, ['storeName']],
    ['no first name', { firstName: null }, ['firstName']],
  ])('with %s is refused, and nothing is created', async (_name, attributes, pointers) => {
    const count = async () => (await db`select from order_pay.customers`).length
    const before = await count()
    expectRefusedAt(await postCustomer(shop, attributes), ...pointers.map(at))
    expect(await count()).toBe(before)
  })
})

describe('a change', () => {
  test('sets only the given attributes, also within addresses and company', async () => {
    const id = await addCustomer(shop)
    const { body } = await patch(id, {
      storeName: 'Copper Kettle',
      company: { vatExemption: true, taxNumber: 'B1' },
      billingAddress: { city: 'Girona' },
    })
    expect(body.data.attributes).toMatchObject({
      storeName: 'Copper Kettle',
      email: 'orders@copperkettle.test',
      company: { phoneNumber: '+34600000000', phoneCountry: SPAIN, taxNumber: 'B1', vatExemption: true },
      billingAddress: { name: 'Copper Kettle', street: 'Carrer Nou 8', city: 'Girona', country: SPAIN },
      shippingAddress: { city: 'Barcelona' },
    })
    const cleared = await patch(id, { company: { taxNumber: null, phoneNumber: '+33612345678' } })
    expect(cleared.body.data.attributes.company).toMatchObject({
      taxNumber: null,
      phoneCountry: { isoCode: 'FR' },
      vatExemption: true,
    })
    expect((await shop.send('GET', `${CUSTOMERS}/${id}`)).body.data).toEqual(cleared.body.data)
  })

  test('of the billing country changes the currency, and no other country does', async () => {
    const id = await addCustomer(shop, { currency: 'USD' })
    const currencyAfter = async (attributes: object) =>
      (await patch(id, attributes)).body.data.attributes.currency
    expect(await currencyAfter({ shippingAddress: { countryCode: 'GB' } })).toBe('USD')
    expect(await currencyAfter({ billingAddress: { countryCode: 'GB' } })).toBe('GBP')
    expect(await currencyAfter({ currency: 'CHF' })).toBe('CHF')
  })

  test('is refused for foreign and unknown customers, and for another id than in the path', async () => {
    const id = await addCustomer(shop)
    expect((await patch(id, { storeName: 'Mine now' }, { as: 'otherBrand' })).status).toBe(403)
    expect((await shop.send('GET', `${CUSTOMERS}/${id}`, { as: 'otherBrand' })).status).toBe(403)
    expect((await patch(randomUUID(), { storeName: 'Nobody' })).status).toBe(404)
    expect((await shop.send('GET', `${CUSTOMERS}/${randomUUID()}`)).status).toBe(404)
    const data = { type: 'order-pay-customer', id: randomUUID(), attributes: {} }
    expectRefusedAt(await shop.send('PATCH', `${CUSTOMERS}/${id}`, { body: { data } }), 'data.id')
    expectRefusedAt(
      await patch(id, { billingAddress: { countryCode: 'ZZ' } }),
      'data.attributes.billingAddress.countryCode',
    )
    const { body } = await shop.send('GET', `${CUSTOMERS}/${id}`)
    expect(body.data.attributes.storeName).toBe('Copper Kettle Deli')
  })
})

describe('the list', () => {
  test('is sorted by store name, has numbered pages, and only the own customers', async () => {
    const shop = await market()
    await shop.platform.db`truncate order_pay.customers cascade`
    for (const storeName of ['Cedar', 'Ash', 'Birch'])
      await addCustomer(shop, { storeName, email: `${storeName}@x.test` })
    await addCustomer(shop, { storeName: 'Alien' }, { as: 'otherBrand' })
    const list = async (query: string) => {
      const { body } = await shop.send('GET', `${CUSTOMERS}?${query}`)
      return [
        body.data.map((one: { attributes: { storeName: string } }) => one.attributes.storeName),
        body.meta.page,
      ]
    }
    const page = { currentPage: 1, from: 1, lastPage: 1, perPage: 20, to: 3, total: 3 }
    expect(await list('')).toEqual([['Ash', 'Birch', 'Cedar'], page])
    expect((await list('sort=-storeName'))[0]).toEqual(['Cedar', 'Birch', 'Ash'])
    expect((await list('sort=id'))[0]).toEqual(['Cedar', 'Ash', 'Birch'])
    expect((await list('sort=-id,storeName'))[0]).toEqual(['Birch', 'Ash', 'Cedar'])
    expect(await list('page[number]=2&page[size]=2')).toEqual([
      ['Cedar'],
      { currentPage: 2, from: 3, lastPage: 2, perPage: 2, to: 3, total: 3 },
    ])
    expect((await list('filter[storeName]=BIR'))[0]).toEqual(['Birch'])
    expect((await list('filter[email]=ash@'))[0]).toEqual(['Ash'])
    // Wildcards of SQL patterns are matched literally.
    expect((await list('filter[storeName]=%25'))[0]).toEqual([])
    for (const query of ['sort=email', 'page[size]=101', 'page[number]=0', 'filter[city]=x']) {
      expect((await shop.send('GET', `${CUSTOMERS}?${query}`)).status, query).toBe(400)
    }
  })
})

test('the payment methods of a customer are shown, and can be included', async () => {
  const id = await addCustomer(shop)
  const pay = async () => {
    const order = await addOrder(shop, { customerUuid: id })
    expect((await advance(shop, order, 'payment_confirmed')).status).toBe(200)
  }
  await pay()
  await pay()
  const { body } = await shop.send('GET', `${CUSTOMERS}/${id}?include=paymentMethods`)
  const card = { type: 'card', email: null, name: 'Mira Solé', last4: '4242' }
  expect(body.data.attributes.paymentMethods).toEqual([card])
  expect(body.included).toMatchObject([{ type: 'order-pay-customer-payment-methods', attributes: card }])
  expect(body.data.relationships['payment-methods'].data).toEqual([
    { type: 'order-pay-customer-payment-methods', id: idsOf({ body: { data: body.included } })[0] },
  ])
})
