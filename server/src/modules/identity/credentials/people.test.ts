import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { asPerson } from '../../../../test/people.ts'

const shop = await market({ cleanUp: afterAll })
const { user, operator } = shop.credentials
const PATH = '/api/integrations/v1/applications'
const ask = (headers: Record<string, string>) => shop.send('GET', PATH, { as: null, headers })

test('a user can authenticate with email and password, in any case of the address', async () => {
  expect((await ask(asPerson(user))).status).toBe(200)
  expect((await ask(asPerson({ ...user, email: user.email.toUpperCase() }))).status).toBe(200)
})

test.each([
  ['a wrong password', { ...user, password: 'x' }],
  ['no password', { ...user, password: '' }],
  ['the password in another case', { ...user, password: user.password.toUpperCase() }],
  ['an unknown address', { ...user, email: 'nobody@alderwick.test' }],
  ['an address with a NUL', { ...user, email: 'ines\0@alderwick.test' }],
  ['a user who has no password yet', { email: 'nadia@harbourlane.test', password: '' }],
])('%s is refused, with the same message', async (_what, person) => {
  const answer = await ask(asPerson(person))
  expect(answer.status).toBe(401)
  expect(answer.body.errors).toEqual([
    { status: '401', detail: 'The email address or the password is wrong.' },
  ])
})

test('neither the token nor the credentials of an application are accepted', async () => {
  expect((await shop.send('GET', PATH)).status).toBe(401)
  const { clientId, clientSecret } = shop.credentials
  expect((await ask(asPerson({ email: clientId, password: clientSecret }))).status).toBe(401)
})

test('responses have no challenge, so that browsers do not store the password', async () => {
  for (const headers of [{}, asPerson({ ...user, password: 'x' })]) {
    expect((await ask(headers)).headers).not.toHaveProperty('www-authenticate')
  }
})

test('users who do not belong to a brand are refused', async () => {
  const answer = await ask(asPerson(operator))
  expect(answer.status).toBe(403)
  expect(answer.body.errors[0].detail).toContain('belongs to a operator')
})

test.each(['ines@alderwick.test', 'nobody@alderwick.test'])(
  'after ten wrong passwords for %s, in any case of the address, every one gets the same answer',
  async (email) => {
    await shop.platform.db`delete from identity.attempts`
    const guess = (address: string, password = 'guess') => ask(asPerson({ email: address, password }))
    for (let n = 0; n < 5; n++)
      for (const address of [email, email.toUpperCase()]) expect((await guess(address)).status).toBe(401)
    const answers = [await guess(email), await guess(email, user.password)]
    for (const { status, text } of answers)
      expect([status, text]).toEqual([403, expect.stringContaining('sign in instead')])
  },
)
