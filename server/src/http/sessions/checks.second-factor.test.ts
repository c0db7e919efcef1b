/** In production an operator without a second factor can do nothing except set one up. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { market, PRODUCTION } from '../../../test/market.ts'
import { browser, codeOf, data, signIn } from '../../../test/sessions.ts'
import { createOperator } from '../../modules/identity/index.ts'

const shop = await market({ cleanUp: afterAll, env: PRODUCTION })
const HTTPS = { 'x-forwarded-proto': 'https', host: 'market.test', origin: 'https://market.test' }

test('every operation of the operator is refused, until there is a second factor', async () => {
  const { email, password } = await createOperator(shop.platform, {
    email: 'ada@marketplace.test',
    firstName: 'Ada',
    lastName: 'Berg',
    currency: 'EUR',
    country: 'FR',
  })
  const page = browser(shop)
  const signed = await signIn(page, email, password, HTTPS)
  expect(signed.body.data.attributes).toMatchObject({
    role: 'operator',
    state: 'second-factor-setup-required',
    secondFactor: { isEnabled: false, isRequired: true },
  })
  const ofOperator = shop.http.operations.filter(
    ({ access, roles }) => access === 'operator' || roles?.includes('operator'),
  )
  expect(ofOperator.length).toBeGreaterThan(40)
  for (const { id, method, path } of ofOperator) {
    const url = path.replaceAll(/\{\w+\}/g, randomUUID())
    const { status, body } = await page.send(method, url, { headers: HTTPS })
    expect({ status, code: body?.errors[0].code }, id).toEqual({
      status: 403,
      code: 'second_factor_setup_required',
    })
  }
  const factor = '/api/v1/users/current/second-factor'
  const begun = await page.send('POST', factor, { headers: HTTPS })
  const { secret } = begun.body.data.attributes
  const confirmed = await page.send('POST', `${factor}/-actions/confirm`, {
    body: data('second-factors', { code: codeOf(secret) }),
    headers: HTTPS,
  })
  expect(confirmed.status, confirmed.text).toBe(200)
  expect((await page.send('GET', '/api/operator/v1/brands', { headers: HTTPS })).status).toBe(200)
})
