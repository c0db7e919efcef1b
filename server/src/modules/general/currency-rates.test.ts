import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeRecurringJobsDue } from '../../../test/due-jobs.ts'
import { market } from '../../../test/market.ts'
import { parseRates } from './rates-feed.ts'

const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>
    <Cube time='2026-02-27'>
      <Cube currency='USD' rate='1.25'/>
      <Cube currency='GBP' rate='0.8'/>
    </Cube>
  </Cube>
</gesmes:Envelope>`

async function serve(answer: () => { status?: number; body: string }): Promise<string> {
  const server: Server = createServer((_request, response) => {
    const { status = 200, body } = answer()
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`
}

interface RateAttributes {
  fromCurrency: string
  toCurrency: string
  rate: number
  date: string
}

test('rates are public and have a type, a pair, a rate and a day', async () => {
  const shop = await market()
  const answer = await shop.send('GET', '/api/v1/currencies/rates/latest', { as: null })
  expect(answer.status).toBe(200)
  expect(answer.body.data).toContainEqual({
    type: 'currency-rates',
    id: expect.any(String),
    attributes: { fromCurrency: 'EUR', toCurrency: 'GBP', rate: 0.8605, date: '2026-01-05' },
  })
  expect(answer.body).not.toHaveProperty('meta.page')
})

test('a job reads the feed in both directions, and newer days replace older ones', async () => {
  const url = await serve(() => ({ body: FEED }))
  const shop = await market({ env: { TRADEHALL_RATES_FEED_URL: url } })
  await makeRecurringJobsDue(shop.platform.db, 'refresh-currency-rates')
  await shop.runJobs()
  const answer = await shop.send('GET', '/api/v1/currencies/rates/latest', { as: null })
  const rates: RateAttributes[] = answer.body.data.map(
    (one: { attributes: RateAttributes }) => one.attributes,
  )
  const find = (from: string, to: string) =>
    rates.filter((one) => one.fromCurrency === from && one.toCurrency === to)
  expect(find('EUR', 'USD')).toEqual([
    { fromCurrency: 'EUR', toCurrency: 'USD', rate: 1.25, date: '2026-02-27' },
  ])
  expect(find('USD', 'EUR')).toEqual([
    { fromCurrency: 'USD', toCurrency: 'EUR', rate: 0.8, date: '2026-02-27' },
  ])
  expect(find('EUR', 'SEK')[0]?.date).toBe('2026-01-05')
})

test('the feed is read again after six hours of the clock, and an invalid response changes nothing', async () => {
  let body = FEED
  let status = 200
  let calls = 0
  const url = await serve(() => {
    calls += 1
    return { status, body }
  })
  const shop = await market({ env: { TRADEHALL_RATES_FEED_URL: url } })
  await makeRecurringJobsDue(shop.platform.db, 'refresh-currency-rates')
  await shop.runJobs()
  expect(calls).toBe(1)
  const before = await shop.send('GET', '/api/v1/currencies/rates/latest', { as: null })

  await shop.advance(6 * 3600 - 60)
  await shop.runJobs()
  expect(calls).toBe(1)

  for (const broken of ['not xml', FEED.replace("rate='0.8'", "rate='-1'"), '<Envelope/>']) {
    body = broken
    await shop.advance(6 * 3600)
    await shop.runJobs()
  }
  status = 503
  await shop.advance(6 * 3600)
  await shop.runJobs()
  expect(calls).toBeGreaterThanOrEqual(5)
  const after = await shop.send('GET', '/api/v1/currencies/rates/latest', { as: null })
  expect(after.body.data).toEqual(before.body.data)

  status = 200
  body = FEED.replace('2026-02-27', '2026-03-03').replace("rate='1.25'", "rate='2'")
  await shop.advance(6 * 3600)
  await shop.runJobs()
  const renewed = await shop.send('GET', '/api/v1/currencies/rates/latest', { as: null })
  expect(renewed.text).toContain('"fromCurrency":"EUR","toCurrency":"USD","rate":2,"date":"2026-03-03"')
})

test('a feed that tries to expand entities is read as text or refused, never expanded', () => {
  const hostile = `<!DOCTYPE x [<!ENTITY a "USD">]>${FEED.replace("currency='USD'", "currency='&a;'").replace(/<\?xml.*\?>/, '')}`
  expect(() => parseRates(hostile)).toThrow()
})
