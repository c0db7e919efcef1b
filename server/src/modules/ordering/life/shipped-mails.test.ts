import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { addRetailer, changeBrand } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'

const shop = await market({
  cleanUp: afterAll,
  env: { TRADEHALL_PUBLIC_URL: 'https://market.example.test' },
})
const { retailerId } = shop.credentials.retailer

interface Mail {
  attributes: { to: string; subject: string; text: string }
}

const mailsAbout = async (reference: number): Promise<Mail['attributes'][]> => {
  await shop.runJobs()
  const { body } = await shop.send('GET', '/api/testing/mails', { as: 'operator' })
  return (body.data as Mail[])
    .map(({ attributes }) => attributes)
    .filter(({ subject }) => subject.includes(String(reference)))
}

const usersOfRetailer = () =>
  shop.platform.db<{ email: string }[]>`
    select email from identity.users where retailer_id = ${retailerId} and removed_at is null`

test('each user of the retailer gets one mail, with a link to the order', async () => {
  const users = await usersOfRetailer()
  const order = await moveOrderTo(shop, await placeOrder(shop), 'shipped')
  const mails = await mailsAbout(order.reference)
  expect(mails.map(({ to }) => to)).toEqual(users.map(({ email }) => email))
  expect(mails[0]).toMatchObject({ subject: `Your order ${order.reference} is on its way` })
  expect(mails[0]?.text).toContain(`\n\nhttps://market.example.test/dashboard/purchases/${order.id}\n`)
  await moveOrderTo(shop, order, 'received')
  expect(await mailsAbout(order.reference)).toHaveLength(mails.length)
})

test('retailers see the mail in the sandbox, brands do not', async () => {
  const order = await moveOrderTo(shop, await placeOrder(shop), 'shipped')
  await mailsAbout(order.reference)
  const seenBy = async (as: 'brand' | 'retailer') =>
    (await shop.send('GET', '/api/testing/mails', { as })).text.includes(String(order.reference))
  expect([await seenBy('retailer'), await seenBy('brand')]).toEqual([true, false])
})

test('no mail is sent before the shipment, or to users who cannot sign in', async () => {
  const order = await moveOrderTo(shop, await placeOrder(shop), 'shipping_labels_generated')
  expect(await mailsAbout(order.reference)).toEqual([])
  await shop.platform.db`update identity.users set suspended_at = now() where retailer_id = ${retailerId}`
  await moveOrderTo(shop, order, 'shipped')
  expect(await mailsAbout(order.reference)).toEqual([])
  await shop.platform.db`update identity.users set suspended_at = null where retailer_id = ${retailerId}`
})

test('a retailer without users does not block the mails of others', async () => {
  const alone = await placeOrder(shop, { retailerId: await addRetailer(shop) })
  const order = await placeOrder(shop)
  for (const one of [alone, order]) await moveOrderTo(shop, one, 'shipped')
  expect(await mailsAbout(alone.reference)).toEqual([])
  expect(await mailsAbout(order.reference)).not.toEqual([])
})

test('the name of a brand cannot imitate other parts of the mail', async () => {
  await changeBrand(shop, { name: 'Alder\n\nhttps://elsewhere.test\n\nWick' })
  const order = await moveOrderTo(shop, await placeOrder(shop), 'shipped')
  const [mail] = await mailsAbout(order.reference)
  expect(mail?.text.split('\n').filter((line) => line.startsWith('http'))).toHaveLength(1)
})
