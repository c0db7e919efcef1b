/** Pick lists and packing slips. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { readGlyphs, readPdf } from '../../../../test/files.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer, itemChange, transition } from '../../../../test/order-requests.ts'
import { placeOrder, SERVER } from '../../../../test/orders.ts'
import { submitOrder } from '../intake/intake.ts'

const shop = await market({ cleanUp: afterAll })
const { brandId } = shop.credentials

async function download(url: string) {
  const authorization = `Bearer ${await shop.tokenOf('brand')}`
  const { statusCode, headers, rawPayload } = await shop.http.app.inject({ url, headers: { authorization } })
  if (statusCode !== 200) throw new Error(rawPayload.toString())
  return { headers, bytes: rawPayload }
}
const textOf = async (bytes: Uint8Array) => (await readPdf(bytes)).join(' ').replaceAll(/\s+/g, ' ')

describe('a packing slip', () => {
  test('has the goods and the recipient, and no prices', async () => {
    const order = await placeOrder(shop, {
      products: [
        { name: 'Beeswax candle', unit_multiplier: 6, variants: [{ sku: 'BW-20', name: 'Ochre' }] },
        { name: 'Linen wick', variants: [{ sku: 'LW-1', name: 'Linen wick' }] },
      ],
    })
    const { headers, bytes } = await download(`/api/v1/orders/${order.id}/packing-slip`)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toContain(`packing-slip-${order.reference}.pdf`)
    const text = await textOf(bytes)
    expect(text).toContain(`Packing slip ${order.reference}`)
    expect(text).toContain(order.billing_address.city)
    expect(text).toContain('BW-20 Beeswax candle, Ochre 2 12')
    expect(text).toContain('LW-1 Linen wick 3 3')
    expect(text).toContain('Total 5 15')
    expect(text).not.toMatch(/[€]|10[.,]00/)
  })

  test('says what was ordered and is not in the parcel', async () => {
    const { id, item_ids } = await placeOrder(shop, {
      products: [
        { name: 'Pillar', variants: [{ sku: 'PI-1', name: 'Ivory' }] },
        { name: 'Taper', variants: [{ sku: 'TA-1', name: 'Plum' }] },
      ],
      quantities: [3, 2],
    })
    const [first = '', second = ''] = item_ids
    const orderItems = [itemChange(first, 1), itemChange(second, 0)]
    await transition(shop, id, { type: 'brand-validates', attributes: { orderItems } })
    const text = await textOf((await download(`/api/v1/orders/${id}/packing-slip`)).bytes)
    expect(text).toContain('PI-1 Pillar, Ivory 1 1 1 of 3 accepted')
    expect(text).toContain('TA-1 Taper, Plum 0 0 0 of 2 accepted')
    expect(text).toContain('Total 1 1')
  })

  test('has names in any script', async () => {
    const retailerId = await addRetailer(shop, {
      storeName: 'Книжная лавка',
      address: { street: 'Ερμού 4', city: 'Αθήνα', postalCode: '10563', countryCode: 'GR' },
    })
    const { id } = await placeOrder(shop, { retailerId, products: [{ name: 'شمعة' }] })
    const { bytes } = await download(`/api/v1/orders/${id}/packing-slip`)
    expect(await textOf(bytes)).toContain('Αθήνα')
    expect((await readGlyphs(bytes)).filter((glyph) => glyph === 0)).toEqual([])
  })

  test('has the pictures of the goods, and a placeholder where there is none', async () => {
    const [variant] = await shop.platform.db<{ picture: string }[]>`
      select images as picture from catalog.variants
      where brand_id = ${brandId} and images -> 0 ->> 'url' like '/pictures/%' limit 1`
    const { id, variant_ids } = await placeOrder(shop, { products: [{}, {}, {}] })
    const [pictured = '', elsewhere = '', bare = ''] = variant_ids ?? []
    const show = (images: unknown, of: string) => shop.platform.db`
      update catalog.variants set images = ${JSON.stringify(images)}::text::jsonb where id = ${of}`
    await show(variant?.picture, pictured)
    await show([{ order: 1, url: 'https://images.example.test/x.jpg' }], elsewhere)
    const url = `/api/v1/orders/${id}/packing-slip`
    const { bytes } = await download(url)
    expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
    expect((await download(url)).bytes).toEqual(bytes)
    await show([], pictured)
    expect((await download(url)).bytes.includes('/Subtype /Image')).toBe(false)
    expect(bare).not.toBe('')
  })

  test('of another brand answers 403, of an unknown order 404', async () => {
    const { id } = await placeOrder(shop)
    const url = `/api/v1/orders/${id}/packing-slip`
    expect((await shop.send('GET', url, { as: 'otherBrand' })).status).toBe(403)
    expect((await shop.send('GET', `/api/v1/orders/${randomUUID()}/packing-slip`)).status).toBe(404)
  })
})

describe('a pick list', () => {
  const list = (ids: readonly string[]) => `/api/v1/orders/pick-list?filter[id]=${ids.join(',')}`

  test('adds up orders by SKU, with the quantity of each order', async () => {
    const one = await placeOrder(shop, {
      products: [
        { name: 'Pillar', variants: [{ sku: 'A-10' }] },
        { name: 'Taper', unit_multiplier: 4, variants: [{ sku: 'A-2' }] },
      ],
    })
    const lines = [{ productVariantId: one.variant_ids?.[1] ?? '', quantity: 2 }]
    const retailerId = shop.credentials.retailer.retailerId
    const { order: other } = await submitOrder(shop.platform, { brandId, retailerId, lines }, SERVER)
    const { headers, bytes } = await download(list([other.id, one.id, one.id]))
    expect(headers['content-disposition']).toContain('pick-list.pdf')
    const text = await textOf(bytes)
    expect(text).toContain(`2 orders: ${one.reference}, ${other.reference}`)
    expect(text).toMatch(/A-2 Taper.* 5 20 /)
    expect(text).toContain(`${one.reference} × 3 · ${other.reference} × 2`)
    expect(text.indexOf('A-2')).toBeLessThan(text.indexOf('A-10'))
    expect(text).toContain('Total 7 22')
  })

  test('continues over pages', async () => {
    const products = Array.from({ length: 60 }, (_, i) => ({ variants: [{ sku: `P-${i}` }] }))
    const { id } = await placeOrder(shop, { products })
    const pages = await readPdf((await download(list([id]))).bytes)
    expect(pages.length).toBe(3)
    expect(pages.at(-1)).toContain('Page 3')
    for (let i = 0; i < 60; i++) expect(pages.join(' ')).toContain(`P-${i} `)
  })

  test("is refused as a whole if one order is not the brand's", async () => {
    const own = await placeOrder(shop)
    const foreign = await placeOrder(shop, { brandId: shop.credentials.otherBrand.brandId })
    expect((await shop.send('GET', list([own.id, foreign.id]))).status).toBe(403)
    expect((await shop.send('GET', list([own.id, randomUUID()]))).status).toBe(404)
  })

  test('refuses no orders and more than a hundred', async () => {
    for (const url of ['/api/v1/orders/pick-list', list(Array.from({ length: 101 }, () => randomUUID()))]) {
      const { status, body } = await shop.send('GET', url)
      expect([status, body.errors[0].source.parameter]).toEqual([400, 'filter[id]'])
    }
  })
})
