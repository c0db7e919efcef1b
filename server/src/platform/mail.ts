/**
 * Stores mails in the transaction of the change that causes them, and sends them in a job. The sandbox never sends: its
 * mails stay in the table with their text, and the testing routes list them.
 */

import { SpanKind } from '@opentelemetry/api'
import { Type } from 'typebox'
import type { Config } from '../config.ts'
import type { Queryable } from './database.ts'
import { type Consumption, eventType, recordEvents } from './events/outbox.ts'
import type { Platform } from './index.ts'
import { enqueue, job } from './jobs/jobs.ts'
import type { SealedColumn } from './secrets/sealed-columns.ts'
import type { Secrets } from './secrets/secrets.ts'
import { traceInside } from './tracing/tracing.ts'
import type { Work } from './work.ts'

/** Ten attempts take three and a half hours; a code or a notice is of no use after that. */
const MAX_ATTEMPTS = 10
const CONNECT_MS = 5_000
/** A mail server may need some time to accept a message, but a job must end. */
const IDLE_MS = 10_000

export interface Mail {
  to: string
  subject: string
  text: string
  /** The brand or the retailer that the mail is about, or null for mails to the operator. */
  accountId: string | null
}

/** Whether mails reach people: in the sandbox they read them in its list. */
export const canMail = ({ mode, smtpUrl }: Pick<Config, 'mode' | 'smtpUrl'>): boolean =>
  mode === 'sandbox' || smtpUrl !== undefined

export const mailRequested = eventType('mail.requested', { meaning: 'A mail waits to be sent.' })

export interface StoredMail {
  id: string
  recipient: string
  subject: string
  /** Null once the mail has been sent, and if no secret key opens it. */
  text: string | null
  createdAt: Date
}

export async function sendMailsLater(
  work: Work & { secrets: Secrets },
  mails: readonly Mail[],
): Promise<void> {
  const { db: tx } = work
  if (mails.length === 0) return
  const ids = mails.map(() => work.ids.next())
  await tx`
    insert into platform.mails (id, account_id, recipient, subject, body_encrypted, created_at)
    select id, account_id, recipient, subject, body, ${work.clock.now()}
    from unnest(
      ${ids}::uuid[],
      ${mails.map((mail) => mail.accountId)}::uuid[],
      ${mails.map((mail) => mail.to)}::text[],
      ${mails.map((mail) => mail.subject)}::text[],
      ${mails.map((mail) => work.secrets.encrypt(mail.text))}::bytea[]
    ) as mail (id, account_id, recipient, subject, body)`
  await recordEvents(
    work,
    ids.map((id) => ({ type: mailRequested, brandId: null, subjectId: id })),
  )
}

/**
 * Sends a mail that has not been sent. It is sent twice if the process crashes between the acceptance by the mail server
 * and the update, or if the job was released while it ran; its Message-ID is the same, so that mailboxes can deduplicate.
 */
export async function sendMailNow(platform: Platform, id: string): Promise<void> {
  const { config, db, secrets } = platform
  if (config.mode === 'sandbox') return
  const [mail] = await db<{ recipient: string; subject: string; body_encrypted: Uint8Array | null }[]>`
    select recipient, subject, body_encrypted
    from platform.mails
    where id = ${id} and sent_at is null`
  if (!mail?.body_encrypted) return
  if (!config.smtpUrl) throw new Error('No mail server is configured: set TRADEHALL_SMTP_URL.')
  const { smtpUrl } = config
  const message = {
    from: config.mailFrom,
    to: mail.recipient,
    subject: mail.subject,
    text: secrets.decrypt(mail.body_encrypted),
    messageId: `<${id}@${domainOf(config.mailFrom)}>`,
  }
  const attributes = { 'server.address': URL.parse(smtpUrl)?.hostname ?? '', 'tradehall.mail.id': id }
  await traceInside(platform.tracing, 'mail', { kind: SpanKind.CLIENT, attributes }, () =>
    deliver(smtpUrl, message),
  )
  await db`
    update platform.mails
    set sent_at = ${platform.clock.now()}, body_encrypted = null
    where id = ${id}`
}

async function deliver(
  smtpUrl: string,
  message: { from: string; to: string; subject: string; text: string; messageId: string },
): Promise<void> {
  const transport = await openTransport(smtpUrl)
  try {
    await transport.sendMail(message)
  } finally {
    transport.close()
  }
}

/** Connects and signs in, and sends nothing. Throws if the server does not accept that. */
export async function verifyMailServer(smtpUrl: string): Promise<void> {
  const transport = await openTransport(smtpUrl)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function openTransport(smtpUrl: string) {
  // Imported here, because only workers in production send mails.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
  })
}

const domainOf = (sender: string) => /@([^\s>]+)/.exec(sender)?.[1] ?? 'localhost'

export const sendMailJob = job('send-mail', {
  meaning: 'Sends a mail.',
  lost: 'The mail is never sent.',
  payload: Type.Object({ mailId: Type.String() }),
  maxAttempts: MAX_ATTEMPTS,
  run: (platform, { mailId }) => sendMailNow(platform, mailId),
})

export const sendRequestedMails: Consumption = {
  of: mailRequested,
  async by(tx, { clock, config }, events) {
    if (config.mode === 'sandbox') return
    await enqueue(
      { db: tx, clock },
      sendMailJob,
      events.map((event) => ({ mailId: event.subjectId })),
    )
  },
}

export const mailTexts: SealedColumn = {
  name: 'mails',
  lost: 'These mails cannot be sent: their jobs are parked.',
  table: 'platform.mails',
  column: 'body_encrypted',
  key: ['id'],
}

/** Lists the mails of one account or of all, newest first. */
export async function listMails(
  db: Queryable,
  secrets: Secrets,
  filter: { accountId: string } | { all: true },
  limit: number,
): Promise<StoredMail[]> {
  const rows = await db<(Omit<StoredMail, 'text'> & { body_encrypted: Uint8Array | null })[]>`
    select id, recipient, subject, body_encrypted, created_at as "createdAt"
    from platform.mails
    where ${'accountId' in filter ? db`account_id = ${filter.accountId}` : db`true`}
    order by created_at desc, id desc
    limit ${limit}`
  return rows.map(({ body_encrypted, ...mail }) => ({
    ...mail,
    text: body_encrypted && (secrets.open(body_encrypted)?.text ?? null),
  }))
}

/** The id of the newest mail of an account, or of all for null. */
export async function newestMail(db: Queryable, accountId: string | null): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id
    from platform.mails
    where ${accountId === null ? db`true` : db`account_id = ${accountId}`}
    order by created_at desc, id desc
    limit 1`
  return row?.id
}

/** More mails than are sent in a burst, and few enough to read quickly. */
const NEWEST = 200

/** When the last of the newest mails was sent, and how many of them have not been sent. Uses mails_newest_idx. */
export async function mailState(db: Queryable): Promise<{ lastSentAt: Date | null; unsent: number }> {
  const [row] = await db<{ lastSentAt: Date | null; unsent: number }[]>`
    select max(sent_at) as "lastSentAt", count(*) filter (where sent_at is null) as unsent
    from (select sent_at from platform.mails order by created_at desc, id desc limit ${NEWEST}) as newest`
  return row ?? { lastSentAt: null, unsent: 0 }
}
