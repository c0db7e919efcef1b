import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { market } from '../../test/market.ts'
import { type Program, runProgram } from '../../test/programs.ts'
import { SUBSCRIPTIONS, subscribe } from '../../test/webhooks.ts'
import { rotateSigningKeys } from '../modules/identity/tokens/signing-keys.ts'
import { rotateSigningSecret } from '../modules/webhooks/subscriptions/subscriptions.ts'
import { mailTexts } from '../platform/mail.ts'
import { countByKey } from '../platform/secrets/sealed-columns.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import { type ResealOptions, reseal as resealDatabase } from './reseal.ts'

const [OLD, NEW, LOST] = [7, 8, 9].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
]
const [OLD_NAME, NEW_NAME] = [OLD, NEW].map((key) => createSecrets(key).keyNames[0]) as [string, string]
const before = createSecrets(OLD)

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_SECRET_KEY: `${NEW},${OLD}` } })
const { db, secrets } = shop.platform

const resealing = (...args: string[]): Program =>
  runProgram(['reseal', ...args], {
    TRADEHALL_DATABASE_URL: shop.databaseUrl,
    TRADEHALL_SECRET_KEY: `${NEW},${OLD}`,
  })

/** Runs the command in this process, and returns what it prints. */
async function reseal(options: ResealOptions = {}): Promise<string[]> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    expect(await resealDatabase(shop.config, options)).toBe(0)
    return written.mock.calls.map(([text]) => String(text).trimEnd())
  } finally {
    written.mockRestore()
  }
}

const MAILS = 3000
const oldMails = async () => (await countByKey({ db, secrets }, mailTexts)).get(OLD_NAME) ?? 0

async function insertMails(count: number, sealed: Buffer): Promise<void> {
  await db`
    insert into platform.mails (id, recipient, subject, body_encrypted, created_at)
    select gen_random_uuid(), 'anna@shop.test', 'Hello', ${sealed}, now() from generate_series(1, ${count})`
}

test('one that is killed halfway is run again, while subscriptions get new secrets, and loses nothing', async () => {
  await insertMails(MAILS, before.encrypt('hush'))
  const killed = resealing()
  killed.process.stdout?.once('data', () => killed.process.kill('SIGKILL'))
  expect(await killed.exitCode()).toBeNull()
  const left = await oldMails()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(MAILS)

  const subscriptions = await Promise.all(
    Array.from({ length: 5 }, (_, i) => subscribe(shop, { url: `http://127.0.0.1:9999/${i}` })),
  )
  for (const { id, secret } of subscriptions)
    await db`update webhooks.subscriptions set secret_encrypted = ${before.encrypt(secret)} where id = ${id}`
  const current = new Map(subscriptions.map(({ id, secret }) => [id, secret]))
  let isOver = false
  const resumed = resealing('--json')
  const over = resumed.exitCode().finally(() => {
    isOver = true
  })
  for (let turn = 0; !isOver; turn++) {
    const { id } = subscriptions[turn % subscriptions.length] as (typeof subscriptions)[0]
    const rotated = await rotateSigningSecret(shop.platform, shop.credentials.brandId, id)
    current.set(id, secrets.decrypt(rotated.secret_encrypted))
  }
  expect(await over, resumed.errors()).toBe(0)
  expect(resumed.errors()).toMatch(/^\d+ of \d+ values, /)
  const [, second] = resumed.lines().map((line) => JSON.parse(line))
  expect(second).toMatchObject({ key: OLD_NAME, protects: {}, isRemovable: true })
  expect(await oldMails()).toBe(0)
  const mails =
    await db`select count(*) as count from platform.mails where subject = 'Hello' and body_encrypted is not null`
  expect(mails).toMatchObject([{ count: MAILS }])
  const { body } = await shop.send('GET', SUBSCRIPTIONS)
  const listed: { id: string; attributes: { signingSecret: string } }[] = body.data
  expect(new Map(listed.map(({ id, attributes }) => [id, attributes.signingSecret]))).toEqual(current)
})

test('it says what is lost without a key, and what no key opens', async () => {
  await insertMails(2, createSecrets(LOST).encrypt('hush'))
  await insertMails(3, before.encrypt('hush'))
  const email = 'anna@shop.test'
  const expires = new Date(shop.platform.clock.now().getTime() + 3_600_000)
  // As an earlier version stores it, which does not record the key.
  await db`
    insert into general.email_verifications (id, email, code_hash, created_at, expires_at)
    values (${randomUUID()}, ${email}, ${before.fingerprint('x')}, ${expires}, ${expires})`
  const lines = await reseal({ dryRun: true })
  expect(lines[0]).toMatch(new RegExp(`^Key ${NEW_NAME}, the first, which seals: .*\\b5 webhook-secrets`))
  expect(lines.slice(1)).toEqual([
    `Key ${OLD_NAME}: 3 mails.`,
    '  If it is removed now (which key made some hashes was not recorded):',
    '  mails (3): These mails cannot be sent: their jobs are parked.',
    '  email-verifications (1): These codes end: the verifications have to be requested again. Codes expire after ten minutes.',
    'No key of the ring: 2 mails. Put the missing key back; if it is lost:',
    '  mails (2): These mails cannot be sent: their jobs are parked.',
  ])
  await db`delete from general.email_verifications`
  const sealing = await reseal()
  expect(sealing.filter((line) => !/^\d of 3 values, /.test(line))).toEqual([
    'Sealed 3 values with the first key.',
    expect.stringMatching(`^Key ${NEW_NAME}, the first, which seals: `),
    `Key ${OLD_NAME}: protects nothing.`,
    expect.stringMatching(
      /^ {2}It can be removed\. Links that it signed stop working then; they expire by \d{4}-/,
    ),
    ...lines.slice(-2),
  ])
})

test('a process of an earlier version, which does not tell its keys, has to be replaced first', async () => {
  await db`
    insert into platform.processes (id, role, host, pid, version, started_at, report)
    values (${randomUUID()}, 'api', 'node-b', 4711, '0.0.1', now(), '{}')`
  onTestFinished(() => db`delete from platform.processes`.then(() => {}))
  await expect(resealDatabase(shop.config, {})).rejects.toThrow(
    'The api process 4711 on node-b runs an earlier version, which does not tell its keys; replace it with this version, then reseal.',
  )
})

test('with a ring that does not open the database it says so, and changes nothing', async () => {
  await rotateSigningKeys(shop.platform)
  const rows = () => db`select id, private_jwk_encrypted from identity.signing_keys order by id`
  const stored = await rows()
  await expect(resealDatabase({ ...shop.config, secretKey: LOST }, {})).rejects.toThrow(
    'TRADEHALL_SECRET_KEY is not the key that this database was encrypted with; ',
  )
  expect(await rows()).toEqual(stored)
})
