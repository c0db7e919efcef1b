import { afterAll, expect, test } from 'vitest'
import { market, type Who } from '../../../test/market.ts'
import { demoUserId, signedIn } from '../../../test/sessions.ts'

const shop = await market({ cleanUp: afterAll })
const ME = '/api/v1/brands/me'
const { brandId } = shop.credentials

const body = (attributes: object, id?: string) => ({
  data: { type: 'brands', attributes, ...(id && { id }) },
})
const change = (attributes: object, as: Who = 'brand', id?: string) =>
  shop.send('PATCH', ME, { as, body: body(attributes, id) })
const profileAudit = () => shop.platform.db`
  select detail, acted_by, by_user_id, by_application_id, address from identity.audit
  where brand_id = ${brandId} and action = 'change-profile' order by created_at, id`

test('a brand can change its name and images, and nothing else', async () => {
  const before = (await shop.send('GET', ME)).body.data.attributes
  const squared = 'https://images.alderwick.test/logo.png'
  const { status, body } = await change({
    name: 'Alder, Wick & Co.',
    images: { squared },
    automationMode: 'automatic-confirm-and-request-fulfillment',
    link: '/brand/other',
    platformFeePercent: 0,
  })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    type: 'brands',
    id: brandId,
    attributes: {
      ...before,
      name: 'Alder, Wick & Co.',
      images: { squared, rounded: null, large: null },
    },
  })
  expect((await shop.send('GET', ME)).body.data.attributes).toEqual(body.data.attributes)
  // All images are replaced together.
  const large = 'https://images.alderwick.test/large.png'
  const { images } = (await change({ images: { large } })).body.data.attributes
  expect(images).toEqual({ squared: null, rounded: null, large })
})

test('a change is in the audit with author and address, unless it changes nothing', async () => {
  const count = (await profileAudit()).length
  const owner = await signedIn(shop, 'alder-wick')
  expect((await owner.send('PATCH', ME, { body: body({ name: 'Alder & Wick' }) })).status).toBe(200)
  expect((await owner.send('PATCH', ME, { body: body({ name: 'Alder & Wick' }) })).status).toBe(200)
  expect((await owner.send('PATCH', ME, { body: body({}) })).status).toBe(200)
  const added = (await profileAudit()).slice(count)
  expect(added).toEqual([
    {
      detail: 'name',
      acted_by: 'brand',
      by_user_id: demoUserId('alder-wick'),
      by_application_id: null,
      address: '127.0.0.1',
    },
  ])
})

test.each<[object, string]>([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ images: { squared: 'logo.png' } }, 'images.squared'],
  [{ images: { rounded: 'ftp://images.test/x' } }, 'images.rounded'],
  [{ images: { huge: null } }, 'images.huge'],
])('%j is refused with the pointer of its field', async (attributes, field) => {
  const { status, body } = await change(attributes)
  expect([status, body.errors[0].source.pointer]).toEqual([422, `data.attributes.${field}`])
})

test('only owners can change it, not staff, retailers, the operator or another brand', async () => {
  const staff = await signedIn(shop, 'alder-wick-staff')
  const refused = await staff.send('PATCH', ME, { body: body({ name: 'Theirs' }) })
  expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'role_required'])
  expect((await change({ name: 'Theirs' }, 'retailer')).status).toBe(403)
  expect((await change({ name: 'Theirs' }, 'operator')).status).toBe(403)
  expect((await change({ name: 'Theirs' }, 'otherBrand', brandId)).status).toBe(422)
  expect((await shop.send('GET', ME)).body.data.attributes.name).toBe('Alder & Wick')
})
