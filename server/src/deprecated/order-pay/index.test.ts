import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { operatorOf } from '../../../test/operator.ts'
import { act, addOrder, advance, CUSTOMERS, ORDERS, patchOrder, postCustomer } from './test-requests.ts'

const shop = await market({ cleanUp: afterAll })
const operator = operatorOf(shop)

test('before the end every response announces it; after it only the operator can finish paid orders', async () => {
  const id = await addOrder(shop)
  await advance(shop, id, 'payment_confirmed')
  const ask = async () => [
    await shop.send('GET', CUSTOMERS),
    await postCustomer(shop),
    await shop.send('GET', `${ORDERS}/${id}`),
    await patchOrder(shop, id, {}),
    await act(shop, id, 'cancel'),
    await advance(shop, id, 'waiting_shipping'),
  ]
  await shop.setTime('2026-11-30T23:59:00Z')
  for (const { status, headers } of await ask()) {
    expect(status).not.toBe(410)
    expect(headers).toMatchObject({
      sunset: 'Tue, 01 Dec 2026 00:00:00 GMT',
      deprecation: expect.stringMatching(/^@\d+$/),
    })
  }
  await shop.setTime('2026-12-01T00:00:00Z')
  for (const answer of await ask()) {
    expect(answer.status).toBe(410)
    expect(answer.body.errors[0].detail).toContain('invoice them yourself')
  }
  const command = async (name: string) => {
    const { body } = await operator.send('POST', `/order-pay-orders/${id}/-actions/${name}`)
    return body.data.attributes.status
  }
  expect(await command('ship')).toBe('shipped')
  expect(await command('acknowledge-reception')).toBe('received')
})
