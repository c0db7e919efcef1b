/**
 * The sums of an order, without a database.
 *
 * Amounts are whole minor units. A share of an amount is rounded once, to whole minor units, and a half goes away from
 * zero, so that a credit of an amount is exactly as large as the charge. What is rounded is the line; sums only add.
 * The arithmetic is done in whole numbers, in BigInt where products grow large: a fraction such as 0.055 has no exact
 * binary form.
 */
import { invariant } from '../../../platform/invariant.ts'

export interface Line {
  /** Packs. */
  quantity: number
  /** Pieces in a pack. */
  unitMultiplier: number
  /** The price of a piece. */
  unitPriceMinor: number
  /** Percent. */
  vatRate: number
}

/** Without VAT, and the VAT. */
export interface Amounts {
  amountMinor: number
  vatMinor: number
}

export interface Totals {
  totalMinor: number
  totalVatMinor: number
}

export function lineAmounts({ quantity, unitMultiplier, unitPriceMinor, vatRate }: Line): Amounts {
  const amountMinor = toNumber(toBigInt(unitPriceMinor) * toBigInt(quantity) * toBigInt(unitMultiplier))
  return { amountMinor, vatMinor: share(amountMinor, vatRate) }
}

/** A percentage from 0 to 100, which may have decimals, of an amount of either sign. */
export function share(amountMinor: number, percent: number): number {
  invariant(percent >= 0 && percent <= 100, `${percent} is a percentage from 0 to 100`)
  const { digits, scale } = rateOf(percent)
  const divisor = 200 * scale
  const dividend = 2 * Math.abs(amountMinor) * digits + 100 * scale
  // What is exact in numbers is many times as fast there.
  if (!Number.isSafeInteger(amountMinor) || !Number.isSafeInteger(dividend + divisor))
    return proportion(amountMinor, { by: [percent], per: [100] })
  const rounded = (dividend - (dividend % divisor)) / divisor
  // Not `-rounded`, which is no plain zero when it is none.
  return amountMinor < 0 ? 0 - rounded : rounded
}

/** A marketplace has a handful; whatever makes them up must not fill the memory. */
const MOST_RATES = 1000
const rates = new Map<number, { digits: number; scale: number }>()

function rateOf(percent: number): { digits: number; scale: number } {
  const known = rates.get(percent)
  if (known) return known
  const { digits, scale } = toDecimal(percent)
  const rate = { digits: Number(digits), scale: Number(scale) }
  if (rates.size >= MOST_RATES) rates.clear()
  rates.set(percent, rate)
  return rate
}

/** An amount of either sign times the one factors, divided by the others, which all may have decimals; rounded once. */
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
  invariant(divisor > 0n, 'nothing is divided by nothing')
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

/** What the brand is paid. Shipping costs are the one kind of item that is written as a positive amount and lowers it. */
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

/** The number as people write it, taken apart: 12.5 is 125 tenths. Small ones are written 1e-7. */
function toDecimal(factor: number): { digits: bigint; scale: bigint } {
  invariant(factor >= 0 && factor < 1e21, `${factor} is a factor that is written without an exponent`)
  const [mantissa = '', exponent = '0'] = String(factor).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length - Number(exponent)) }
}

function toBigInt(value: number): bigint {
  invariant(Number.isSafeInteger(value), `${value} is a whole number that is kept exactly`)
  return BigInt(value)
}

function toNumber(value: bigint): number {
  const number = Number(value)
  invariant(Number.isSafeInteger(number), `${value} is small enough to be kept exactly`)
  return number
}
