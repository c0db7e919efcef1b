/** Sessions and tokens that are created while an account is suspended, in random orders. */
import { afterAll, expect, test } from 'vitest'
import { chance, randomRuns } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import { browser, data, signedIn, signIn } from '../../../../test/sessions.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const operator = await signedIn(shop, 'operator')
const { brandId, applicationId } = shop.credentials
const { email, password } = shop.credentials.user
const act = (action: 'suspend' | 'resume') =>
  operator.send('POST', `/api/operator/v1/brands/${brandId}/-actions/${action}`, {
    body: data('brands', { reason: 'A race.' }),
  })

test('a token or a session that is created during a suspension is invalid, also after it', async () => {
  const pick = chance()(1)
  for (let run = 0; run < randomRuns(6); run++) {
    const pages = Array.from({ length: 3 }, () => browser(shop))
    const making = [
      ...pages.map((page) => () => signIn(page, email, password)),
      ...Array.from({ length: 3 }, () => () => shop.http.tokens.issue(applicationId)),
    ]
    const order = making.map((make) => ({ make, at: pick(making.length) })).sort((a, b) => a.at - b.at)
    const half = pick(order.length)
    const begun = order.slice(0, half).map(({ make }) => make())
    const suspending = act('suspend')
    begun.push(...order.slice(half).map(({ make }) => make()))
    await suspending
    const made = await Promise.allSettled(begun)
    const tokens = made.flatMap((one) =>
      one.status === 'fulfilled' && typeof one.value === 'string' ? [one.value] : [],
    )
    const statuses = async () => [
      ...(await Promise.all(pages.map(async (page) => (await page.send('GET', '/api/v1/me')).status))),
      ...(await Promise.all(
        tokens.map(async (token) => (await shop.send('GET', '/api/v1/me', { token })).status),
      )),
    ]
    const during = await statuses()
    expect(during.filter((status) => status === 200)).toEqual([])
    await act('resume')
    const after = await statuses()
    expect(after.filter((status) => status === 200)).toEqual([])
    expect((await signIn(browser(shop), email, password)).status).toBe(201)
  }
})
