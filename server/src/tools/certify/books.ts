/** `books`: what a connector has recorded, as `{"orders": [{"id", "status"}]}`; more members are ignored. */
import type { Stage } from './stage.ts'

export interface BookedOrder {
  id: string
  status: unknown
}

/** What is recorded of an order. */
export function recordsOf(books: unknown, id: string): readonly BookedOrder[] {
  const { orders } = (books ?? {}) as { orders?: unknown }
  if (!Array.isArray(orders)) return []
  return (orders as readonly (BookedOrder | null)[]).flatMap((order) => (order?.id === id ? [order] : []))
}

/** Why an order is not recorded once and as it is; undefined if it is. */
export function problemInBooks(
  records: readonly BookedOrder[],
  { id, status }: { id: string; status: string },
): string | undefined {
  const [record] = records
  if (!record) return `The books have nothing with the id ${id}.`
  if (records.length > 1) return `The books have the order ${id} ${records.length} times.`
  return record.status === status
    ? undefined
    : `The books have the order ${id} as ${JSON.stringify(record.status)}, and it is ${status}.`
}

/** Waits until the books have each of the orders once and as it is; not at all without books. */
export async function untilBooked(stage: Stage, ids: readonly string[]): Promise<void> {
  const { settings, examiner } = stage
  if (settings.books === undefined) return
  await stage.until(async () => {
    const books = await stage.books()
    for (const id of ids) {
      const { status } = (await examiner.client.orders.get(id)).attributes
      if (problemInBooks(recordsOf(books, id), { id, status })) return false
    }
    return true
  }, settings.seconds.report)
}
