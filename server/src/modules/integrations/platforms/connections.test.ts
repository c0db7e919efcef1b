import { afterAll, expect, test } from 'vitest'
import { expectRefusedAt } from '../../../../test/answers.ts'
import { market, type Who } from '../../../../test/market.ts'

const shop = await market({ cleanUp: afterAll })
const PATH = '/api/v1/integration/external-integrations/-actions/update-status'
const JSON_TYPE = { 'content-type': 'application/json' }

const update = (body: unknown, as: Who = 'brand') => shop.send('POST', PATH, { as, body, headers: JSON_TYPE })
const stored = async () => [
  ...(await shop.platform.db`
    select brand_id, id, platform, status from integrations.external_integrations order by platform, brand_id`),
]

test('a connection is created with its first status, keeps its id, and belongs to one brand', async () => {
  const enabled = await update({ platform: 'shopify', status: 'enabled' })
  expect(enabled.status, enabled.text).toBe(200)
  const { id } = enabled.body.data
  const attributes = { platform: 'shopify', status: 'enabled' }
  expect(enabled.body.data).toEqual({ type: 'external-integrations', id, attributes })

  await update({ platform: 'shopify', status: 'enabled' }, 'otherBrand')
  const disabled = await update({ platform: 'shopify', status: 'disabled' })
  expect(disabled.body.data).toMatchObject({ id, attributes: { status: 'disabled' } })
  const other = await update({ platform: 'wix', status: 'disabled' })
  expect(other.body.data.id).not.toBe(id)

  const { brandId, otherBrand } = shop.credentials
  const shown = (await stored()).map(({ brand_id, platform, status }) => [brand_id, platform, status])
  expect(shown.toSorted()).toEqual(
    [
      [brandId, 'shopify', 'disabled'],
      [otherBrand.brandId, 'shopify', 'enabled'],
      [brandId, 'wix', 'disabled'],
    ].toSorted(),
  )
})

test.each(['shopify', 'woocommerce', 'prestashop', 'magento', 'wix', 'odoo', 'sellsy'])(
  '%s is a platform by default',
  async (platform) => {
    expect((await update({ platform, status: 'enabled' })).status).toBe(200)
  },
)

test.each([
  ['an unknown platform', { platform: 'other', status: 'enabled' }, ['platform']],
  ['an unknown status', { platform: 'shopify', status: 'on' }, ['status']],
  ['nothing', {}, ['platform', 'status']],
])('%s is refused, and nothing changes', async (_what, body, pointers) => {
  const before = await stored()
  expectRefusedAt(await update(body), ...pointers)
  expect(await stored()).toEqual(before)
})

test('only brands have connections, and the configuration names the platforms', async () => {
  expect((await update({ platform: 'shopify', status: 'enabled' }, 'retailer')).status).toBe(403)
  const own = await market({ env: { TRADEHALL_EXTERNAL_PLATFORMS: 'our-shop' } })
  const body = { platform: 'our-shop', status: 'enabled' }
  expect((await own.send('POST', PATH, { body, headers: JSON_TYPE })).status).toBe(200)
  expect((await own.send('POST', PATH, { body: { ...body, platform: 'shopify' } })).status).toBe(422)
})
