/** Finds what webhooks have not told: orders that have changed since the last poll. */
import { setTimeout as pause } from 'node:timers/promises'
import { log } from './log.ts'
import { type Context, summaryOf } from './orders.ts'

/** Before every order. */
const BEGINNING = '1970-01-01T00:00:00Z'

export interface PollingOptions {
  everySeconds: number
  isFatal: (error: unknown) => boolean
  /** Called when there are new tasks. */
  onFound: () => void
}

export async function pollOrders(
  context: Context,
  { everySeconds, isFatal, onFound }: PollingOptions,
): Promise<void> {
  const { signal } = context
  while (!signal.aborted) {
    try {
      if ((await pollOnce(context)) > 0) onFound()
    } catch (error) {
      if (signal.aborted || isFatal(error)) return
      log('warn', 'Orders could not be polled.', { reason: (error as Error).message })
    }
    await pause(everySeconds * 1000, undefined, { signal }).catch(() => undefined)
  }
}

/** Adds a task for each change that is not known yet, then moves the position; a crash between them repeats the poll. */
async function pollOnce({ client, store, signal }: Context): Promise<number> {
  const query = { 'filter[updatedAfter]': store.position ?? BEGINNING, 'page[limit]': 50 } as const
  let found = 0
  let until: unknown
  for await (const { items, meta } of client.list('/api/v1/orders', { query, signal }).pages()) {
    store.transaction(() => {
      for (const order of items) {
        const { status, updatedAt } = order.attributes
        const known = store.order(order.id)
        if (known?.status === status && known.updatedAt === updatedAt) continue
        const id = `${order.id} ${status} ${updatedAt}`
        const input = { type: order.type, ...summaryInput(order) }
        if (store.addTask({ id, queue: 'events', kind: 'order.polled', input })) found++
      }
    })
    until = meta.updatedUntil
  }
  if (typeof until === 'string') store.position = until
  return found
}

function summaryInput(order: { id: string }): object {
  const { id, ...attributes } = summaryOf(order) ?? { id: order.id }
  return { id, attributes }
}
