import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { market } from '../../test/market.ts'
import { type Browser, browser, codeOf, data, demoUserId, signedIn, signIn } from '../../test/sessions.ts'
import { restoreOperator } from './operator.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_LOG_LEVEL: 'silent' } })
const { db } = shop.platform
const { email, password } = shop.credentials.operator
const statusOf = async (page: Browser) => (await page.send('GET', '/api/v1/me')).status
const FACTOR = '/api/v1/users/current/second-factor'

/** What the command prints. */
async function recover(address: string): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  expect(await restoreOperator(shop.config, { json: true, email: address })).toBe(0)
  const output = write.mock.calls.map(([text]) => String(text)).join('')
  write.mockRestore()
  return output
}

async function addSecondFactor(page: Browser): Promise<void> {
  const { secret } = (await page.send('POST', FACTOR)).body.data.attributes
  const body = data('second-factors', { code: codeOf(secret) })
  expect((await page.send('POST', `${FACTOR}/-actions/confirm`, { body })).status).toBe(200)
}

test('recover prints a new password and ends what an intruder may have: second factor, sessions, links', async () => {
  const page = await signedIn(shop, 'operator')
  await addSecondFactor(page)
  await browser(shop).send('POST', '/api/v1/password-resets', { body: data('password-resets', { email }) })
  await shop.runJobs()
  const id = demoUserId('operator')
  expect(await statusOf(page)).toBe(200)
  expect(await db`select from identity.mail_links where user_id = ${id}`).toHaveLength(1)
  await db`update identity.users set suspended_at = now() where id = ${id}`
  const restored = JSON.parse(await recover(email.toUpperCase()))
  expect(restored).toEqual({ userId: id, email, password: expect.any(String) })
  await expect.poll(() => statusOf(page)).toBe(401)
  expect((await signIn(browser(shop), email, password)).status).toBe(401)
  const again = await signIn(browser(shop), email, restored.password)
  expect([again.status, again.body.data.attributes.state]).toEqual([201, 'active'])
  expect(await db`select from identity.mail_links where user_id = ${id}`).toEqual([])
  const [entry] = await db`
    select acted_by, by_user_id from identity.audit where user_id = ${id} and action = 'reset-password'`
  expect(entry).toEqual({ acted_by: 'shell', by_user_id: null })
  const mails = await db<{ subject: string }[]>`
    select subject from platform.mails where recipient = ${email} order by id desc limit 2`
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your second factor was changed',
    'Your password was changed',
  ])
})

test.each(['nobody@operator.test', shop.credentials.user.email])(
  'recover refuses %s, who is no operator',
  async (other) => {
    await expect(restoreOperator(shop.config, { json: true, email: other })).rejects.toThrow(
      `No operator has the address ${other}.`,
    )
    expect((await signedIn(shop, 'alder-wick')).cookie).toBeDefined()
  },
)
