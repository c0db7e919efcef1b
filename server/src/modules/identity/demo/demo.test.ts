import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { demoId } from '../../../platform/demo-id.ts'

const shop = await market({ cleanUp: afterAll })
const RETAILERS = '/api/operator/v1/retailers'
const BRANDS = '/api/operator/v1/brands'

interface Account {
  id: string
  type: string
  attributes: Record<string, unknown> & { address: { countryCode: string; postalCode: string } }
}

const send = (method: string, url: string, body?: unknown) => shop.send(method, url, { as: 'operator', body })
const list = async (url: string): Promise<Account[]> => (await send('GET', url)).body.data

/** Postal code formats by country. */
const POSTAL_CODES: Record<string, RegExp> = {
  BE: /^[1-9]\d{3}$/,
  DE: /^\d{5}$/,
  ES: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/,
  IT: /^\d{5}$/,
  NL: /^[1-9]\d{3} [A-Z]{2}$/,
  SE: /^\d{3} \d{2}$/,
}

test('demo accounts keep their ids and have addresses in their countries', async () => {
  const retailers = await list(RETAILERS)
  const brands = await list(BRANDS)
  const keys = [
    'harbour-lane',
    'maison-verveine',
    'kontor-neun',
    'fox-and-ledger',
    'casa-limonar',
    'bottega-sette',
    'grachtwinkel',
    'norrsken-handel',
  ]
  expect(retailers.map(({ id }) => id).sort()).toEqual(keys.map((key) => demoId(`retailer/${key}`)).sort())
  expect(brands.map(({ id }) => id).sort()).toEqual(
    ['alder-wick', 'northlight-ceramics'].map((key) => demoId(`brand/${key}`)).sort(),
  )
  for (const { attributes } of [...retailers, ...brands]) {
    expect(attributes.address.countryCode).toBe(attributes.country)
    expect(attributes.address.postalCode).toMatch(POSTAL_CODES[attributes.address.countryCode] as RegExp)
    expect(Object.values(attributes.address)).not.toContain(null)
  }
})

test('the operator API accepts the data of every demo account', async () => {
  for (const [url, accounts] of [
    [RETAILERS, await list(RETAILERS)],
    [BRANDS, await list(BRANDS)],
  ] as const) {
    for (const { id, type, attributes } of accounts) {
      const answer = await send('PATCH', `${url}/${id}`, { data: { type, id, attributes } })
      expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    }
  }
})

test('every retailer has a contact and a business identifier, and each other field is set for some of them', async () => {
  const retailers = (await list(RETAILERS)).map(({ attributes }) => attributes)
  for (const known of ['firstName', 'lastName', 'phoneNumberE164', 'businessIdentifier']) {
    expect(new Set(retailers.map((one) => one[known])).size, known).toBeGreaterThan(5)
    expect(retailers.filter((one) => one[known] === null)).toEqual([])
  }
  for (const { businessIdentifier, vatNumber, taxNumber } of retailers) {
    expect(businessIdentifier).toBe(vatNumber ?? taxNumber)
  }
  for (const partly of ['companyName', 'storeUrl', 'taxNumber', 'vatNumber', 'eoriNumber']) {
    const told = retailers.filter((one) => one[partly] !== null).length
    expect(told, partly).toBeGreaterThan(0)
    expect(told, partly).toBeLessThan(retailers.length)
  }
})
