/** Converts decimal numbers exactly, without the rounding errors of binary floating point. */

/** Digits with an optional fraction; no sign and no exponent. */
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,20}))?$/

/**
 * JavaScript renders a number as the shortest text that parses to it, so a number of up to fifteen digits is rendered as it
 * was sent: 19.99 is "19.99", although its binary value is a little less.
 */
const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : String(value).trim())

/** Converts an amount from major to minor units. Undefined if the value is not an amount or has more than two decimals. */
export function toMinorUnits(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const [, whole, fraction = ''] = DECIMAL.exec(textOf(value)) ?? []
  if (whole === undefined || /[1-9]/.test(fraction.slice(2))) return undefined
  return Number(whole + fraction.slice(0, 2).padEnd(2, '0'))
}

/** Converts a percentage to a fraction by moving the decimal point: 12.3 is 0.123 and not 0.12300000000000001. */
export function toFraction(percent: number): number {
  const [, whole = '0', fraction = ''] = DECIMAL.exec(String(percent)) ?? []
  const digits = whole.padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`)
}
