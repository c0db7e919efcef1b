/**
 * Links that open without a token, for browsers: the server signs a path and a moment after which the link is no longer
 * good, and knows its own signature again. Whoever has the link has what it leads to, until then.
 */
import type { Platform } from '../platform/index.ts'
import { sameBytes } from '../platform/secrets.ts'
import { forbidden, gone } from './problems.ts'

/** Long enough to read an order in the evening and to print in the morning. */
const LASTS_MS = 24 * 3_600_000
/** The end is rounded up, so that one who reads twice in a row gets the same link. */
const STEP_MS = 3_600_000

type Signer = Pick<Platform, 'clock' | 'secrets'>

/** The path with its end and its signature. */
export function signLink({ clock, secrets }: Signer, path: string, lastsMs = LASTS_MS): string {
  const end = Math.ceil((clock.now().getTime() + lastsMs) / STEP_MS) * STEP_MS
  const expires = String(end / 1000)
  return `${path}?expires=${expires}&signature=${signatureOf(secrets, path, expires).toString('hex')}`
}

const SIGNED = /^([^?]+)\?expires=(\d{1,12})&signature=([\da-f]{64})$/

/** Whether it claims to be one. */
export const isSignedLink = (url: string): boolean => /[?&]signature=/.test(url)

/** Refuses what this server has not signed, and what it has signed for a time that is over. */
export function checkSignedLink({ clock, secrets }: Signer, url: string): void {
  const [, path = '', expires = '', signature = ''] = SIGNED.exec(url) ?? []
  const given = Buffer.from(signature, 'hex')
  if (!sameBytes(given, signatureOf(secrets, path, expires))) {
    throw forbidden('The signature of the link is not good. Read the order again: it has a new link.')
  }
  if (clock.now().getTime() >= Number(expires) * 1000) {
    throw gone('The link has expired. Read the order again: it has a new link.')
  }
}

const signatureOf = (secrets: Platform['secrets'], path: string, expires: string): Buffer =>
  secrets.fingerprint(`link\n${path}\n${expires}`)
