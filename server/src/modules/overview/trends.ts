/** Turns the sums of the database into the trends of the API: by currency, and including days without orders. */
import type { BoughtVariant } from '../catalog/index.ts'
import type { OrderTrends, TrendPeriod } from '../ordering/index.ts'
import { lastDays, type ZoneDay } from './time-zone-days.ts'

export const TREND_DAYS = 30
export const SOLD_DAYS = 28
export const TREND_WEEKS = 4
const DAY_MS = 86_400_000

export interface TrendDays {
  days: readonly ZoneDay[]
  period: TrendPeriod
}

export function trendDays(now: Date, timeZone: string): TrendDays {
  const { days: all, endsAt } = lastDays(now, timeZone, 2 * TREND_DAYS)
  const days = all.slice(TREND_DAYS)
  const beforeFrom = all[0]?.startsAt ?? now
  const soldFrom = new Date(now.getTime() - SOLD_DAYS * DAY_MS)
  const dayStarts = days.map(({ startsAt }) => startsAt)
  return { days, period: { dayStarts, beforeFrom, endsAt, soldFrom, soldDays: SOLD_DAYS } }
}

export function trendsOf(
  { days, timeZone }: { days: readonly ZoneDay[]; timeZone: string },
  read: OrderTrends,
  variants: ReadonlyMap<string, BoughtVariant>,
) {
  const [first] = read.running_out
  return {
    timeZone,
    from: days[0]?.on ?? '',
    to: days.at(-1)?.on ?? '',
    sales: salesOf(days, read, variants),
    outOfStockCount: first?.out_count ?? 0,
    lowStockCount: first?.low_count ?? 0,
    acceptance: acceptanceOf(days, read),
    runningOut: read.running_out.map((one) => ({
      productVariantId: one.variant_id,
      productId: one.product_id,
      productName: one.product_name,
      variantName: one.variant_name,
      sku: one.sku,
      imageUrl: variants.get(one.variant_id)?.imageUrl ?? null,
      availableQuantity: one.available,
      soldQuantity: one.sold,
      daysLeft: one.days_left,
    })),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function salesOf(
  days: readonly ZoneDay[],
  { by_day, by_retailer, before, best_sellers }: OrderTrends,
  variants: ReadonlyMap<string, BoughtVariant>,
) {
  return [...Map.groupBy(by_day, ({ currency }) => currency)].map(([currency, sales]) => {
    const byDay = new Map(sales.map((one) => [one.day, one]))
    const earlier = before.find((one) => one.currency === currency)
    return {
      currency,
      ordersCount: sum(sales.map(({ orders }) => orders)),
      amount: sum(sales.map(({ amount }) => amount)),
      before: { ordersCount: earlier?.orders ?? 0, amount: earlier?.amount ?? 0 },
      bestSellers: best_sellers
        .filter((one) => one.currency === currency)
        .map(({ product_id, product_name, variant_id, pieces, retailers, amount }) => ({
          productId: product_id,
          productName: product_name,
          imageUrl: variants.get(variant_id)?.imageUrl ?? null,
          piecesCount: pieces,
          retailersCount: retailers,
          amount,
        })),
      days: days.map(({ on }, i) => ({
        day: on,
        ordersCount: byDay.get(i + 1)?.orders ?? 0,
        amount: byDay.get(i + 1)?.amount ?? 0,
      })),
      retailers: by_retailer
        .filter((one) => one.currency === currency)
        .map(({ retailer_id, store_name, orders, amount }) => ({
          retailerId: retailer_id,
          storeName: store_name,
          ordersCount: orders,
          amount,
        })),
    }
  })
}

function acceptanceOf(days: readonly ZoneDay[], { acceptance }: OrderTrends) {
  const timesOf = (week: number | null) => {
    const found = acceptance.find((one) => one.week === week)
    return {
      ordersCount: found?.orders ?? 0,
      medianSeconds: found ? Math.round(found.median_seconds) : null,
      slowSeconds: found ? Math.round(found.slow_seconds) : null,
    }
  }
  const weeks = Array.from({ length: TREND_WEEKS }, (_, i) => TREND_WEEKS - 1 - i)
  return {
    ...timesOf(null),
    weeks: weeks.map((week) => ({ from: days.at(-7 * (week + 1))?.on ?? '', ...timesOf(week) })),
  }
}
