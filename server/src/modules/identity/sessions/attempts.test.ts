/** An attacker with 200 networks, a user who signs in all the while, and what bounds each way of guessing. */
import type { Problem } from '@tradehall/jsonapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FULL } from '../../../../test/full.ts'
import { market, PRODUCTION } from '../../../../test/market.ts'
import {
  type Browser,
  browser,
  codeOf,
  data,
  joinWithSecondFactor,
  type SecuredUser,
  signIn,
  signInAsDemoUser,
} from '../../../../test/sessions.ts'
import { freezeTime } from '../../../../test/time.ts'
import { admitCode } from '../people/wrong-codes.ts'
import { admitSignIn, forgetAttempts } from './attempts.ts'

const shop = await market({ cleanUp: afterAll })
// Fetched before the second node starts, which renews the client secrets.
await shop.tokenOf('operator')
const node = await market({ cleanUp: afterAll, databaseUrl: shop.databaseUrl })
const { db } = shop.platform
const { email, password } = node.credentials.user
const LINK = '/api/v1/sessions/-actions/sign-in-with-link'
const VERIFY = '/api/v1/sessions/current/-actions/verify-second-factor'
const DAY_MS = 86_400_000
const codeIn = ({ body }: { body: { errors?: { code?: string }[] } }) => body?.errors?.[0]?.code
const at = (address: string) => browser(shop, { address })
const stranger = (network: number, host = 1) => at(`10.${network >> 8}.${network & 255}.${host}`)

/** What a guess has told the attacker: `no` if the password was judged. */
async function guess(
  page: Browser,
  tried = 'not the password',
  whom = email,
): Promise<'no' | 'nothing' | 'in'> {
  const { status } = await signIn(page, whom, tried)
  return status === 201 ? 'in' : status === 401 ? 'no' : 'nothing'
}

/** As if wrong passwords had come from many networks. */
const attack = async (whom = email, guesses = 60) => {
  const key = shop.platform.secrets.fingerprint(`sign-in ${whom}`)
  await db`
    insert into identity.attempts (key, failures, last_failed_at, began_at) values (${key}, ${guesses}, now(), now())
    on conflict on constraint attempts_pkey do update set failures = excluded.failures`
}

/** Opens the newest link, which is mailed after the answer. No job runs for it, because time may stand. */
async function openLink(page: Browser, whom = email) {
  const newest = async () => {
    const [mail] = await db<{ body: Uint8Array }[]>`
      select body_encrypted as body from platform.mails
      where recipient = ${whom} and subject like 'Continue%' order by id desc limit 1`
    return /sign-in-link\/([\w-]+)/.exec(mail ? shop.platform.secrets.decrypt(mail.body) : '')?.[1]
  }
  await expect.poll(async () => (await db`select from identity.sign_in_links`).length).toBeGreaterThan(0)
  return await page.send('POST', LINK, { body: data('sessions', { token: (await newest()) ?? '' }) })
}

beforeEach(async () => {
  for (const table of [
    'identity.attempts',
    'identity.devices',
    'identity.sign_in_links',
    'identity.wrong_codes',
    'platform.mails',
  ])
    await db.unsafe(`delete from ${table}`)
})

/** Each guess is checked by a hash that is slow on purpose. */
const ATTACK_MS = 1_800_000
const [NETWORKS, ROUNDS] = FULL ? [200, 50] : [60, 3]

test(
  `of ${NETWORKS * ROUNDS} guesses from ${NETWORKS} networks in a day few are judged, and the user signs in each time`,
  async () => {
    freezeTime()
    const began = Date.now()
    const home = at('203.0.113.5')
    expect((await signIn(home, email, password)).status).toBe(201)
    const seen = { no: 0, nothing: 0, in: 0 }
    let signIns = 0
    const slow: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      vi.setSystemTime(began + Math.floor((round * DAY_MS) / ROUNDS))
      for (let network = 0; network < NETWORKS; network++) {
        // The attacker has the right password among the last ones: by then it must not help.
        const tried = round === ROUNDS - 1 ? password : `guess ${round} ${network}`
        seen[await guess(stranger(network, round + 1), tried)]++
      }
      // From a known device: at once, by the password alone.
      const again = await signIn(home, email, password)
      expect([round, again.status]).toEqual([round, 201])
      signIns++
      slow.push(Number(again.headers['retry-after'] ?? 0))
      // From an unknown one: by a link, in the browser that opens it.
      await db`delete from identity.sign_in_links`
      const away = at(`198.51.100.${round + 1}`)
      expect(codeIn(await signIn(away, email, password))).toBe('sign_in_link_required')
      expect((await openLink(away)).status).toBe(201)
      expect((await away.send('GET', '/api/v1/me')).status).toBe(200)
      // It is known from then on.
      await away.send('DELETE', '/api/v1/sessions/current')
      expect((await signIn(away, email, password)).status).toBe(201)
      signIns += 2
    }
    console.info(
      `attack: ${NETWORKS * ROUNDS} requests, ${seen.no} judged, ${signIns} of ${signIns} sign-ins of the user`,
    )
    expect(seen.in).toBe(0)
    expect(seen.no).toBe(40)
    expect(Math.max(...slow)).toBe(0)
  },
  ATTACK_MS,
)

describe('an attempt', () => {
  test('is judged ten times a day for an account from one network, on all nodes together; then a link is needed', async () => {
    const told: string[] = []
    for (let n = 0; n < 12; n++)
      told.push(await guess(browser(n % 2 ? node : shop, { address: `192.0.2.${n}` })))
    expect(told).toEqual([...Array(10).fill('no'), 'nothing', 'nothing'])
    expect(await guess(at('198.51.100.1'))).toBe('no')
    expect((await signIn(at('198.51.100.1'), email, password)).status).toBe(201)
  })

  test('is counted before it is judged, so concurrent guesses are no more', async () => {
    const told = await Promise.all(Array.from({ length: 16 }, (_, n) => guess(at(`192.0.2.${n}`))))
    expect(told.filter((answer) => answer === 'no')).toHaveLength(10)
  })

  test('is counted once for all networks and nodes, however many try at the same moment', async () => {
    await attack(email, 36)
    const told = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        guess(browser(n % 2 ? node : shop, { address: `2001:db8:${n}::1` })),
      ),
    )
    expect(told.filter((answer) => answer === 'no')).toHaveLength(4)
  })

  test('counts for the whole of an IPv6 network, and with HTTP Basic as well', async () => {
    const basic = async (address: string, whom: string, tried: string) => {
      const headers = { authorization: `Basic ${Buffer.from(`${whom}:${tried}`).toString('base64')}` }
      return (await at(address).send('GET', '/api/integrations/v1/applications', { headers })).status
    }
    // PostgreSQL takes the letter for the other one, and JavaScript does not.
    const written = [email, email.toUpperCase(), email.replace('i', 'İ')]
    for (let n = 0; n < 5; n++) await guess(at(`2001:db8:1:${n}::1`))
    for (let n = 0; n < 5; n++)
      expect(await basic(`2001:db8:1:${n}::2`, written[n % 3] ?? '', 'not the password')).toBe(401)
    for (const whom of written) expect(await basic('2001:db8:1::3', whom, password)).toBe(403)
    expect(await guess(at('2001:db8:1:ffff::4'), password)).toBe('nothing')
    expect(await basic('2001:db8:2::1', email, password)).toBe(200)
  })

  test('does not begin anew when somebody signs in, and one that succeeds does not count', async () => {
    for (let n = 0; n < 9; n++) await guess(at('192.0.2.1'))
    for (let n = 0; n < 3; n++) expect((await signIn(at('192.0.2.2'), email, password)).status).toBe(201)
    expect(await guess(at('192.0.2.1'))).toBe('no')
    expect(await guess(at('192.0.2.1'))).toBe('nothing')
  })

  test('at an unknown address gets the same answers', async () => {
    const answers = async (whom: string, network: string) => {
      const texts: string[] = []
      for (let n = 0; n < 12; n++) {
        const { status, text } = await signIn(at(`${network}.${n}`), whom, 'not the password')
        texts.push(`${status} ${text}`)
      }
      return texts
    }
    const known = await answers(email, '192.0.2')
    expect(await answers('nobody@alderwick.test', '198.51.100')).toEqual(known)
    expect(new Set(known).size).toBe(2)
    // A right password is answered in the same way as well.
    const right = await signIn(at('192.0.2.1'), email, password)
    expect(`${right.status} ${right.text}`).toBe(known.at(-1))
  })

  test('is delayed for a network, for all accounts; a known device is not', async () => {
    const home = at('2001:db8:1:2::1')
    expect((await signIn(home, email, password)).status).toBe(201)
    await guess(at('2001:db8:1:3::1'), 'x', 'tom@northlight.test')
    await db`update identity.attempts set failures = 60, last_failed_at = ${new Date()}`
    const other = await signIn(at('2001:db8:1:ffff::9'), 'nadia@harbourlane.test', 'x')
    expect([other.status, Number(other.headers['retry-after'])]).toEqual([429, 900])
    expect((await signIn(at('2001:db8:2::9'), 'nadia@harbourlane.test', 'x')).status).toBe(401)
    await home.send('DELETE', '/api/v1/sessions/current')
    expect((await signIn(home, email, password)).status).toBe(201)
  })
})

describe('a device', () => {
  test('has ten attempts of its own; then it is like any other', async () => {
    const home = at('203.0.113.5')
    await signIn(home, email, password)
    await attack()
    const told: string[] = []
    for (let n = 0; n < 11; n++) told.push(await guess(home))
    expect(told).toEqual([...Array(10).fill('no'), 'nothing'])
  })

  test('is known for one user alone, and a made-up value is none', async () => {
    const home = at('203.0.113.5')
    await signIn(home, email, password)
    await attack('tom@northlight.test')
    expect(await guess(home, 'x', 'tom@northlight.test')).toBe('nothing')
    await attack()
    const forged = at('203.0.113.9')
    for (const [name] of home.devices) forged.devices.set(name, `${name}=${'A'.repeat(43)}`)
    expect(await guess(forged, password)).toBe('nothing')
    expect((await signIn(home, email, password)).status).toBe(201)
  })

  test('that was stolen opens nothing, and with all networks gives 100 guesses in 24 hours', async () => {
    const home = at('203.0.113.5')
    await signIn(home, email, password)
    const thief = stranger(1)
    for (const [name, value] of home.devices) thief.devices.set(name, value)
    expect((await thief.send('GET', '/api/v1/me')).status).toBe(401)
    const [stolen] = await db<{ id: string }[]>`select id from identity.devices`
    const began = Date.now()
    freezeTime()
    let judged = 0
    const attempt = async (device: typeof stolen, network: number) => {
      const { verdict } = await admitSignIn(shop.platform, { email, address: `10.0.${network}.1`, device })
      if (verdict === 'judge') judged++
    }
    for (const device of [stolen, undefined]) await attempt(device, 0)
    // Just before and just after the end of the day that the counts last.
    for (const minute of [24 * 60 - 1, 24 * 60 + 1]) {
      vi.setSystemTime(began + minute * 60_000)
      for (let n = 0; n < 60; n++) await attempt(stolen, n)
    }
    expect(judged).toBe(100)
  })

  test('is listed, and can be forgotten, alone or with its session', async () => {
    const [home, phone] = [at('203.0.113.5'), at('203.0.113.6')]
    for (const page of [home, phone]) await signIn(page, email, password)
    const listed = (await home.send('GET', '/api/v1/users/current/devices')).body.data
    expect(listed.map(({ attributes }: { attributes: { address: string } }) => attributes.address)).toEqual([
      '203.0.113.6',
      '203.0.113.5',
    ])
    const path = (id: string) => `/api/v1/users/current/devices/${id}`
    expect((await home.send('DELETE', path(listed[1].id))).status).toBe(204)
    expect((await home.send('DELETE', path(listed[1].id))).status).toBe(404)
    const { id } = (await phone.send('GET', '/api/v1/sessions/current')).body.data
    expect((await home.send('DELETE', `/api/v1/sessions/${id}`)).status).toBe(204)
    expect((await home.send('GET', '/api/v1/users/current/devices')).body.data).toEqual([])
    await attack()
    for (const page of [home, phone]) expect(await guess(page, password)).toBe('nothing')
  })

  test('of another user is not found', async () => {
    await signIn(at('203.0.113.5'), email, password)
    const [row] = await db`select id from identity.devices`
    const operator = at('203.0.113.7')
    await signIn(operator, node.credentials.operator.email, node.credentials.operator.password)
    const answer = await operator.send('DELETE', `/api/v1/users/current/devices/${row?.id}`)
    expect(answer.status).toBe(404)
    expect(await db`select from identity.devices where id = ${row?.id}`).toHaveLength(1)
  })
})

describe('a mailed link', () => {
  test('is mailed for the right password alone, at most three are open, and each works once', async () => {
    await attack()
    const away = at('198.51.100.1')
    await guess(away)
    for (let n = 0; n < 5; n++) {
      await signIn(away, email, password)
      await expect
        .poll(async () => (await db`select from identity.sign_in_links`).length)
        .toBe(Math.min(n + 1, 3))
    }
    const answers = await Promise.all([openLink(at('198.51.100.2')), openLink(at('198.51.100.3'))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
    await db`update identity.sign_in_links set expires_at = now() - interval '1 second'`
    expect((await openLink(at('198.51.100.4'))).status).toBe(404)
  })

  test('signs in its own user alone, whatever else the browser has, and not the browser that gave the password', async () => {
    await attack()
    const [thief, tom] = [at('198.51.100.1'), at('198.51.100.2')]
    expect(await guess(thief, password)).toBe('nothing')
    await signInAsDemoUser(tom, 'northlight-ceramics')
    const opened = await openLink(tom)
    expect(opened.body.data.attributes.user.email).toBe(email)
    expect((await thief.send('GET', '/api/v1/me')).status).toBe(401)
  })

  test('ends when the password changes', async () => {
    await attack()
    const home = at('203.0.113.5')
    await signIn(home, email, password)
    expect((await openLink(home)).status).toBe(201)
    await signIn(at('198.51.100.1'), email, password)
    await expect.poll(async () => (await db`select from identity.sign_in_links`).length).toBe(1)
    const change = async (currentPassword: string, newPassword: string) =>
      await home.send('POST', '/api/v1/users/current/-actions/change-password', {
        body: data('users', { currentPassword, newPassword }),
      })
    expect((await change(password, 'another door, ajar')).status).toBe(200)
    expect(await db`select from identity.sign_in_links`).toEqual([])
    expect((await change('another door, ajar', password)).status).toBe(200)
    expect((await home.send('DELETE', '/api/v1/sessions/current')).status).toBe(204)
    expect((await signIn(home, email, password)).status).toBe(201)
  })
})

test('in a session the password is delayed for this session alone', async () => {
  const [stolen, own] = [at('203.0.113.5'), at('203.0.113.6')]
  for (const page of [stolen, own]) await signIn(page, email, password)
  const give = async (page: Browser, tried: string) =>
    (
      await page.send('POST', '/api/v1/sessions/current/-actions/confirm-password', {
        body: data('sessions', { password: tried }),
      })
    ).status
  freezeTime()
  const statuses: number[] = []
  for (let n = 0; n < 7; n++) statuses.push(await give(stolen, 'not the password'))
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
  expect(await give(own, password)).toBe(200)
})

describe('codes of a second factor', () => {
  let user: SecuredUser
  beforeAll(async () => {
    user = await joinWithSecondFactor(shop, { invitedBy: 'alder-wick', email: 'mara@alderwick.test' })
  })
  const give = async (page: Browser, code: string) => {
    const answer = await page.send('POST', VERIFY, { body: data('sessions', { code }) })
    return [answer.status, codeIn(answer)]
  }
  const withPassword = async (address = '198.51.100.9') => {
    await db`update identity.second_factors set last_step = 0`
    const page = at(address)
    expect((await signIn(page, user.email, user.password)).status).toBe(201)
    return page
  }

  test('are judged 20 times in a row, then a new device needs a link; 100 are the end, until a reset', async () => {
    const known = await withPassword('203.0.113.5')
    expect(await give(known, codeOf(user.secret))).toEqual([200, undefined])
    await known.send('DELETE', '/api/v1/sessions/current')

    const thief = await withPassword()
    for (let n = 0; n < 20; n++) expect(await give(thief, '000000')).toEqual([422, 'wrong_code'])
    for (let n = 0; n < 30; n++)
      expect((await give(thief, codeOf(user.secret)))[1]).toBe('sign_in_link_required')

    // The user goes on, on a known device at once, and elsewhere by the link.
    await db`update identity.second_factors set last_step = 0`
    await signIn(known, user.email, user.password)
    expect(await give(known, '000000')).toEqual([422, 'wrong_code'])
    const away = at('198.51.100.77')
    expect((await openLink(away, user.email)).body.data.attributes.state).toBe('second-factor-required')
    for (let n = 0; n < 79; n++) expect(await give(away, '000000')).toEqual([422, 'wrong_code'])
    expect(await give(away, codeOf(user.secret))).toEqual([409, 'second_factor_locked'])
    expect(await give(known, user.recoveryCodes[0] ?? '')).toEqual([409, 'second_factor_locked'])

    const owner = at('203.0.113.8')
    await signIn(owner, email, password)
    const [row] = await db`select id from identity.users where email = ${user.email}`
    const reset = await owner.send('POST', `/api/v1/users/${row?.id}/-actions/reset-second-factor`)
    expect(reset.status, reset.text).toBe(200)
    expect(await db`select from identity.wrong_codes`).toEqual([])
    const after = await withPassword()
    expect((await after.send('GET', '/api/v1/me')).status).toBe(200)
  })

  test('begin anew after a right one, and are counted together for concurrent requests', async () => {
    user = await joinWithSecondFactor(shop, { invitedBy: 'alder-wick', email: 'ida@alderwick.test' })
    await db`delete from identity.devices`
    for (let round = 0; round < 2; round++) {
      const page = await withPassword()
      for (let n = 0; n < 15; n++) await give(page, '000000')
      expect(await give(page, codeOf(user.secret))).toEqual([200, undefined])
      await db`delete from identity.devices`
    }
    const page = await withPassword()
    const answers = await Promise.all(Array.from({ length: 25 }, () => give(page, '000000')))
    expect(answers.filter(([status]) => status === 422)).toHaveLength(20)
  })
})

test('without a mail server codes of unknown devices end before those of known ones', async () => {
  const user = await joinWithSecondFactor(shop, { invitedBy: 'alder-wick', email: 'noa@alderwick.test' })
  const [row] = await db<{ id: string }[]>`select id from identity.users where email = ${user.email}`
  const userId = row?.id ?? ''
  const judged = async (isProven: boolean) => {
    for (let n = 0; ; n++) {
      try {
        await admitCode(shop.platform, userId, { isProven, mayMail: false })
      } catch (error) {
        return [n, (error as Problem).errors[0]?.code]
      }
    }
  }
  expect(await judged(false)).toEqual([80, 'second_factor_locked'])
  expect(await judged(true)).toEqual([20, 'second_factor_locked'])
})

test('without a mail server unknown devices wait, fewer than 100 guesses are judged in a day, and known ones sign in', async () => {
  const live = await market({ env: PRODUCTION, databaseUrl: shop.databaseUrl })
  const credentials = live.credentials.user
  const https = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'market.test',
    origin: 'https://market.test',
  }
  const from = async (page: Browser, network: number, tried: string) => {
    const headers = { ...https, 'x-forwarded-for': `10.0.${network}.1` }
    return (await signIn(page, credentials.email, tried, headers)).status
  }
  freezeTime()
  const began = Date.now()
  const home = browser(live)
  expect(await from(home, 250, credentials.password)).toBe(201)
  let judged = 0
  let waited = 0
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    vi.setSystemTime(began + minute * 60_000)
    for (let n = 0; n < 3; n++) {
      const status = await from(browser(live), (minute / 10 + n * 50) % 200, 'x')
      if (status === 401) judged++
      else if (status === 429) waited++
    }
    if (minute % 240 === 0) expect(await from(home, 250, credentials.password)).toBe(201)
  }
  expect(judged).toBeLessThan(100)
  expect(waited).toBeGreaterThan(300)
})

test('counts that have no effect any more are deleted', async () => {
  await guess(at('192.0.2.1'))
  await db`update identity.attempts set last_failed_at = now() - interval '25 hours'`
  await guess(at('198.51.100.1'), 'x', 'tom@northlight.test')
  await forgetAttempts(shop.platform)
  expect(await db`select from identity.attempts`).toHaveLength(3)
})
