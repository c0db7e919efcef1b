import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { signedIn } from '../../../../test/sessions.ts'
import { checkUrl } from './url-checks.ts'

const shop = await market({ cleanUp: afterAll })
const CHECK = '/api/v1/webhook-subscriptions/-actions/check-url'
const bodyOf = (url: unknown) => ({ data: { type: 'webhook-subscriptions', attributes: { url } } })

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

describe('an address', () => {
  test('that responds is reachable, whatever the status, and the result shows nothing of the response', async () => {
    const methods: unknown[] = []
    const url = await listen(
      createServer((request, response) => {
        methods.push(request.method)
        response.writeHead(405, { 'x-version': 'nginx 1.2' }).end('go away')
      }),
    )
    const answer = await shop.send('POST', CHECK, { body: bodyOf(url) })
    expect([answer.status, answer.body.meta]).toEqual([200, { result: 'reachable', detail: null }])
    expect(answer.text).not.toMatch(/405|nginx|go away/)
    expect(methods).toEqual(['GET'])
  })

  test('that a subscription may not have is not allowed, and is not contacted', async () => {
    for (const url of ['https://10.0.0.7/', 'http://93.184.215.14/', 'https://erp.alderwick.test:22/']) {
      const { body } = await shop.send('POST', CHECK, { body: bodyOf(url) })
      expect(body.meta, url).toEqual({ result: 'not-allowed', detail: expect.stringMatching(/\.$/) })
    }
    expect((await shop.send('POST', CHECK, { body: bodyOf(7) })).status).toBe(422)
  })

  test('that does not respond gets the same answer after the same time, whatever the reason', async () => {
    const silent = await listen(createSocketServer(() => {}))
    const rude = await listen(createSocketServer((socket) => socket.end('SSH-2.0-x\r\n')))
    const closed = createSocketServer()
    const refused = await listen(closed)
    await new Promise((done) => closed.close(done))
    for (const url of [silent, rude, refused]) {
      const startedAt = performance.now()
      const result = await checkUrl(shop.platform, url, { patienceMs: 300 })
      expect(result, url).toEqual({ result: 'unreachable', detail: null })
      expect(performance.now() - startedAt, url).toBeGreaterThan(290)
    }
  })
})

test('more than ten checks a minute are refused, for each application and user', async () => {
  const here = await market()
  const check = () => here.send('POST', CHECK, { body: bodyOf('https://10.0.0.7/') })
  for (let i = 0; i < 10; i++) expect((await check()).status).toBe(200)
  const refused = await check()
  expect([refused.status, refused.headers['retry-after'] !== undefined]).toEqual([429, true])
  const other = await here.send('POST', CHECK, { as: 'otherBrand', body: bodyOf('https://10.0.0.7/') })
  expect(other.status).toBe(200)
})

test('staff may not check addresses, as they may not subscribe', async () => {
  const staff = await signedIn(shop, 'alder-wick-staff')
  const { status } = await staff.send('POST', CHECK, { body: bodyOf('https://10.0.0.7/') })
  expect(status).toBe(403)
})
