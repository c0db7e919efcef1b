/** Users of a brand, for tests: its owner and staff, people who are invited, and a second node on the same database. */
import { afterAll } from 'vitest'
import { market } from '../../../../test/market.ts'
import { type Browser, browser, data, linkTo, signedIn } from '../../../../test/sessions.ts'

export const PASSWORD = 'a door in the hedge'

export async function openPeople() {
  const shop = await market({ cleanUp: afterAll })
  await Promise.all([shop.tokenOf('brand'), shop.tokenOf('retailer'), shop.tokenOf('operator')])
  const node = await market({ cleanUp: afterAll, databaseUrl: shop.databaseUrl })
  const owner = await signedIn(shop, 'alder-wick')
  const staff = await signedIn(shop, 'alder-wick-staff')
  let people = 0
  const invite = (page: Browser, role: string, more: object = {}) =>
    page.send('POST', '/api/v1/users', {
      body: data('users', {
        email: `person${people++}@alderwick.test`,
        firstName: 'Lou',
        lastName: 'Marchand',
        role,
        ...more,
      }),
    })
  const accept = (token: string, password: string, page = browser(shop)) =>
    page.send('POST', '/api/v1/invitations/-actions/accept', {
      body: data('invitations', { token, password }),
    })
  const act = (page: Browser, id: string, action: string, body?: object) =>
    page.send('POST', `/api/v1/users/${id}/-actions/${action}`, { body })

  /** A new user of the brand who has accepted the invitation, with the browser. */
  async function member(role: 'owner' | 'staff') {
    const { id, attributes } = (await invite(owner, role)).body.data
    const page = browser(shop)
    await accept(await linkTo(shop, attributes.email), PASSWORD, page)
    return { id, email: attributes.email as string, page }
  }
  return { shop, node, owner, staff, invite, accept, act, member }
}

/** Calls an operation that reads the session from the cache, which the end of a session has to clear. */
export const statusOf = async (page: Browser) => (await page.send('GET', '/api/v1/me')).status
