import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { startCollector, traceFor } from '../../test/collector.ts'
import { createTestDatabase } from '../../test/database.ts'
import { runDueJobs } from '../../test/due-jobs.ts'
import { createTestPlatform, setClockOffset } from '../../test/platform.ts'
import type { Config } from '../config.ts'
import { transaction } from './database.ts'
import { consumersOf } from './events/outbox.ts'
import { relayOnce } from './events/relay.ts'
import { outboxCounts } from './events/waiting-events.ts'
import { jobCounts } from './jobs/jobs.ts'
import {
  listMails,
  mailRequested,
  sendMailJob,
  sendMailNow,
  sendMailsLater,
  sendRequestedMails,
} from './mail.ts'
import { createSecrets } from './secrets/secrets.ts'

const BRAND = '0190b0c0-0000-7000-8000-000000000001'
const mail = { to: 'anna@shop.test', subject: 'Your code', text: 'It is 123456.', accountId: BRAND }

async function setUp(config: Partial<Config>) {
  const url = await createTestDatabase()
  const platform = await createTestPlatform(url, config)
  const relay = () => relayOnce(platform, consumersOf([mailRequested], [sendRequestedMails]))
  return { platform, runDue: () => runDueJobs(platform, url, [sendMailJob], { beside: relay }) }
}

/** A real SMTP server that refuses the first messages for now and takes the rest. */
async function startMailServer({ refuseFirst = 0 } = {}) {
  const received: Email[] = []
  let asked = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', async () => {
        asked += 1
        if (asked <= refuseFirst) return done(Object.assign(new Error('Busy'), { responseCode: 451 }))
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise((resume) => server.close(() => resume())))
  return { received, smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

test('a mail is sent once, with its own Message-ID, and its text is deleted', async () => {
  const { received, smtpUrl } = await startMailServer()
  const { platform, runDue } = await setUp({ mode: 'production', smtpUrl })
  await transaction(platform.db, (tx) => sendMailsLater({ ...platform, db: tx }, [mail]))
  expect(await runDue()).toEqual({ ran: 1, failed: 0 })

  const [stored] = await listMails(platform.db, platform.secrets, { all: true }, 10)
  expect(stored?.text).toBeNull()
  expect(received).toMatchObject([
    {
      to: [{ address: 'anna@shop.test' }],
      from: { name: 'Tradehall', address: 'no-reply@tradehall.test' },
      subject: 'Your code',
      messageId: `<${stored?.id}@tradehall.test>`,
    },
  ])
  expect(received[0]?.text?.trim()).toBe('It is 123456.')

  await sendMailNow(platform, stored!.id)
  expect(received).toHaveLength(1)
})

test('a mail that the server refuses for now is sent later', async () => {
  const { received, smtpUrl } = await startMailServer({ refuseFirst: 1 })
  const { platform, runDue } = await setUp({ mode: 'production', smtpUrl })
  await sendMailsLater(platform, [mail])
  expect(await runDue()).toEqual({ ran: 1, failed: 1 })
  expect(received).toEqual([])
  await setClockOffset(platform, 60_000)
  expect(await runDue()).toEqual({ ran: 1, failed: 0 })
  expect(received).toHaveLength(1)
})

test('a mail of a transaction that rolls back is never sent', async () => {
  const { received, smtpUrl } = await startMailServer()
  const { platform, runDue } = await setUp({ mode: 'production', smtpUrl })
  await transaction(platform.db, async (tx) => {
    await sendMailsLater({ ...platform, db: tx }, [mail])
    throw new Error('no')
  }).catch(() => {})
  await runDue()
  expect(received).toEqual([])
  expect(await listMails(platform.db, platform.secrets, { all: true }, 10)).toEqual([])
})

test('the sandbox sends nothing and shows the newest mails first, of one brand or of all', async () => {
  const { received, smtpUrl } = await startMailServer()
  const { platform, runDue } = await setUp({ mode: 'sandbox', smtpUrl })
  await sendMailsLater(platform, [mail])
  await setClockOffset(platform, 1_000)
  await sendMailsLater(platform, [{ ...mail, subject: 'Second', accountId: null }])
  expect(await runDue()).toEqual({ ran: 0, failed: 0 })
  expect(await outboxCounts(platform.db)).toEqual({ waiting: 0, parked: 0 })

  const all = await listMails(platform.db, platform.secrets, { all: true }, 10)
  expect(all).toMatchObject([{ subject: 'Second' }, { subject: 'Your code', text: 'It is 123456.' }])
  const ofBrand = await listMails(platform.db, platform.secrets, { accountId: BRAND }, 10)
  expect(ofBrand).toMatchObject([{ recipient: 'anna@shop.test', subject: 'Your code' }])
  expect(await listMails(platform.db, platform.secrets, { all: true }, 1)).toHaveLength(1)

  for (const { id } of all) await sendMailNow(platform, id)
  expect(received).toEqual([])
})

test('the text of a waiting mail is not readable in the database', async () => {
  const { platform } = await setUp({ mode: 'sandbox' })
  await sendMailsLater(platform, [mail])
  const [row] = await platform.db`select encode(body_encrypted, 'escape') as body from platform.mails`
  expect(row?.body).not.toContain('123456')
})

test('a mail that no secret key opens is not sent, the reason is recorded, and others are sent', async () => {
  const { received, smtpUrl } = await startMailServer()
  const { platform, runDue } = await setUp({ mode: 'production', smtpUrl })
  await sendMailsLater(platform, [mail])
  const lost = createSecrets(Buffer.alloc(32, 9).toString('base64')).encrypt('It is 123456.')
  await platform.db`update platform.mails set body_encrypted = ${lost}`
  await sendMailsLater(platform, [{ ...mail, subject: 'Second' }])
  expect(await runDue()).toEqual({ ran: 2, failed: 1 })
  expect(received).toMatchObject([{ subject: 'Second' }])
  const [waiting] = await platform.db`select last_error from graphile_worker.jobs`
  expect(waiting?.last_error).toMatch(/^No key of TRADEHALL_SECRET_KEY opens this value; /)
  const stored = await listMails(platform.db, platform.secrets, { all: true }, 10)
  expect(stored.map(({ text }) => text)).toEqual([null, null])
})

test('without a mail server the job names the missing setting and is parked after its attempts', async () => {
  const { platform, runDue } = await setUp({ mode: 'production', smtpUrl: undefined })
  await sendMailsLater(platform, [mail])
  for (const days of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await setClockOffset(platform, days * 86_400_000)
    expect(await runDue()).toEqual({ ran: 1, failed: 1 })
  }
  expect(await jobCounts(platform.db)).toEqual({ waiting: 0, running: 0, parked: 1 })
  const [parked] = await platform.db`select last_error from graphile_worker.jobs`
  expect(parked?.last_error).toBe('No mail server is configured: set TRADEHALL_SMTP_URL.')
})

test('a mail is a span inside of its job, with the host of the mail server and without its recipient', async () => {
  const { smtpUrl } = await startMailServer({ refuseFirst: 1 })
  const { platform } = await setUp({ mode: 'production', smtpUrl })
  await sendMailsLater(platform, [mail])
  const [stored] = await listMails(platform.db, platform.secrets, { all: true }, 10)
  const collector = await startCollector(onTestFinished)
  const { tracing, sent } = traceFor(collector)
  const send = () => tracing.trace({}, 'job', {}, () => sendMailNow({ ...platform, tracing }, stored!.id))
  await expect(send()).rejects.toThrow()
  await send()
  await sent()
  const jobs = collector.spans.filter(({ name }) => name === 'job')
  const mails = collector.spans.filter(({ name }) => name === 'mail')
  expect(mails.map(({ parentSpanId }) => parentSpanId)).toEqual(jobs.map(({ spanId }) => spanId))
  expect(mails.map(({ status }) => status.code)).toEqual([2, 0])
  expect(mails[1]?.attributes).toEqual({ 'server.address': '127.0.0.1', 'tradehall.mail.id': stored?.id })
  expect(collector.texts.join()).not.toContain('anna@shop.test')
})
