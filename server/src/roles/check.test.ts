/** `tradehall check`: what it finds, that it goes on when something fails, and that it writes and betrays nothing. */
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { certificate, chainedCertificate, expiredCertificate } from '../../test/certificate.ts'
import { createTestDatabase, demoTemplate } from '../../test/database.ts'
import { temporaryFolder } from '../../test/folders.ts'
import { freePort } from '../../test/ports.ts'
import { runProgram } from '../../test/programs.ts'
import { connect } from '../platform/database.ts'
import { runCheck } from './check/setup-check.ts'
import { lookAtEverything } from './check.ts'

const databaseUrl = await createTestDatabase(afterAll)
const PASSWORD = 'a-password-of-somebody'

let folder: string
let dataDir: string
let sandbox: Record<string, string>
let production: Record<string, string>
beforeEach(() => {
  folder = temporaryFolder('check')
  dataDir = join(folder, 'data')
  sandbox = { TRADEHALL_DATA_DIR: dataDir, TRADEHALL_DATABASE_URL: databaseUrl, TRADEHALL_PORT: '0' }
  production = {
    ...sandbox,
    TRADEHALL_MODE: 'production',
    TRADEHALL_SECRET_KEY: randomBytes(32).toString('base64'),
    TRADEHALL_TRUST_PROXY: '127.0.0.1',
    TRADEHALL_PAYMENT_PUBLIC_KEY: 'pk_live_x',
    TRADEHALL_PUBLIC_URL: 'https://shop.example',
    TRADEHALL_METRICS_PORT: '0',
    TRADEHALL_RATES_FEED_URL: 'https://rates.example',
    TRADEHALL_MAIL_FROM: 'Shop <no-reply@shop.example>',
    TRADEHALL_SMTP_URL: `smtp://shop:${PASSWORD}@127.0.0.1:1`,
  }
})

/** By check: the states and sentences. */
async function findings(environment: Record<string, string>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for await (const { check, state, sentence } of lookAtEverything(environment)) {
    found[check] ??= []
    found[check].push(`${state}: ${sentence}`)
  }
  return found
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Greets, and accepts every command. */
function mailServer(greeting: string): Server {
  return createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.on('data', (text) =>
      socket.write(String(text).startsWith('AUTH') ? '235 ok\r\n' : '250 AUTH PLAIN\r\n'),
    )
    socket.write(`${greeting}\r\n`)
  })
}

/** What depends on the machine that runs the tests: its load, its disk, its limits. */
const OF_THE_MACHINE = ['database', 'clock', 'disks', 'open-files']
const problemsOf = (found: Record<string, string[]>) =>
  Object.entries(found)
    .filter(([check]) => !OF_THE_MACHINE.includes(check))
    .flatMap(([, lines]) => lines.filter((line) => !line.startsWith('ok: ')))

test('in a sandbox that is set up there are no problems, and nothing is written', async () => {
  const found = await findings(sandbox)
  expect(problemsOf(found)).toEqual([])
  expect(Object.keys(found)).toHaveLength(21)
  expect(existsSync(dataDir)).toBe(false)
})

test('in production there are no problems when everything is there', async () => {
  const smtp = await listen(mailServer('220 mail.example'))
  const there = { ...production, TRADEHALL_SMTP_URL: `smtp://shop:${PASSWORD}@127.0.0.1:${smtp}` }
  expect(problemsOf(await findings(there))).toEqual([])
  expect(existsSync(dataDir)).toBe(false)
})

test('every setting that is wrong is named, and the rest is checked nevertheless', async () => {
  const found = await findings({
    ...sandbox,
    TRADEHALL_PROCESSES: 'many',
    TRADEHALL_POOL: '4',
    TRADEHALL_LOG_LEVEL: 'loud',
    TRADEHALL_TLS_CERT: '/cert.pem',
  })
  expect(found.settings).toEqual([
    'failed: TRADEHALL_PROCESSES must be a whole number from 1 to 256; it is "many".',
    'failed: TRADEHALL_LOG_LEVEL must be one of trace, debug, info, warn, error, silent; it is "loud".',
    'failed: TRADEHALL_TLS_CERT and TRADEHALL_TLS_KEY belong together: set both or neither.',
    'warning: TRADEHALL_POOL is not a setting of Tradehall and does nothing; correct or remove it.',
  ])
  expect(found.database?.[0]).toMatch(/: PostgreSQL /)
})

describe('the database', () => {
  test('that cannot be reached fails once; what needs it is skipped, and the rest is checked', async () => {
    const found = await findings({
      ...sandbox,
      TRADEHALL_DATABASE_URL: `postgresql://shop:${PASSWORD}@127.0.0.1:1/shop`,
    })
    expect(found.database).toEqual([expect.stringMatching(/^failed: The database cannot be reached: .+\.$/)])
    for (const check of ['privileges', 'migrations', 'secret-key', 'demo-accounts', 'clock'])
      expect(found[check]).toEqual(['skipped: It needs the database, which could not be looked at.'])
    expect(found.carriers).toEqual(['ok: 5 carriers are configured.'])
  })

  test('that is empty is a warning', async () => {
    const found = await findings({
      ...sandbox,
      TRADEHALL_DATABASE_URL: await createTestDatabase(onTestFinished, 'template0'),
    })
    expect(found.migrations).toEqual([expect.stringMatching(/^warning: The database has no tables yet; /)])
    expect(found.privileges).toEqual(['ok: The role may create the tables.'])
  })

  test('of a sandbox is refused in production', async () => {
    const demo = await createTestDatabase(onTestFinished, demoTemplate)
    const found = await findings({ ...production, TRADEHALL_DATABASE_URL: demo })
    expect(found['demo-accounts']).toEqual([
      expect.stringContaining('contains the demo accounts of a sandbox'),
    ])
  })

  test('with too few connections fails', async () => {
    const found = await findings({ ...sandbox, TRADEHALL_DATABASE_POOL: '100', TRADEHALL_PROCESSES: '256' })
    expect(found.database).toContainEqual(
      expect.stringMatching(/^failed: This node may open 77626 connections, but the database has \d+; /),
    )
  })
})

describe('the certificate', () => {
  async function look(cert: string, key: string): Promise<string[]> {
    const [certFile, keyFile] = [join(folder, 'cert'), join(folder, 'key')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key, { mode: 0o600 })
    const { TRADEHALL_TRUST_PROXY: _none, ...direct } = production
    const { tls = [] } = await findings({
      ...direct,
      TRADEHALL_TLS_CERT: certFile,
      TRADEHALL_TLS_KEY: keyFile,
    })
    return tls
  }
  const { cert, key, intermediate } = chainedCertificate

  test('with its chain, for the public host, is fine', async () => {
    expect(await look(cert + intermediate, key)).toEqual([
      expect.stringMatching(/^ok: The certificate is valid for \d+ days\.$/),
    ])
  })

  test.each([
    ['without its issuer', cert, key, /^warning: TRADEHALL_TLS_CERT has no certificate of the issuer, /],
    ['behind its issuer', cert + cert + intermediate, key, /^failed: .+ are not a chain; /],
    [
      'that has expired',
      expiredCertificate.cert,
      expiredCertificate.key,
      /^failed: The certificate has expired: /,
    ],
    [
      'for another host',
      certificate.cert,
      certificate.key,
      /^failed: The certificate is not for shop.example, /,
    ],
    [
      'that signs itself',
      certificate.cert,
      certificate.key,
      /^warning: The certificate is signed by itself; /,
    ],
    [
      'of another key',
      cert,
      certificate.key,
      /^failed: TRADEHALL_TLS_CERT and TRADEHALL_TLS_KEY cannot be used /,
    ],
  ])('%s is found', async (_what, chain, keyText, sentence) => {
    expect(await look(chain, keyText)).toContainEqual(expect.stringMatching(sentence))
  })
})

describe('a port', () => {
  test('that another program has fails', async () => {
    const port = await listen(createServer((socket) => socket.end('hello')))
    const { ports } = await findings({ ...sandbox, TRADEHALL_PORT: String(port) })
    expect(ports).toEqual([
      `failed: Nothing can listen on 127.0.0.1:${port} (EADDRINUSE); stop the other program, or set TRADEHALL_PORT.`,
    ])
  })

  test('that this server has is fine', async () => {
    const port = await listen(createHttpServer((_request, response) => response.end('{"status":"ok"}')))
    const { ports } = await findings({ ...sandbox, TRADEHALL_PORT: String(port) })
    expect(ports).toEqual([`ok: Port ${port} on 127.0.0.1 is used by a Tradehall server that runs.`])
  })
})

test('services that do not answer fail with a remedy, and no secret is told', async () => {
  const closed = await freePort()
  const carriersFile = join(folder, 'carriers.json')
  const carrier = { kind: 'http', code: 'faraway', name: 'Faraway', url: `http://127.0.0.1:${closed}` }
  const anywhere = { from: ['FR'], to: ['FR'], holidays: [], serviceDays: ['mon'] }
  writeFileSync(carriersFile, JSON.stringify({ carriers: [{ ...carrier, ...anywhere }], groups: [] }))
  const smtp = await listen(mailServer(`554 go away with ${PASSWORD}`))
  const found = await findings({
    ...production,
    TRADEHALL_SMTP_URL: `smtp://shop:${PASSWORD}@127.0.0.1:${smtp}`,
    TRADEHALL_REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${closed}`,
    TRADEHALL_CARRIERS_FILE: carriersFile,
    TRADEHALL_CARRIER_SECRETS: 'faraway=0123456789abcdef,nobody=0123456789abcdef',
  })
  expect(found.redis).toEqual([
    `failed: Redis cannot be used (connect ECONNREFUSED 127.0.0.1:${closed}); check TRADEHALL_REDIS_URL.`,
  ])
  expect(found.mail).toEqual([
    expect.stringMatching(/^failed: The mail server cannot be used \(.+554 go away with ….*\); check /),
  ])
  expect(found.carriers).toEqual([
    'ok: 1 carriers are configured.',
    'warning: TRADEHALL_CARRIER_SECRETS has a secret for "nobody", which is no carrier; correct or remove it.',
    'failed: Faraway cannot be reached (ECONNREFUSED); check its `url` in the carriers file.',
  ])
  expect(JSON.stringify(found)).not.toContain(PASSWORD)
})

describe('the public URL', () => {
  test('warns of the passkeys that were made for another host, and of an IP address', async () => {
    const url = await createTestDatabase(onTestFinished, demoTemplate)
    const db = connect(url, { pool: 1, name: 'test' })
    onTestFinished(() => db.end())
    await db`
      insert into identity.passkeys (id, user_id, credential_id, public_key, sign_count, transports, host, name, created_at)
      select gen_random_uuid(), users.id, host || n, '', 0, '{}', host, 'Phone', now()
      from (select id from identity.users order by id limit 1) as users,
        (values ('old.example', 1), ('old.example', 2), ('older.example', 1), ('shop.example', 1)) as made (host, n)`
    const at = async (publicUrl: string) =>
      (await findings({ ...sandbox, TRADEHALL_DATABASE_URL: url, TRADEHALL_PUBLIC_URL: publicUrl })).passkeys
    const remedy =
      'and cannot be used at shop.example; set TRADEHALL_PUBLIC_URL to the old host, or tell their users to sign in in another way and to add new ones.'
    expect(await at('https://shop.example')).toEqual([
      `warning: 2 passkeys were made for old.example ${remedy}`,
      `warning: 1 passkey was made for older.example ${remedy}`,
    ])
    expect(await at('https://192.0.2.1')).toEqual([
      expect.stringMatching(
        /^warning: TRADEHALL_PUBLIC_URL has an IP address, where browsers offer no passkeys/,
      ),
    ])
    await db`delete from identity.passkeys where host <> 'shop.example'`
    expect(await at('https://shop.example')).toEqual(['ok: Passkeys belong to shop.example.'])
  })
})

test('without a mail server users wait on new devices, which is a warning', async () => {
  const { TRADEHALL_SMTP_URL: _, ...withoutMail } = production
  const { mail } = await findings(withoutMail)
  expect(mail).toEqual([
    expect.stringMatching(
      /^warning: No mail server is configured: .+ users wait on devices on which they have not signed in before; set TRADEHALL_SMTP_URL\.$/,
    ),
  ])
})

test('the service of breached passwords is asked for a made-up hash, and fails when it does not answer', async () => {
  const asked: (string | undefined)[] = []
  const port = await listen(
    createHttpServer((request, response) => {
      asked.push(request.url)
      response.end()
    }),
  )
  const at = async (port: number) => {
    const TRADEHALL_BREACHED_PASSWORDS_URL = `http://127.0.0.1:${port}/range/`
    return (await findings({ ...sandbox, TRADEHALL_BREACHED_PASSWORDS_URL }))['breached-passwords']
  }
  expect(await at(port)).toEqual(['ok: The service of breached passwords answers.'])
  expect(asked).toEqual(['/range/00000'])
  expect(await at(await freePort())).toEqual([
    'failed: The service of breached passwords cannot be reached (ECONNREFUSED); check TRADEHALL_BREACHED_PASSWORDS_URL.',
  ])
})

test('a folder that cannot be written to fails', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const { disks } = await findings({ ...sandbox, TRADEHALL_LABELS_DIR: join(file, 'labels') })
  expect(disks).toContainEqual(
    expect.stringContaining(`failed: This user may not write to the folder ${file} `),
  )
})

test('a check that hangs is given up', async () => {
  const hanging = { name: 'hanging', run: () => new Promise<never>(() => {}) }
  expect(await runCheck(hanging, {} as never, 10)).toEqual([
    { state: 'failed', sentence: 'It could not be checked within 0.01 seconds.' },
  ])
})

test('the command prints one object a line, and its exit code tells about failures and, if asked, warnings', async () => {
  const wrong = runProgram(['check', '--json'], {
    ...sandbox,
    TRADEHALL_DATABASE_URL: 'postgresql://127.0.0.1:1/x',
  })
  const unknown = runProgram(['check'], { ...sandbox, TRADEHALL_POOL: '4' })
  const strict = runProgram(['check', '--strict'], { ...sandbox, TRADEHALL_POOL: '4' })
  expect(await wrong.exitCode()).toBe(1)
  expect(wrong.errors()).toBe('')
  for (const line of wrong.lines())
    expect(JSON.parse(line)).toEqual({
      check: expect.any(String),
      state: expect.stringMatching(/^(ok|warning|failed|skipped)$/),
      sentence: expect.any(String),
    })
  expect(await unknown.exitCode()).toBe(0)
  expect(unknown.lines().at(-1)).toMatch(/^\d+ ok, \d+ warnings?, 0 failed\.$/)
  expect(await strict.exitCode()).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
})
