/** The orders that a connector has recorded, from its URL `books`: `{"orders": [{"id", "status"}]}`; more members are ignored. */
import type { LessonSetup } from './lesson-setup.ts'

export interface RecordedOrder {
  id: string
  status: unknown
}

/** The records of an order; a correct connector has one. */
export function recordsOf(books: unknown, id: string): readonly RecordedOrder[] {
  const { orders } = (books ?? {}) as { orders?: unknown }
  if (!Array.isArray(orders)) return []
  return (orders as readonly (RecordedOrder | null)[]).flatMap((order) => (order?.id === id ? [order] : []))
}

/** Why an order is not recorded exactly once with its status; undefined if it is. */
export function problemInRecords(
  records: readonly RecordedOrder[],
  { id, status }: { id: string; status: string },
): string | undefined {
  const [record] = records
  if (!record) return `The books have nothing with the id ${id}.`
  if (records.length > 1) return `The books have the order ${id} ${records.length} times.`
  return record.status === status
    ? undefined
    : `The books have the order ${id} as ${JSON.stringify(record.status)}, and it is ${status}.`
}

/** Waits until each of the orders is recorded once with its status; returns at once if the connector has no `books`. */
export async function untilRecorded(setup: LessonSetup, ids: readonly string[]): Promise<void> {
  const { settings, examiner } = setup
  if (settings.books === undefined) return
  await setup.until(async () => {
    const books = await setup.books()
    for (const id of ids) {
      const { status } = (await examiner.client.orders.get(id)).attributes
      if (problemInRecords(recordsOf(books, id), { id, status })) return false
    }
    return true
  }, settings.seconds.report)
}
