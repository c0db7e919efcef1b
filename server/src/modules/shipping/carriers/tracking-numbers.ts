/**
 * Tracking numbers that are derived from the idempotency key, so that a retry gets the same ones. Format: letters, eighteen
 * digits of a hash (the probability of any collision among a billion shipments is below one half), two digits for the
 * parcel and two check digits.
 */
import { createHash } from 'node:crypto'

const HASH_DIGITS = 18
const NUMBER = /^([A-Z]{2,4})(\d{20})(\d{2})$/

/** Parcels are counted from 1; 0 is the shipment itself. */
export function trackingNumber(prefix: string, key: string, parcel: number): string {
  const digits = hashDigits(`${prefix}\n${key}`) + String(parcel).padStart(2, '0')
  return prefix + digits + checkDigits(digits)
}

/** Validates the format and the check digits. */
export function isTrackingNumber(prefix: string, number: string): boolean {
  const [, letters, digits = '', check] = NUMBER.exec(number) ?? []
  return letters === prefix && checkDigits(digits) === check
}

function hashDigits(text: string): string {
  const hash = createHash('sha256').update(text).digest().readBigUInt64BE()
  return String(hash % 10n ** BigInt(HASH_DIGITS)).padStart(HASH_DIGITS, '0')
}

/** ISO 7064, MOD 97-10: detects every wrong digit and every transposition of two digits. */
function checkDigits(digits: string): string {
  return String(98n - ((BigInt(digits) * 100n) % 97n)).padStart(2, '0')
}
