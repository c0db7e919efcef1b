import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { type Browser, browser, data, linkTo, signedIn } from '../../../test/sessions.ts'
import { createLog } from '../../platform/log.ts'

const lines: string[] = []
const log = createLog('trace', { write: (line) => void lines.push(line) })
const shop = await market({ cleanUp: afterAll, log })
const PASSWORD = 'a door in the hedge'

/** The complete request log of the sandbox. */
async function loggedRequests(): Promise<string> {
  // Listing the requests writes the buffered ones first.
  await shop.send('GET', '/api/testing/requests?page[limit]=1', { as: 'operator' })
  const rows = await shop.platform.db`select url, request_body, response_body from sandbox.requests`
  expect(rows.length).toBeGreaterThan(1)
  return JSON.stringify(rows)
}

async function invited(): Promise<string> {
  const owner = await signedIn(shop, 'alder-wick')
  const email = 'lou@alderwick.test'
  const body = data('users', { email, firstName: 'Lou', lastName: 'Marchand', role: 'staff' })
  expect((await owner.send('POST', '/api/v1/users', { body })).status).toBe(201)
  return await linkTo(shop, email)
}

async function forgotten(): Promise<string> {
  const { email } = shop.credentials.user
  await browser(shop).send('POST', '/api/v1/password-resets', { body: data('password-resets', { email }) })
  await shop.runJobs()
  return await linkTo(shop, email)
}

test.each([
  ['invitation', 'invitations', 'accept', invited],
  ['reset', 'password-resets', 'complete', forgotten],
])(
  'the token of the link to /dashboard/%s is in no log, wherever it is sent',
  async (page, type, verb, mailed) => {
    const token = await mailed()
    const visitor: Browser = browser(shop)
    for (const suffix of ['', '/', '?from=mail', '/more', '%20'])
      await visitor.send('GET', `/dashboard/${page}/${token}${suffix}`, { headers: { accept: 'text/html' } })
    await visitor.send('POST', `/dashboard/${page}/${token}`)
    const post = (action: string, password?: string) =>
      visitor.send('POST', `/api/v1/${type}/-actions/${action}`, { body: data(type, { token, password }) })
    expect((await post('read')).status).toBe(200)
    expect((await post(verb, 'short')).status).toBe(422)
    expect((await post(verb, PASSWORD)).status).toBe(201)
    expect((await post(verb, PASSWORD)).status).toBe(404)
    expect(lines.join()).toContain(`/dashboard/${page}/[redacted]`)
    const logged = await loggedRequests()
    for (const secret of [token, PASSWORD, String(visitor.cookie?.split('=')[1])]) {
      expect(lines.join()).not.toContain(secret)
      expect(logged).not.toContain(secret)
    }
  },
)
