import { afterAll, beforeEach, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { browser, codeOf, data, demoUserId, linkTo, signedIn, signIn } from '../../../../test/sessions.ts'
import { startSupport } from '../../../../test/support.ts'
import { subscribe } from '../../../../test/webhooks.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
const { email, password } = shop.credentials.user

const mailsTo = async (to: string): Promise<{ subject: string; text: string }[]> => {
  const { body } = await shop.send('GET', '/api/testing/mails', { as: 'operator' })
  return body.data
    .map(({ attributes }: { attributes: { to: string } }) => attributes)
    .filter((mail: { to: string }) => mail.to === to)
}
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject)

beforeEach(async () => {
  await db`delete from platform.mails`
})

test('a new device is told, with its network address, and a known one is not', async () => {
  const home = browser(shop, { address: '203.0.113.5' })
  await signIn(home, email, password)
  await db`delete from platform.mails`
  await signIn(home, email, password)
  expect(await subjectsTo(email)).toEqual([])
  await signIn(browser(shop, { address: '198.51.100.9' }), email, password)
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe('Sign-in on a new device')
  expect(mail?.text).toContain('198.51.100.9')
})

test('a changed password, a changed factor and a changed role are told to the user, and a new owner to all owners', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const to = 'lou@alderwick.test'
  const attributes = { email: to, firstName: 'Lou', lastName: 'Marchand', role: 'staff' }
  const { id } = (await owner.send('POST', '/api/v1/users', { body: data('users', attributes) })).body.data
  const page = browser(shop)
  const first = 'four paper boats by the pier'
  await page.send('POST', '/api/v1/invitations/-actions/accept', {
    body: data('invitations', { token: await linkTo(shop, to), password: first }),
  })
  await db`delete from platform.mails`
  const change = { currentPassword: first, newPassword: 'seven slow ferries at dusk' }
  await page.send('POST', '/api/v1/users/current/-actions/change-password', { body: data('users', change) })
  const factor = '/api/v1/users/current/second-factor'
  const { secret } = (await page.send('POST', factor)).body.data.attributes
  await page.send('POST', `${factor}/-actions/confirm`, {
    body: data('second-factors', { code: codeOf(secret) }),
  })
  await page.send('POST', `${factor}/-actions/renew-recovery-codes`)
  await owner.send('POST', `/api/v1/users/${id}/-actions/reset-second-factor`)
  expect((await subjectsTo(to)).toReversed()).toEqual([
    'Your password was changed',
    'Your second factor was changed',
    'Your second factor was changed',
    'Your second factor was changed',
  ])
  await db`delete from platform.mails`
  await owner.send('POST', `/api/v1/users/${id}/-actions/change-role`, {
    body: data('users', { role: 'owner' }),
  })
  expect((await subjectsTo(to)).toSorted()).toEqual(['A new owner of your account', 'Your role was changed'])
  expect(await subjectsTo(email)).toEqual(['A new owner of your account'])
  expect(await subjectsTo('mats@alderwick.test')).toEqual([])
  await owner.send('DELETE', `/api/v1/users/${id}`)
})

test('new credentials and support sessions are told to the owners of the account alone', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const { id: userId } = { id: demoUserId('alder-wick') }
  const made = await owner.send('POST', '/api/integrations/v1/applications', {
    body: data('applications', { name: 'Till', developerEmail: 'dev@alderwick.test', userId }),
  })
  expect(made.status, made.text).toBe(201)
  await owner.send('POST', `/api/integrations/v1/applications/${made.body.data.id}/-actions/rotate-secret`)
  const { path } = await subscribe(shop, { url: 'https://erp.alderwick.test/hooks' })
  await owner.send('POST', `${path}/-actions/rotate-secret`)
  const operator = await signedIn(shop, 'operator')
  const reason = 'Labels of an order are missing.'
  await startSupport(operator, shop.credentials.brandId, { reason, access: 'read-only' })
  expect((await subjectsTo(email)).toReversed()).toEqual([
    'A new application of your account',
    'A new client secret of your account',
    'A new signing secret of your account',
    'The marketplace views as your account',
  ])
  expect((await mailsTo(email))[0]?.text).toContain(reason)
  for (const other of ['mats@alderwick.test', 'tom@northlight.test'])
    expect(await subjectsTo(other)).toEqual([])
})

test('no mail has a link or a secret', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const made = await owner.send('POST', '/api/integrations/v1/applications', {
    body: data('applications', { name: 'Other till', developerEmail: 'dev@alderwick.test' }),
  })
  const [mail] = await mailsTo(email)
  expect(mail?.text).not.toMatch(/https?:|\/dashboard/)
  expect(mail?.text).not.toContain(made.body.data.attributes.clientSecret)
})
