/**
 * The arithmetic of amounts, as pure functions.
 *
 * Amounts are integers in minor units. A share of an amount is rounded once, half away from zero, so that a credit is
 * exactly as large as its charge. Each line is rounded by itself; totals are sums of rounded amounts. All arithmetic uses
 * integers, BigInt for large products, because a fraction such as 0.055 has no exact binary representation.
 */
import { invariant } from '../../../platform/invariant.ts'

export interface LinePricing {
  /** Packs. */
  quantity: number
  /** Pieces in a pack. */
  unitMultiplier: number
  /** Per piece. */
  unitPriceMinor: number
  /** Percent. */
  vatRate: number
}

/** The amount without VAT, and its VAT. */
export interface Amounts {
  amountMinor: number
  vatMinor: number
}

export interface Totals {
  totalMinor: number
  totalVatMinor: number
}

export function lineAmounts({ quantity, unitMultiplier, unitPriceMinor, vatRate }: LinePricing): Amounts {
  const amountMinor = toNumber(toBigInt(unitPriceMinor) * toBigInt(quantity) * toBigInt(unitMultiplier))
  return { amountMinor, vatMinor: share(amountMinor, vatRate) }
}

/** A percentage from 0 to 100, which may have decimals, of an amount of either sign. */
export function share(amountMinor: number, percent: number): number {
  invariant(percent >= 0 && percent <= 100, `${percent} is a percentage from 0 to 100`)
  const { digits, scale } = rateOf(percent)
  const divisor = 200 * scale
  const dividend = 2 * Math.abs(amountMinor) * digits + 100 * scale
  // Numbers are many times as fast as BigInt, and exact within this range.
  if (!Number.isSafeInteger(amountMinor) || !Number.isSafeInteger(dividend + divisor))
    return proportion(amountMinor, { by: [percent], per: [100] })
  const rounded = (dividend - (dividend % divisor)) / divisor
  // Not `-rounded`, which is -0 for 0.
  return amountMinor < 0 ? 0 - rounded : rounded
}

/** A marketplace has a handful of rates; the bound keeps arbitrary rates from filling the memory. */
const MAX_CACHED_RATES = 1000
const cachedRates = new Map<number, { digits: number; scale: number }>()

function rateOf(percent: number): { digits: number; scale: number } {
  const known = cachedRates.get(percent)
  if (known) return known
  const { digits, scale } = toDecimal(percent)
  const rate = { digits: Number(digits), scale: Number(scale) }
  if (cachedRates.size >= MAX_CACHED_RATES) cachedRates.clear()
  cachedRates.set(percent, rate)
  return rate
}

/** Multiplies an amount of either sign by the factors `by` and divides it by the factors `per`; rounds once. */
export function proportion(
  amountMinor: number,
  { by, per }: { by: readonly number[]; per: readonly number[] },
): number {
  const times = by.map(toDecimal)
  const parts = per.map(toDecimal)
  const dividend =
    toBigInt(amountMinor) *
    product(times.map(({ digits }) => digits)) *
    product(parts.map(({ scale }) => scale))
  const divisor = product(parts.map(({ digits }) => digits)) * product(times.map(({ scale }) => scale))
  invariant(divisor > 0n, 'the divisor of a proportion is positive')
  const size = dividend < 0n ? -dividend : dividend
  const rounded = (2n * size + divisor) / (2n * divisor)
  return toNumber(dividend < 0n ? -rounded : rounded)
}

const product = (factors: readonly bigint[]) => factors.reduce((all, factor) => all * factor, 1n)

export function totals(items: readonly Amounts[]): Totals {
  return {
    totalMinor: sum(items.map(({ amountMinor }) => amountMinor)),
    totalVatMinor: sum(items.map(({ vatMinor }) => vatMinor)),
  }
}

/** The amount paid to the brand. `brand_shipping_fees` is the only type that is stored as a positive amount and subtracted. */
export function netAmount(
  { totalMinor, totalVatMinor }: Totals,
  billingItems: readonly (Amounts & { type: string })[],
): number {
  const effects = billingItems.flatMap(({ type, amountMinor, vatMinor }) =>
    type === 'brand_shipping_fees' ? [-amountMinor, -vatMinor] : [amountMinor, vatMinor],
  )
  return sum([totalMinor, totalVatMinor, ...effects])
}

function sum(amounts: readonly number[]): number {
  return toNumber(amounts.reduce((total, amount) => total + toBigInt(amount), 0n))
}

/** Parses the decimal notation of a number: 12.5 is 125 tenths. Small numbers have an exponent, as in 1e-7. */
function toDecimal(factor: number): { digits: bigint; scale: bigint } {
  invariant(factor >= 0 && factor < 1e21, `${factor} is a factor from 0 to below 1e21`)
  const [mantissa = '', exponent = '0'] = String(factor).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length - Number(exponent)) }
}

function toBigInt(value: number): bigint {
  invariant(Number.isSafeInteger(value), `${value} is a safe integer`)
  return BigInt(value)
}

function toNumber(value: bigint): number {
  const number = Number(value)
  invariant(Number.isSafeInteger(number), `${value} is a safe integer`)
  return number
}
