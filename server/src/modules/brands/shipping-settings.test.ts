import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { pointersOf } from '../../../test/answers.ts'
import { market, type Who } from '../../../test/market.ts'
import { placeOrder } from '../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId, otherBrand } = shop.credentials
const url = (id: string) => `/api/v1/brands/shipping-settings/${id}`
const read = (id = brandId, as: Who = 'brand') => shop.send('GET', url(id), { as })
const change = (body: unknown, id = brandId, as: Who = 'brand') => shop.send('PATCH', url(id), { body, as })
const HOME = { street: 'Waskaarsplein 4', postalCode: '2000', city: 'Antwerpen', countryCode: 'BE' }
const PORTO = { street: 'Rua Nova 3', postalCode: '4000-100', city: 'Porto', countryCode: 'PT' }
const WHOLE = {
  publicAddress: HOME,
  shippingAddress: PORTO,
  billingAddress: HOME,
  eoriNumber: '',
  lucidNumber: '',
  averageLeadTime: '6-10',
  whitelistCountries: ['PT', 'BE'],
}

describe('shipping settings', () => {
  test('default to the address of the brand', async () => {
    const { status, body } = await read()
    expect([status, body.data]).toEqual([
      200,
      {
        type: 'shipping-settings',
        id: brandId,
        attributes: {
          publicAddress: HOME,
          shippingAddress: HOME,
          billingAddress: HOME,
          eoriNumber: 'BE0700000041',
          lucidNumber: 'DE0000000000041',
          averageLeadTime: '3-5',
          whitelistCountries: null,
        },
      },
    ])
  })

  test('keep missing members, and an address is replaced as a whole', async () => {
    const { body: before } = await read()
    const { status, body } = await change({ shippingAddress: PORTO })
    expect([status, body.data.attributes]).toEqual([
      200,
      { ...before.data.attributes, shippingAddress: PORTO },
    ])
    expect((await read()).body).toEqual(body)
    const half = await change({ shippingAddress: { street: 'Rua Nova 3' } })
    expect([half.status, pointersOf(half).sort()]).toEqual([
      422,
      ['shippingAddress.city', 'shippingAddress.countryCode', 'shippingAddress.postalCode'],
    ])
    expect((await read()).body).toEqual(body)
  })

  test('can be set with all members', async () => {
    expect((await change(WHOLE)).body.data.attributes).toEqual(WHOLE)
    expect((await change({ whitelistCountries: null })).body.data.attributes.whitelistCountries).toBeNull()
  })

  test.each([
    [{ whitelistCountries: ['BE', 'DE'] }, ['lucidNumber']],
    [{ whitelistCountries: ['BE', 'GB'] }, ['eoriNumber']],
    [{ whitelistCountries: ['GB', 'DE'], eoriNumber: 'BE1' }, ['lucidNumber']],
    [{ whitelistCountries: ['GB', 'DE'] }, ['eoriNumber', 'lucidNumber']],
    [{ whitelistCountries: ['BE'], shippingAddress: { ...PORTO, countryCode: 'GB' } }, ['eoriNumber']],
  ])('with all members and %j require numbers', async (part, pointers) => {
    const refused = await change({ ...WHOLE, ...part })
    expect([refused.status, pointersOf(refused)]).toEqual([422, pointers])
  })

  test('of a brand in the United Kingdom that ships only there require no number', async () => {
    const british = { ...PORTO, countryCode: 'GB' }
    const { status } = await change({ ...WHOLE, shippingAddress: british, whitelistCountries: ['GB'] })
    expect(status).toBe(200)
    await change(WHOLE)
  })

  test.each([
    [{ lucidNumber: '123' }, ['lucidNumber']],
    [{ eoriNumber: 'no number' }, ['eoriNumber']],
    [{ averageLeadTime: '1-2' }, ['averageLeadTime']],
    [{ whitelistCountries: ['XX'] }, ['whitelistCountries.0']],
    [{ whitelistCountries: [] }, ['whitelistCountries']],
    [{ leadTime: '3-5' }, ['leadTime']],
    [{ data: { attributes: {} } }, ['data']],
  ])('%j is refused at %j', async (body, pointers) => {
    const refused = await change(body)
    expect([refused.status, pointersOf(refused)]).toEqual([422, pointers])
  })

  test('are refused to other brands and accounts', async () => {
    expect((await read(otherBrand.brandId)).status).toBe(403)
    expect((await change({}, otherBrand.brandId)).status).toBe(403)
    expect((await read(randomUUID())).status).toBe(404)
    for (const as of ['retailer', 'operator'] as const) expect((await read(brandId, as)).status).toBe(403)
  })

  test('keep every one of several concurrent changes', async () => {
    await Promise.all([
      change({ eoriNumber: 'PT1' }),
      change({ lucidNumber: 'DE0000000000007' }),
      change({ averageLeadTime: '0-2' }),
      change({ whitelistCountries: null }),
    ])
    expect((await read()).body.data.attributes).toMatchObject({
      eoriNumber: 'PT1',
      lucidNumber: 'DE0000000000007',
      averageLeadTime: '0-2',
      whitelistCountries: null,
    })
  })

  test('determine when new orders are expected to be shipped', async () => {
    await change({ averageLeadTime: '11-20' })
    const { expected_earliest_on } = await placeOrder(shop)
    // Eleven business days after Monday, 2 March.
    expect(expected_earliest_on).toBe('2026-03-17')
  })
})
