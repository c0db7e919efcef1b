/**
 * Calculates the amounts of an order, without database access. A line is reduced by its own discount rate or amount,
 * then by the discount rate of the order; VAT applies to the rest. Every share is rounded once, every line is converted
 * to the customer's currency once, and totals only add: they equal the sum of the lines in both currencies.
 */
import { share } from '../../../modules/ordering/index.ts'
import { proportion } from '../../../modules/ordering/money/amounts.ts'
import { invariant } from '../../../platform/invariant.ts'
import { type Currency, convert } from './currency.ts'
import { accessoryVatRate } from './vat-rules.ts'

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => {
    invariant(Number.isSafeInteger(total + amount), 'a sum of amounts is a safe integer')
    return total + amount
  }, 0)

export interface PricedItem {
  /** Number of packs. */
  quantity: number
  /** Price of a pack in the brand's currency, before discounts. */
  unitPriceMinor: number
  /** Discount in percent; alternatively an amount off the line. */
  discountRate: number
  discountMinor: number
  vatRate: number
}

export interface PricedOrder {
  brand: Currency
  customer: Currency
  /** Discount in percent, applied after the discounts of the lines. */
  discountRate: number
  items: readonly PricedItem[]
  /** Amounts without VAT, in the customer's currency. */
  customItems: readonly { type: string; amountMinor: number }[]
}

/** Amounts of a line in one currency, in minor units. */
export interface LineAmounts {
  unitPriceBeforeDiscount: number
  unitPrice: number
  amountBeforeDiscount: number
  discountAmount: number
  amount: number
  amountVat: number
  amountWithVat: number
}

export interface TaxedAmounts {
  amount: number
  amountVat: number
  amountWithVat: number
}

export interface Totals extends TaxedAmounts {
  amountBeforeDiscount: number
  discountAmount: number
}

export interface OrderAmounts {
  items: { brand: LineAmounts; customer: LineAmounts }[]
  customItems: (TaxedAmounts & { type: string; vatRate: number })[]
  brand: Totals
  customer: Totals
  /** Grand total: what the customer pays, including custom items and VAT. */
  grandTotal: TaxedAmounts
}

export function orderAmounts({
  brand,
  customer,
  discountRate,
  items,
  customItems,
}: PricedOrder): OrderAmounts {
  const lines = items.map((item) => {
    const own = discounted(item, discountRate)
    const converted = {
      unitPriceBeforeDiscount: convert(own.unitPriceBeforeDiscount, brand, customer),
      amountBeforeDiscount: convert(own.amountBeforeDiscount, brand, customer),
      amount: convert(own.amount, brand, customer),
    }
    return { brand: lineAmounts(own, item), customer: lineAmounts(converted, item) }
  })
  const accessories = accessoryVatRate(items.map(({ vatRate }) => vatRate))
  const extras = customItems.map(({ type, amountMinor }) => ({
    type,
    vatRate: accessories,
    ...taxed(amountMinor, accessories),
  }))
  const customerTotals = totalsOf(lines.map((line) => line.customer))
  return {
    items: lines,
    customItems: extras,
    brand: totalsOf(lines.map((line) => line.brand)),
    customer: customerTotals,
    grandTotal: addUp([customerTotals, ...extras]),
  }
}

interface Discounted {
  unitPriceBeforeDiscount: number
  amountBeforeDiscount: number
  amount: number
}

function discounted(item: PricedItem, orderDiscountRate: number): Discounted {
  const amountBeforeDiscount = item.unitPriceMinor * item.quantity
  const left = amountBeforeDiscount - item.discountMinor - share(amountBeforeDiscount, item.discountRate)
  return {
    unitPriceBeforeDiscount: item.unitPriceMinor,
    amountBeforeDiscount,
    amount: left - share(left, orderDiscountRate),
  }
}

/** The discounted price of a pack is rounded for display only; no amount is calculated from it. */
function lineAmounts(
  { unitPriceBeforeDiscount, amountBeforeDiscount, amount }: Discounted,
  { quantity, vatRate }: PricedItem,
): LineAmounts {
  return {
    unitPriceBeforeDiscount,
    unitPrice: proportion(amount, { by: [1], per: [quantity] }),
    amountBeforeDiscount,
    discountAmount: amountBeforeDiscount - amount,
    ...taxed(amount, vatRate),
  }
}

function taxed(amount: number, vatRate: number): TaxedAmounts {
  const amountVat = share(amount, vatRate)
  return { amount, amountVat, amountWithVat: amount + amountVat }
}

function totalsOf(lines: readonly LineAmounts[]): Totals {
  return {
    amountBeforeDiscount: sum(lines.map((line) => line.amountBeforeDiscount)),
    discountAmount: sum(lines.map((line) => line.discountAmount)),
    ...addUp(lines),
  }
}

const addUp = (all: readonly TaxedAmounts[]): TaxedAmounts => ({
  amount: sum(all.map(({ amount }) => amount)),
  amountVat: sum(all.map(({ amountVat }) => amountVat)),
  amountWithVat: sum(all.map(({ amountWithVat }) => amountWithVat)),
})
