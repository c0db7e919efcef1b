/** Prepares texts of requests and responses for storage: without secrets, and not longer than a limit. */
import type { FastifyRequest } from 'fastify'

/** Long enough for a page of orders. */
export const MAX_TEXT = 65_536
/** The part of a body that is stored when many long ones were stored just before. */
export const SHORT_TEXT = 1024

/** The signature of a link grants access to its target. */
const LINK_SIGNATURE = /([?&]signature=)[^&]*/

/** PostgreSQL does not store NUL in a text, and a URL may contain one. */
export const urlText = (url: string, limit: number) =>
  url.replaceAll('\0', '').replace(LINK_SIGNATURE, '$1[redacted]').slice(0, limit)

const SECRET_NAMES = [
  'code',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'clientSecret',
  'client_secret',
]
const MAY_HOLD_SECRET = new RegExp(`\\\\u|"(${SECRET_NAMES.join('|')})"`)

/** The body as it was sent, unless it may contain a secret. The name of a secret may be spelled with escapes. */
export function bodyText({ body, bytes }: FastifyRequest, limit: number): string | null {
  if (body === undefined || body === null) return null
  const sent = bytes?.toString('utf8', 0, Math.min(bytes.length, limit))
  if (sent !== undefined && !MAY_HOLD_SECRET.test(sent)) return sent
  return beginningOf(JSON.stringify(body, withoutSecret), limit)
}

const withoutSecret = (name: string, value: unknown) => (SECRET_NAMES.includes(name) ? '[redacted]' : value)

/** Secrets that a response contains once must not be readable in the log. The text may end inside of the value. */
const RESPONSE_SECRET = /"(password|clientSecret|signingSecret|secret|uri)":"[^"]*/g
/** The links of mails, which the list of mails shows. */
const MAIL_LINK = /(\/dashboard\/(?:invitation|reset)\/)[\w-]+/g
const RECOVERY_CODES = /"recoveryCodes":\[[^\]]*/g

/** Copied, because a slice would keep the whole text in memory. */
const beginningOf = (text: string, limit: number) =>
  text.length <= limit ? text : Buffer.from(text.slice(0, limit)).toString()

/** Each expression takes linear time for any text. */
export function answerText(text: string | undefined, limit: number): string | null {
  if (text === undefined) return null
  return beginningOf(text, limit)
    .replaceAll('\0', '')
    .replaceAll(RESPONSE_SECRET, '"$1":"[redacted]')
    .replaceAll(MAIL_LINK, '$1[redacted]')
    .replaceAll(RECOVERY_CODES, '"recoveryCodes":["[redacted]"')
}
