import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { type Browser, data, signedIn } from '../../../../test/sessions.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const node = await market({ cleanUp: afterAll, databaseUrl: shop.databaseUrl })

let people = 0
const invite = (page: Browser, role = 'staff') =>
  page.send('POST', '/api/v1/users', {
    body: data('users', {
      email: `person${people++}@people.test`,
      firstName: 'Lou',
      lastName: 'Marchand',
      role,
    }),
  })

test('an account can send fifty invitations within a day, on all nodes together', async () => {
  const [here, there] = await Promise.all([signedIn(shop, 'harbour-lane'), signedIn(node, 'harbour-lane')])
  for (let i = 0; i < 24; i++) {
    const both = await Promise.all([invite(here), invite(there)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
  }
  const answers = await Promise.all([invite(here), invite(there), invite(here), invite(there)])
  const [first, second, ...refused] = answers.toSorted((one, other) => one.status - other.status)
  expect([first?.status, second?.status]).toEqual([201, 201])
  const next = new Date(shop.platform.clock.now().getTime() + 86_400_000).toISOString()
  for (const { status, body } of refused) {
    expect([status, body.errors[0].code]).toEqual([422, 'too_many_invitations'])
    expect(body.errors[0].detail).toContain(`possible at ${next}`)
  }
  // An invitation that is sent again is a mail, too.
  const again = `/api/v1/users/${first?.body.data.id}/-actions/invite`
  expect((await here.send('POST', again)).status).toBe(422)
  // Another account has a count of its own.
  expect((await invite(await signedIn(shop, 'alder-wick'))).status).toBe(201)
  expect((await invite(await signedIn(shop, 'operator'), 'operator')).status).toBe(201)

  await shop.advance(86_399)
  expect((await invite(here)).status).toBe(422)
  await shop.advance(1)
  expect((await here.send('POST', again)).status).toBe(200)
})
