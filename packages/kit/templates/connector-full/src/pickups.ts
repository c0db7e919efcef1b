/** Pickups of parcels with labels of the marketplace. */
import { ValidationError } from '@tradehall/client'
import { log } from './log.ts'
import type { Context } from './orders.ts'

const TIMES = ['9-15', '11-17'] as const
const MAX_DAYS = 5
const DAY_MS = 86_400_000

/** Books the pickup that was asked for with the order, unless it is booked already. */
export async function bookPickup(context: Context, id: string): Promise<void> {
  const { client, store, pickupAddress, signal } = context
  const wanted = store.lastShipInput(id)?.pickup
  if (wanted === undefined) return
  if (!pickupAddress) return log('error', 'No pickup was booked: set PICKUP_ADDRESS.', { order: id })
  const { status, shippingOverview } = (await client.orders.get(id, { signal })).attributes
  if (status !== 'shipping_labels_generated' || shippingOverview.transaction?.pickup) return
  for (const pickup of pickupsFrom(isDay(wanted) ? new Date(wanted) : new Date(Date.now() + DAY_MS))) {
    try {
      await client.orders.schedulePickup(id, { ...pickup, pickupAddress }, { signal })
      return log('info', 'A pickup was booked.', { order: id, ...pickup })
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      log('warn', 'A pickup was denied.', { order: id, ...pickup, reason: error.message })
    }
  }
  log('error', 'No pickup was booked: drop the parcels off.', { order: id })
}

/** Carriers come on working days, and nobody knows beforehand on which of them: one after the other is tried. */
function* pickupsFrom(first: Date) {
  let days = 0
  for (let time = first.getTime(); days < MAX_DAYS; time += DAY_MS) {
    const day = new Date(time)
    if (day.getUTCDay() === 0 || day.getUTCDay() === 6) continue
    days += 1
    const pickupDate = day.toISOString().slice(0, 10).split('-').reverse().join('-')
    for (const pickupTime of TIMES) yield { pickupDate, pickupTime }
  }
}

/** Written YYYY-MM-DD. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
