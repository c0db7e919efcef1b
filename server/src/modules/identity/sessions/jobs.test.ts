import { afterAll, expect, test } from 'vitest'
import { makeRecurringJobsDue } from '../../../../test/due-jobs.ts'
import { market } from '../../../../test/market.ts'
import { browser, demoUserId, signedIn, signIn } from '../../../../test/sessions.ts'
import { realNow } from '../../../platform/clock.ts'
import { purgeSessionsJob } from './jobs.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ago = (ms: number) => new Date(realNow(shop.platform.clock).getTime() - ms)
const purge = () => purgeSessionsJob.run(shop.platform, {})

test('sessions that have expired or were not used for 30 days are deleted, and others are kept', async () => {
  const sessionIn = async (changes: object) => {
    const page = await signedIn(shop, 'alder-wick')
    const { id } = (await page.send('GET', '/api/v1/sessions/current')).body.data
    await db`update identity.sessions set ${db(changes as never)} where id = ${id}`
    return id as string
  }
  const kept = [
    await sessionIn({ last_seen_at: ago(30 * DAY_MS - MINUTE_MS) }),
    await sessionIn({ expires_at: ago(-MINUTE_MS) }),
  ]
  await sessionIn({ last_seen_at: ago(30 * DAY_MS + MINUTE_MS) })
  await sessionIn({ expires_at: ago(MINUTE_MS) })
  await purge()
  const left = await db`select id from identity.sessions order by id`
  expect(left.map(({ id }) => id)).toEqual(kept.toSorted())
})

test('expired reset links are deleted, and expired invitations are kept, so that they can be sent again', async () => {
  const link = (kind: string, user_id: string, expires_at: Date) => ({
    id: shop.platform.ids.next(),
    user_id,
    kind,
    token_hash: Buffer.from(`${kind} ${expires_at.getTime()}`),
    created_at: ago(DAY_MS),
    expires_at,
  })
  const user = demoUserId('alder-wick-staff')
  const links = [
    link('invitation', user, ago(MINUTE_MS)),
    link('password-reset', user, ago(-MINUTE_MS)),
    link('password-reset', user, ago(MINUTE_MS)),
  ]
  await db`insert into identity.mail_links ${db(links as never)}`
  await purge()
  const left = await db`select id from identity.mail_links where user_id = ${user} order by id`
  expect(left.map(({ id }) => id)).toEqual(
    links
      .slice(0, 2)
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('counts of failed attempts are deleted after a day', async () => {
  await db`delete from identity.attempts`
  await signIn(browser(shop, { address: '192.0.2.1' }), 'nobody@alderwick.test', 'not the password')
  await db`update identity.attempts set last_failed_at = ${ago(DAY_MS + MINUTE_MS)}`
  await signIn(browser(shop, { address: '198.51.100.2' }), 'nobody@northlight.test', 'not the password')
  await db`update identity.attempts set last_failed_at = ${ago(DAY_MS - MINUTE_MS)} where last_failed_at > ${ago(MINUTE_MS)}`
  const before = await db`select key from identity.attempts`
  await purge()
  const after = await db`select key from identity.attempts`
  expect([before.length, after.length]).toEqual([6, 3])
})

test('the job recurs by itself', async () => {
  await db`update identity.sessions set expires_at = ${ago(MINUTE_MS)}`
  await makeRecurringJobsDue(db, 'purge-sessions')
  await shop.runJobs()
  expect(await db`select from identity.sessions`).toEqual([])
})
