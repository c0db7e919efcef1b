import { afterAll, beforeEach, expect, test } from 'vitest'
import { Authenticator } from '../../../../test/authenticator.ts'
import { market } from '../../../../test/market.ts'
import {
  type Browser,
  browser,
  codeOf,
  data,
  demoUserId,
  linkTo,
  signedIn,
  signIn,
} from '../../../../test/sessions.ts'
import { startSupport } from '../../../../test/support.ts'
import { subscribe } from '../../../../test/webhooks.ts'
import { createApplication, rotateSecret, SHELL } from '../index.ts'

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
const FACTOR = '/api/v1/users/current/second-factor'
const FIRST = 'four paper boats by the pier'

/** A page of somebody who has accepted an invitation of the brand. */
async function join(owner: Browser, to: string, role = 'staff'): Promise<{ id: string; page: Browser }> {
  const attributes = { email: to, firstName: 'Lou', lastName: 'Marchand', role }
  const { id } = (await owner.send('POST', '/api/v1/users', { body: data('users', attributes) })).body.data
  const page = browser(shop)
  await page.send('POST', '/api/v1/invitations/-actions/accept', {
    body: data('invitations', { token: await linkTo(shop, to), password: FIRST }),
  })
  return { id, page }
}

const changePassword = (page: Browser) =>
  page.send('POST', '/api/v1/users/current/-actions/change-password', {
    body: data('users', { currentPassword: FIRST, newPassword: 'seven slow ferries at dusk' }),
  })

async function addApp(page: Browser): Promise<void> {
  const { secret } = (await page.send('POST', FACTOR)).body.data.attributes
  await page.send('POST', `${FACTOR}/-actions/confirm`, {
    body: data('second-factors', { code: codeOf(secret) }),
  })
}

async function addPasskey(page: Browser): Promise<{ id: string; recoveryCodes: string[] | null }> {
  const begun = await page.send('POST', '/api/v1/users/current/passkeys/-actions/begin')
  const response = new Authenticator().create(begun.body.data.attributes.options)
  const { body } = await page.send('POST', '/api/v1/users/current/passkeys', {
    body: data('passkeys', { name: 'Phone', response }),
  })
  return { id: body.data.id, recoveryCodes: body.data.attributes.recoveryCodes }
}

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
  const { id, page } = await join(owner, to)
  await db`delete from platform.mails`
  await changePassword(page)
  await addApp(page)
  await page.send('POST', `${FACTOR}/-actions/renew-recovery-codes`)
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
    'A new webhook of your account',
    'A new signing secret of your account',
    'The marketplace views as your account',
  ])
  expect((await mailsTo(email))[0]?.text).toContain(reason)
  for (const other of ['mats@alderwick.test', 'tom@northlight.test'])
    expect(await subjectsTo(other)).toEqual([])
})

test('every change of passkeys, of the app and of recovery codes is told', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const to = 'mika@alderwick.test'
  const { id, page } = await join(owner, to)
  const told = async (act: () => Promise<unknown>) => {
    await db`delete from platform.mails`
    await act()
    return (await mailsTo(to)).map(({ text }) => text.split('\n\n')[1])
  }
  let codes: string[] | null = []
  let passkey = ''
  expect(
    await told(async () => {
      const added = await addPasskey(page)
      codes = added.recoveryCodes
      passkey = added.id
    }),
  ).toEqual(['The passkey “Phone” was added. It signs in to your user.'])
  const code = async () => {
    const again = browser(shop)
    await signIn(again, to, FIRST)
    return await again.send('POST', '/api/v1/sessions/current/-actions/verify-second-factor', {
      body: data('sessions', { code: codes?.[0] }),
    })
  }
  expect(await told(code)).toEqual([
    expect.stringMatching(/^Your user signed in on a device/),
    'A recovery code was used to sign in. It does not work again.',
  ])
  expect(await told(() => addApp(page))).toEqual(['An authenticator app was added to your second factor.'])
  expect(await told(() => page.send('DELETE', FACTOR))).toEqual([
    'The authenticator app was removed from your second factor.',
  ])
  expect(await told(() => addApp(page))).toHaveLength(1)
  expect(await told(() => page.send('DELETE', `/api/v1/users/current/passkeys/${passkey}`))).toEqual([
    'The passkey “Phone” was removed.',
  ])
  expect(await told(() => page.send('DELETE', FACTOR))).toEqual([
    'Your second factor was switched off. Your password alone signs you in.',
  ])
  await owner.send('DELETE', `/api/v1/users/${id}`)
})

test('a password that was reset by a link is told, and an invited owner who has joined', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const to = 'nils@alderwick.test'
  const { id } = await join(owner, to, 'owner')
  expect(await subjectsTo(email)).toEqual(['A new owner of your account'])
  await db`delete from platform.mails`
  const page = browser(shop)
  await page.send('POST', '/api/v1/password-resets', { body: data('password-resets', { email: to }) })
  await page.send('POST', '/api/v1/password-resets/-actions/complete', {
    body: data('password-resets', {
      token: await linkTo(shop, to),
      password: 'quiet lantern over 9 harbours',
    }),
  })
  expect((await subjectsTo(to))[0]).toBe('Your password was changed')
  await owner.send('DELETE', `/api/v1/users/${id}`)
})

test('what is done from the shell of the server is told as well', async () => {
  const { platform, credentials } = shop
  const account = { kind: 'brand', brandId: credentials.brandId } as const
  const request = {
    account,
    userId: demoUserId('alder-wick'),
    name: 'Van',
    developerEmail: 'dev@alderwick.test',
  }
  const { applicationId } = await createApplication(platform, request, SHELL)
  await rotateSecret(platform, applicationId, SHELL)
  expect((await subjectsTo(email)).toReversed()).toEqual([
    'A new application of your account',
    'A new client secret of your account',
  ])
})

test('the rules switch off what owners are told of their account, and nothing that users are told of themselves', async () => {
  const owner = await signedIn(shop, 'alder-wick')
  const to = 'ria@alderwick.test'
  const off = { mailsOwners: false, mailsCredentials: false, mailsSupport: false }
  const rules = await owner.send('PATCH', '/api/v1/sign-in-rules', { body: data('sign-in-rules', off) })
  const names = Object.keys(rules.body.data.attributes).filter((name) => name.startsWith('mails'))
  expect(names.toSorted()).toEqual(Object.keys(off).toSorted())
  const { id, page } = await join(owner, to)
  await db`delete from platform.mails`
  await signIn(browser(shop), to, FIRST)
  await changePassword(page)
  await addApp(page)
  const role = { body: data('users', { role: 'owner' }) }
  await owner.send('POST', `/api/v1/users/${id}/-actions/change-role`, role)
  await owner.send('POST', '/api/integrations/v1/applications', {
    body: data('applications', { name: 'Silent till', developerEmail: 'dev@alderwick.test' }),
  })
  const { path } = await subscribe(shop, { url: 'https://erp.alderwick.test/silent' })
  await owner.send('POST', `${path}/-actions/rotate-secret`)
  const support = { reason: 'Labels are missing.', access: 'read-only' }
  await startSupport(await signedIn(shop, 'operator'), shop.credentials.brandId, support)
  expect((await subjectsTo(to)).toReversed()).toEqual([
    'Sign-in on a new device',
    'Your password was changed',
    'Your second factor was changed',
    'Your role was changed',
  ])
  expect(await subjectsTo(email)).toEqual([])
  await owner.send('DELETE', `/api/v1/users/${id}`)
  await db`delete from identity.sign_in_rules`
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
