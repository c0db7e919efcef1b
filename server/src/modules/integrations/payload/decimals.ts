/** Decimal numbers as people write them, without the errors that binary fractions bring. */

/** Digits, and perhaps a point and more digits: no sign, no exponent, no words. */
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,20}))?$/

/**
 * The text of a number is the shortest one that means it, so a number that was sent with up to fifteen digits comes back
 * as it was sent: 19.99 is "19.99", although the number itself is a little less.
 */
const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : String(value).trim())

/** An amount in major units as minor ones, exactly; undefined when it is none, or would need more than two decimals. */
export function toMinorUnits(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const [, whole, fraction = ''] = DECIMAL.exec(textOf(value)) ?? []
  if (whole === undefined || /[1-9]/.test(fraction.slice(2))) return undefined
  return Number(whole + fraction.slice(0, 2).padEnd(2, '0'))
}

/** A percentage as a fraction, with its point two places further left: 12.3 is 0.123 and not 0.12300000000000001. */
export function toFraction(percent: number): number {
  const [, whole = '0', fraction = ''] = DECIMAL.exec(String(percent)) ?? []
  const digits = whole.padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`)
}
