import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf } from '../../../test/answers.ts'
import { type Answer, market, type Who } from '../../../test/market.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId, otherBrand } = shop.credentials

const get = (path: string, as: Who = 'retailer') => shop.send('GET', `/api/v1/brands${path}`, { as })
const parameterOf = ({ body }: Answer) => body.errors[0].source.parameter

test('a brand can read itself, as one object', async () => {
  const { status, body } = await get('/me', 'brand')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    type: 'brands',
    id: brandId,
    attributes: {
      name: 'Alder & Wick',
      automationMode: 'automatic-brand_control',
      marketplaceStockLocation: 'brand',
      images: {
        squared: 'https://cdn.tradehall.test/brands/alder-wick-squared.jpg',
        rounded: 'https://cdn.tradehall.test/brands/alder-wick-rounded.jpg',
        large: null,
      },
      link: '/brand/alder-wick',
    },
  })
  expect(body).not.toHaveProperty('included')
})

test.each<Who>(['retailer', 'operator'])('a %s has no brand of its own', async (as) => {
  expect((await get('/me', as)).status).toBe(403)
})

test('its own contacts are included on request, and no others', async () => {
  const { body } = await get('/me?include=brand-contacts', 'brand')
  const contact = (email: string) => ({
    type: 'brand-contacts',
    id: expect.any(String),
    attributes: { email, purposes: ['finance'] },
  })
  expect(body.included).toHaveLength(2)
  expect(body.included).toEqual(
    expect.arrayContaining([contact('accounts@alderwick.test'), contact('ines@alderwick.test')]),
  )
  expect(body.data.relationships['brand-contacts'].data).toEqual(
    body.included.map(({ type, id }: { type: string; id: string }) => ({ type, id })),
  )
  expect((await get('/me?include=contacts', 'brand')).status).toBe(400)
})

test('a change by the operator is visible to others', async () => {
  const images = { large: 'https://cdn.tradehall.test/kiln.jpg' }
  const attributes = { images, link: null, marketplaceStockLocation: 'warehouse' }
  const { status } = await shop.send('PATCH', `/api/operator/v1/brands/${otherBrand.brandId}`, {
    as: 'operator',
    body: { data: { type: 'brands', id: otherBrand.brandId, attributes } },
  })
  expect(status).toBe(200)
  const { body } = await get('/me', 'otherBrand')
  expect(body.data.attributes).toMatchObject({
    images: { squared: null, rounded: null, large: images.large },
    link: null,
    marketplaceStockLocation: 'warehouse',
  })
})

test.each([
  ['link', 'https://elsewhere.test/', 'data.attributes.link'],
  ['link', '//elsewhere.test/', 'data.attributes.link'],
  ['images', { squared: 'javascript:alert(1)' }, 'data.attributes.images.squared'],
  ['images', { round: null }, 'data.attributes.images.round'],
])('the operator cannot set %s to %j', async (name, value, pointer) => {
  const { status, body } = await shop.send('PATCH', `/api/operator/v1/brands/${brandId}`, {
    as: 'operator',
    body: { data: { type: 'brands', id: brandId, attributes: { [name]: value } } },
  })
  expect(status).toBe(422)
  expect(body.errors[0].source.pointer).toBe(pointer)
})

describe('the list', () => {
  const more: string[] = []
  beforeAll(async () => {
    for (const name of ['First', 'Second', 'Third']) {
      await shop.advance(60)
      const attributes = { name, currency: 'EUR', country: 'FR' }
      const { body } = await shop.send('POST', '/api/operator/v1/brands', {
        as: 'operator',
        body: { data: { type: 'brands', attributes } },
      })
      more.unshift(body.data.id)
    }
  })
  /** Newest first; the demo brands have the same creation time. */
  const all = () => [...more, ...[brandId, otherBrand.brandId].sort().reverse()]

  test.each<Who>(['retailer', 'operator'])('has every brand for a %s, newest first', async (as) => {
    const answer = await get('', as)
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual(all())
    expect(answer.body.meta.page).toEqual({
      from: all()[0],
      to: all().at(-1),
      hasMore: false,
      perPage: 15,
    })
  })

  test('has only the brand itself for a brand, whatever the filter', async () => {
    expect(idsOf(await get('', 'brand'))).toEqual([brandId])
    expect(idsOf(await get(`?filter[id][]=${otherBrand.brandId}`, 'brand'))).toEqual([brandId])
  })

  test('can be filtered by ids, and unknown ones are left out', async () => {
    const query = `filter[id][]=${more[1]}&filter[id][]=${randomUUID()}&filter[id][]=${brandId.toUpperCase()}`
    expect(idsOf(await get(`?${query}`))).toEqual([more[1], brandId])
    expect(idsOf(await get(`?filter[id][]=${randomUUID()}`))).toEqual([])
  })

  test('accepts at most fifty ids, and only uuids', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, () => `filter[id][]=${randomUUID()}`).join('&')
    expect((await get(`?${many(50)}`)).status).toBe(200)
    expect((await get(`?${many(51)}`)).status).toBe(422)
    const odd = await get('?filter[id][]=alder')
    expect([odd.status, parameterOf(odd)]).toEqual([422, 'filter[id][]'])
  })

  test('is paged in both directions, with cursors that are not part of the page', async () => {
    const [first, second, third, fourth, fifth] = all()
    const start = await get('?page[limit]=2')
    expect(idsOf(start)).toEqual([first, second])
    const next = await get(`?page[limit]=2&page[from]=${second}`)
    expect(idsOf(next)).toEqual([third, fourth])
    expect(next.body.meta.page).toEqual({ from: third, to: fourth, hasMore: true, perPage: 2 })
    expect(next.body.links.next).toContain(`page%5Bfrom%5D=${fourth}`)
    expect(next.body.links.prev).toContain(`page%5Bto%5D=${third}`)
    const path = (link: string) => link.slice(link.indexOf('/api/v1/brands') + '/api/v1/brands'.length)
    expect(idsOf(await get(path(next.body.links.next)))).toEqual([fifth])
    expect(idsOf(await get(path(next.body.links.prev)))).toEqual([first, second])
    expect(idsOf(await get(`?page[to]=${third}&page[limit]=1`))).toEqual([second])
    const filtered = await get(`?filter[id][]=${first}&filter[id][]=${third}&page[limit]=1`)
    expect(idsOf(filtered)).toEqual([first])
    expect(idsOf(await get(path(filtered.body.links.next)))).toEqual([third])
  })

  test.each([
    ['page[limit]=0', 'page[limit]'],
    ['page[limit]=51', 'page[limit]'],
    ['page[from]=x', 'page[from]'],
    [`page[from]=${randomUUID()}`, 'page[from]'],
    [`page[to]=${randomUUID()}`, 'page[to]'],
    [`page[from]=${brandId}&page[to]=${brandId}`, 'page[to]'],
    [`page[after]=${brandId}`, 'page[after]'],
    ['include=brand-contacts', 'include'],
  ])('refuses ?%s', async (query, parameter) => {
    const answer = await get(`?${query}`)
    expect([answer.status, parameterOf(answer)]).toEqual([400, parameter])
  })

  test('refuses a cursor that the brand cannot see', async () => {
    expect((await get(`?page[from]=${otherBrand.brandId}`, 'brand')).status).toBe(400)
  })
})
