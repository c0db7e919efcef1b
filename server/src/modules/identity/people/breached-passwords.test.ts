import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { type Browser, data, demoUserId, signedIn } from '../../../../test/sessions.ts'

const BREACHED = 'seven slow ferries at dusk'
const PADDING = 'quiet lantern over 9 harbours'
const digitsOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

const asked: string[] = []
let answer = (_request: IncomingMessage, response: ServerResponse) => {
  const lines = [
    `${digitsOf(BREACHED).slice(5)}:42`,
    `${digitsOf(PADDING).slice(5)}:0`,
    `${'0'.repeat(35)}:1`,
  ]
  response.end(lines.join('\r\n'))
}
const service = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  answer(request, response)
})
await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
afterAll(() => service.close())
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/range`

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_BREACHED_PASSWORDS_URL: url } })
await shop.platform.db`
  update identity.users set password_hash = (
    select password_hash from identity.users where id = ${demoUserId('alder-wick')}
  ) where id = ${demoUserId('northlight-ceramics')}`

const change = async (page: Browser, newPassword: string) => {
  const { status, body } = await page.send('POST', '/api/v1/users/current/-actions/change-password', {
    body: data('users', { currentPassword: shop.credentials.user.password, newPassword }),
  })
  return [status, body.errors?.[0]?.code, body.errors?.[0]?.source?.pointer]
}

test('a breached password is refused, and the service learns five digits of its hash alone', async () => {
  const page = await signedIn(shop, 'alder-wick')
  expect(await change(page, BREACHED)).toEqual([422, 'weak_password', 'data.attributes.newPassword'])
  expect(asked).toEqual([`GET /range/${digitsOf(BREACHED).slice(0, 5)}`])
})

test('one that only pads the answer is accepted', async () => {
  const page = await signedIn(shop, 'alder-wick')
  expect((await change(page, PADDING))[0]).toBe(200)
})

test('what the built-in list knows is refused without asking, and a service that fails keeps nobody from choosing', async () => {
  const page = await signedIn(shop, 'northlight-ceramics')
  asked.length = 0
  expect((await change(page, 'password1234'))[1]).toBe('weak_password')
  expect(asked).toEqual([])
  answer = (_request, response) => response.writeHead(500).end()
  expect((await change(page, BREACHED))[0]).toBe(200)
  expect(asked).toHaveLength(1)
})
