import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { market, type Who } from '../../../test/market.ts'
import { addRetailer } from '../../../test/order-requests.ts'

const shop = await market({ cleanUp: afterAll })

const pathOf = (retailerId: string) => `/api/v1/brands/retailers/${retailerId}`
const read = (retailerId: string, as: Who = 'brand') => shop.send('GET', pathOf(retailerId), { as })
const change = (retailerId: string, attributes?: object, as: Who = 'brand', id = retailerId) =>
  shop.send('PATCH', pathOf(retailerId), {
    as,
    body: { data: { type: 'brand-retailers', id, ...(attributes && { attributes }) } },
  })
const modeOf = async (retailerId: string, as: Who = 'brand') =>
  (await read(retailerId, as)).body.data.attributes.automaticOrderValidationMode

test('the mode is null by default', async () => {
  const retailerId = await addRetailer(shop)
  const { status, body } = await read(retailerId)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    type: 'brand-retailers',
    id: retailerId,
    attributes: { automaticOrderValidationMode: null },
  })
})

test('the mode has the last value, separately for each brand', async () => {
  const retailerId = await addRetailer(shop)
  for (const mode of [true, true, false, null, true]) {
    const { status, body } = await change(retailerId, { automaticOrderValidationMode: mode })
    expect([status, body.data.attributes]).toEqual([200, { automaticOrderValidationMode: mode }])
  }
  expect((await change(retailerId)).body.data.attributes.automaticOrderValidationMode).toBe(true)
  expect(await modeOf(retailerId.toUpperCase())).toBe(true)
  expect(await modeOf(retailerId, 'otherBrand')).toBeNull()
})

test('after concurrent changes, one of their values is stored', async () => {
  const retailerId = await addRetailer(shop)
  const answers = await Promise.all(
    [true, false, true, false].map((mode) => change(retailerId, { automaticOrderValidationMode: mode })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect([true, false]).toContain(await modeOf(retailerId))
})

test('an unknown retailer is 404, also for changes, which store nothing', async () => {
  const id = randomUUID()
  expect((await read(id)).status).toBe(404)
  expect((await change(id, { automaticOrderValidationMode: true })).status).toBe(404)
  expect(await shop.platform.db`select from brands.retailers where retailer_id = ${id}`).toHaveLength(0)
})

test.each<Who>(['retailer', 'operator'])('is not for a %s', async (as) => {
  const { retailerId } = shop.credentials.retailer
  expect((await read(retailerId, as)).status).toBe(403)
  expect((await change(retailerId, { automaticOrderValidationMode: true }, as)).status).toBe(403)
})

test('another id in the body, or another value, is 422', async () => {
  const { retailerId } = shop.credentials.retailer
  const pointerOf = ({ body }: Awaited<ReturnType<typeof change>>) => body.errors[0].source.pointer
  const elsewhere = await change(retailerId, {}, 'brand', randomUUID())
  expect([elsewhere.status, pointerOf(elsewhere)]).toEqual([422, 'data.id'])
  const odd = await change(retailerId, { automaticOrderValidationMode: 'yes' })
  expect([odd.status, pointerOf(odd)]).toEqual([422, 'data.attributes.automaticOrderValidationMode'])
})
