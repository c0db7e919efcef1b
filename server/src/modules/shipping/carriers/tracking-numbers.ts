/**
 * Numbers of shipments, parcels and pickups that nobody has to hand out: they follow from the idempotency key, so that a
 * second try gets the same ones. Letters, eighteen digits of a hash (a billion shipments have the same by a chance of
 * less than one in two), two digits of the parcel and two check digits.
 */
import { createHash } from 'node:crypto'

const HASH_DIGITS = 18
const NUMBER = /^([A-Z]{2,4})(\d{20})(\d{2})$/

/** Parcels are counted from 1; 0 is the shipment itself. */
export function trackingNumber(prefix: string, key: string, parcel: number): string {
  const digits = hashDigits(`${prefix}\n${key}`) + String(parcel).padStart(2, '0')
  return prefix + digits + checkDigits(digits)
}

/** Whether a number of ours could be this one; a slip of the pen is found. */
export function isTrackingNumber(prefix: string, number: string): boolean {
  const [, letters, digits = '', check] = NUMBER.exec(number) ?? []
  return letters === prefix && checkDigits(digits) === check
}

function hashDigits(text: string): string {
  const hash = createHash('sha256').update(text).digest().readBigUInt64BE()
  return String(hash % 10n ** BigInt(HASH_DIGITS)).padStart(HASH_DIGITS, '0')
}

/** ISO 7064, MOD 97-10: finds every wrong digit and every two that changed places. */
function checkDigits(digits: string): string {
  return String(98n - ((BigInt(digits) * 100n) % 97n)).padStart(2, '0')
}
