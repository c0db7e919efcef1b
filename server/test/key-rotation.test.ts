/**
 * The secret key is exchanged on running nodes, as `docs/operators/secrets.md` says: the new key is added behind the old
 * one, moved to the front, everything is sealed with it, and the old key is removed. Nothing that was handed out stops working meanwhile.
 */
import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { modulesFor } from '../src/composition.ts'
import { signLink } from '../src/http/pages/signed-links.ts'
import { backgroundWork } from '../src/module.ts'
import { rotateSigningKeys } from '../src/modules/identity/tokens/signing-keys.ts'
import { relayOnce } from '../src/platform/events/relay.ts'
import { createProcessReporter } from '../src/platform/processes/heartbeats.ts'
import { createSecrets, type Secrets } from '../src/platform/secrets/secrets.ts'
import { type Market, market } from './market.ts'
import { placeOrder } from './orders.ts'
import { runProgram } from './programs.ts'
import { startReceiver } from './receiver.ts'
import {
  type Browser,
  browser,
  codeOf,
  data,
  joinWithSecondFactor,
  type SecuredUser,
  signedIn,
  signIn,
} from './sessions.ts'
import { soon } from './time.ts'
import { SUBSCRIPTIONS, type Subscribed, subscribe } from './webhooks.ts'

const [OLD, NEW] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string]
const [OLD_NAME, NEW_NAME] = [OLD, NEW].map((key) => createSecrets(key).keyNames[0]) as [string, string]

const consumers = () => backgroundWork(modulesFor('sandbox')).consumers
const queues = () => backgroundWork(modulesFor('sandbox')).queues

const receiver = await startReceiver(200, afterAll)
const before = await market({ cleanUp: afterAll, env: { TRADEHALL_SECRET_KEY: OLD } })
const { databaseUrl, credentials } = before
const nodeWith = (ring: string) =>
  market({ cleanUp: afterAll, databaseUrl, credentials, env: { TRADEHALL_SECRET_KEY: ring } })
const added = await nodeWith(`${OLD},${NEW}`)
const moved = await nodeWith(`${NEW},${OLD}`)

const resealing = (...args: string[]) =>
  runProgram(['reseal', '--json', ...args], {
    TRADEHALL_DATABASE_URL: databaseUrl,
    TRADEHALL_SECRET_KEY: `${NEW},${OLD}`,
  })
async function reseal(...args: string[]) {
  const command = resealing(...args)
  expect(await command.exitCode(), command.errors()).toBe(0)
  return command.lines().map((line) => JSON.parse(line))
}

/** What a node hands out. */
interface HandedOut {
  token: string
  page: Browser
  link: string
  verification: { id: string; code: string }
  subscription: Subscribed
}

async function handOut(node: Market): Promise<HandedOut> {
  const path = `/api/v1/orders/${randomUUID()}/shipping-labels/${randomUUID()}/pdf`
  const email = `${randomUUID()}@harbourlane.test`
  const requested = await node.send('POST', '/api/v1/email-verifications', {
    body: { data: { type: 'email-verifications', attributes: { email } } },
  })
  const mails: { body: { data: { attributes: { to: string; text: string } }[] } } = await node.send(
    'GET',
    '/api/testing/mails',
  )
  const mail = mails.body.data.find(({ attributes }) => attributes.to === email)
  const code = /\b(\d{6})\b/.exec(mail?.attributes.text ?? '')?.[1] ?? ''
  return {
    token: await node.tokenOf('brand'),
    page: await signedIn(node, 'alder-wick'),
    link: signLink(node.platform, path),
    verification: { id: requested.body.data.id, code },
    subscription: await subscribe(node, { url: `${receiver.url}/${randomUUID()}` }),
  }
}

/** The same browser, whose next request another node gets. */
function at(node: Market, page: Browser): Browser {
  const other = browser(node)
  other.cookie = page.cookie
  return other
}

const statusOfLink = async (node: Market, link: string) =>
  (await node.send('GET', link, { as: null, headers: { accept: '*/*' } })).status

/** Delivers an event to all subscriptions from this node, and checks the signature of one. */
async function expectSigned(node: Market, { path }: Subscribed): Promise<void> {
  const { signingSecret, webhookUrl } = (await node.send('GET', path)).body.data.attributes
  receiver.received.length = 0
  await placeOrder(node)
  await relayOnce(node.platform, consumers())
  for (const queue of queues()) await queue.runDue(node.platform)
  const delivered = receiver.received.filter((one) => webhookUrl.endsWith(one.path))
  expect(delivered).toHaveLength(1)
  for (const { text, headers } of delivered)
    expect(new Webhook(signingSecret).verify(text, headers)).toBeTruthy()
}

async function expectValid(node: Market, given: HandedOut): Promise<void> {
  expect((await node.send('GET', '/api/v1/me', { token: given.token })).status).toBe(200)
  expect((await at(node, given.page).send('GET', '/api/v1/me')).status).toBe(200)
  // Beyond the signature, which would be 403: there is no such label.
  expect(await statusOfLink(node, given.link)).toBe(404)
  const { id, code } = given.verification
  const verified = await node.send('PATCH', `/api/v1/email-verifications/${id}`, {
    body: { data: { type: 'email-verifications', id, attributes: { code } } },
  })
  expect(verified.status).toBe(200)
  expect((await node.send('GET', SUBSCRIPTIONS)).status).toBe(200)
  await expectSigned(node, given.subscription)
}

let secured: SecuredUser
let early: HandedOut
beforeAll(async () => {
  early = await handOut(before)
  secured = await joinWithSecondFactor(before, { invitedBy: 'alder-wick', email: 'mara@alderwick.test' })
})

const verifySecondFactor = async (node: Market, code: string) => {
  const page = browser(node)
  await signIn(page, secured.email, secured.password)
  await node.platform.db`update identity.second_factors set last_step = 0`
  const answer = await page.send('POST', '/api/v1/sessions/current/-actions/verify-second-factor', {
    body: data('sessions', { code }),
  })
  return answer.status
}

describe('while nodes differ', () => {
  test.each([
    ['one that has only the old key, by one to which the new was added', before, added],
    ['one to which the new key was added, by one that has only the old', added, before],
    ['one to which the new key was added, by one where it is in front', added, moved],
    ['one with the new key in front, by one to which it was added', moved, added],
  ])('everything is accepted that was handed out by %s', async (_which, maker, user) => {
    await expectValid(user, await handOut(maker))
  })

  test('codes of an authenticator app and recovery codes are accepted', async () => {
    expect(await verifySecondFactor(moved, codeOf(secured.secret))).toBe(200)
    expect(await verifySecondFactor(moved, secured.recoveryCodes[0] ?? '')).toBe(200)
  })

  test('the secret of a listener signs beside the new one', async () => {
    const secretsAt = async (node: Market) =>
      (await node.send('GET', '/api/testing/webhook-events')).body.meta
    const { signingSecret } = await secretsAt(before)
    expect(await secretsAt(added)).toMatchObject({ signingSecret })
    expect(await secretsAt(moved)).toMatchObject({ previousSigningSecrets: [signingSecret] })
  })

  test('wrong passwords count together on all nodes, under each key', async () => {
    const email = 'nobody@alderwick.test'
    for (const node of [before, added, moved]) await signIn(browser(node), email, 'wrong')
    const failuresUnder = async (secrets: Secrets) => {
      const [row] = await before.platform.db`
        select failures from identity.attempts where key = ${secrets.fingerprint(`sign-in ${email}`)}`
      return row?.failures
    }
    expect(await failuresUnder(createSecrets(OLD))).toBe(3)
    expect(await failuresUnder(createSecrets(NEW))).toBe(2)
  })
})

describe('reseal', () => {
  test('refuses to seal what a running process could not read, and changes nothing', async () => {
    const worker = createProcessReporter(before.platform, { role: 'worker' }).start()
    onTestFinished(() => worker.stop())
    const processes = () => before.platform.db`select from platform.processes`
    await expect.poll(async () => (await processes()).length, soon).toBe(1)
    const command = resealing()
    expect(await command.exitCode()).toBe(1)
    expect(command.errors()).toMatch(
      new RegExp(
        `^The worker process ${process.pid} on \\S+ does not have the key ${NEW_NAME}, so it could not read what is sealed with it; restart it with that key in TRADEHALL_SECRET_KEY, then reseal\\.\n$`,
      ),
    )
  })

  test('reports what each key protects, and seals everything with the first', async () => {
    const [first, second, rest] = await reseal('--dry-run')
    expect(first).toMatchObject({ key: NEW_NAME, isFirst: true, protects: { 'webhook-secrets': 1 } })
    expect(second).toMatchObject({
      key: OLD_NAME,
      isFirst: false,
      isRemovable: false,
      protects: {
        'signing-keys': 1,
        'authenticator-secrets': 1,
        'recovery-codes': 9,
        'webhook-secrets': 4,
        mails: expect.any(Number),
      },
    })
    expect(rest).toMatchObject({ resealed: 0, unreadable: {}, unrecorded: {} })

    const [, after, done] = await reseal()
    const sealed = second.protects['signing-keys'] + second.protects.mails + 1 + 4
    expect(done).toMatchObject({ resealed: sealed, unreadable: {} })
    // Its hashes cannot be made again; the unused verification is among them.
    expect(after).toMatchObject({
      protects: { 'recovery-codes': 9, 'email-verifications': 1 },
      isRemovable: false,
    })
    expect(Object.keys(after.protects)).toHaveLength(2)
    expect((await reseal())[2]).toMatchObject({ resealed: 0 })
  })

  test('a node that has not been restarted reads what was sealed anew', async () => {
    await expectValid(added, early)
    expect(await verifySecondFactor(added, codeOf(secured.secret))).toBe(200)
  })
})

test('a node that lacks the first key accepts the tokens that others sign', async () => {
  await rotateSigningKeys(moved.platform)
  await before.platform.signals.refresh()
  const token = await moved.tokenOf('operator')
  expect((await before.send('GET', '/api/v1/me', { token })).status).toBe(200)
})

describe('without the old key', () => {
  let after: Market
  beforeAll(async () => {
    // A browser that visits a node with the new key in front gets a cookie of its name.
    const page = at(moved, early.page)
    await page.send('GET', '/api/v1/me')
    early.page = page
    after = await nodeWith(NEW)
  })

  test('tokens, sessions, webhooks and second factors go on', async () => {
    expect((await after.send('GET', '/api/v1/me', { token: early.token })).status).toBe(200)
    expect((await at(after, early.page).send('GET', '/api/v1/me')).status).toBe(200)
    await expectSigned(after, early.subscription)
    expect(await verifySecondFactor(after, codeOf(secured.secret))).toBe(200)
  })

  test('what reseal said is lost is lost, and links of the new key open', async () => {
    expect(await verifySecondFactor(after, secured.recoveryCodes[1] ?? '')).toBe(422)
    expect(await statusOfLink(after, early.link)).toBe(403)
    expect(await statusOfLink(after, (await handOut(moved)).link)).toBe(404)
  })
})
