/**
 * Signed links, which browsers open without a token: the signature covers the path and an expiry time. Everybody who has
 * the link can open it until then.
 */

import { forbidden, gone } from '../../domain/problems.ts'
import type { Platform } from '../../platform/index.ts'
import { invariant } from '../../platform/invariant.ts'
import { sameAsAny } from '../../platform/secrets/secrets.ts'

/** Long enough to read an order in the evening and to print its documents in the morning. */
const LIFETIME_MS = 24 * 3_600_000
/** The longest lifetime of any link. A key that has not signed for this long is no longer needed for links. */
export const LONGEST_LIFETIME_DAYS = 90
/** The expiry is rounded up, so that two reads in a row return the same link. */
const ROUNDING_MS = 3_600_000

type Signer = Pick<Platform, 'clock' | 'secrets'>

/** Links that are signed within the same period are equal. */
export const linkPeriod = ({ clock }: Pick<Signer, 'clock'>): number =>
  Math.ceil(clock.now().getTime() / ROUNDING_MS)

/** Returns the path with its expiry and signature. */
export function signLink({ clock, secrets }: Signer, path: string, lifetimeMs = LIFETIME_MS): string {
  invariant(lifetimeMs % ROUNDING_MS === 0, 'links of all lifetimes change together, with their period')
  invariant(lifetimeMs <= LONGEST_LIFETIME_DAYS * 86_400_000, 'no link has more than the longest lifetime')
  const end = Math.ceil((clock.now().getTime() + lifetimeMs) / ROUNDING_MS) * ROUNDING_MS
  const expires = String(end / 1000)
  return `${path}?expires=${expires}&signature=${secrets.fingerprint(signedText(path, expires)).toString('hex')}`
}

const SIGNED = /^([^?]+)\?expires=(\d{1,12})&signature=([\da-f]{64})$/

/** Whether the URL has a signature, valid or not. */
export const isSignedLink = (url: string): boolean => /[?&]signature=/.test(url)

/** Throws if the signature is invalid or the link has expired. */
export function checkSignedLink({ clock, secrets }: Signer, url: string): void {
  const [, path = '', expires = '', signature = ''] = SIGNED.exec(url) ?? []
  const given = Buffer.from(signature, 'hex')
  if (!sameAsAny(given, secrets.fingerprints(signedText(path, expires)))) {
    throw forbidden('The signature of the link is not good. Read the order again: it has a new link.')
  }
  if (clock.now().getTime() >= Number(expires) * 1000) {
    throw gone('The link has expired. Read the order again: it has a new link.')
  }
}

const signedText = (path: string, expires: string) => `link\n${path}\n${expires}`
