/** Labels of many orders: which wait to be printed, printing them as one file, and marking them as printed. */
import { joinProblems } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'
import type { Work } from '../../../platform/work.ts'
import { loadOrders, type OrderRow, ownersOfOrder } from '../../ordering/index.ts'
import { nothingToPrint } from '../errors.ts'
import { type LabelRow, labelsOfShipments } from './label-queries.ts'
import { readLabels } from './label-store.ts'
import { markShipments, type PrintableRow } from './queries.ts'

/** A day's orders of a busy brand. Their ids fit into the address of a request. */
export const MAX_PRINTED_ORDERS = 100
/** Labels that are read at once: a few megabytes at most. */
const BATCH = 10

/** The place of an order in the request, for errors. */
export type PlaceOf = (index: number) => { pointer: string } | { parameter: string }

export interface LabelFile {
  stream: AsyncIterable<Buffer>
  filename: string
  version: string
}

/** One file in the order of the ids, and of the parcels within an order. Everything is checked before the first byte. */
export async function openLabelsOfOrders(
  platform: Pick<Platform, 'db' | 'config'>,
  brandId: BrandId,
  orderIds: readonly OrderId[],
  at: PlaceOf,
): Promise<LabelFile> {
  const labels = await findLabels(platform, brandId, orderIds, at)
  // Loaded on first use: most processes never merge labels.
  const { streamJoinedPdf } = await import('../labels/stream-joined-pdf.ts')
  return {
    stream: streamJoinedPdf(readInBatches(platform, labels)),
    filename: `labels-of-${orderIds.length}-orders.pdf`,
    // A label never changes: its id is derived from its shipment and its parcel.
    version: versionOf(labels.map(({ id }) => id)),
  }
}

async function* readInBatches(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  labels: readonly LabelRow[],
): AsyncGenerator<Buffer> {
  for (let start = 0; start < labels.length; start += BATCH)
    yield* await readLabels(db, config, labels.slice(start, start + BATCH))
}

/** Marks the labels of all these orders, or of none if one of them has no labels. */
export async function markLabels(
  work: Pick<Work, 'db' | 'clock'>,
  brandId: BrandId,
  orderIds: readonly OrderId[],
  { isPrinted, at }: { isPrinted: boolean; at: PlaceOf },
): Promise<PrintableRow[]> {
  const labels = await findLabels(work, brandId, orderIds, at)
  const shipmentIds = [...new Set(labels.map(({ shipment_id }) => shipment_id))]
  const now = work.clock.now()
  const marked = await markShipments(work.db, brandId, shipmentIds, {
    printedAt: isPrinted ? now : null,
    now,
  })
  const position = new Map(orderIds.map((id, i) => [id, i]))
  return marked.sort((one, other) => (position.get(one.order_id) ?? 0) - (position.get(other.order_id) ?? 0))
}

/** The labels of the current shipments, sorted. Reports every order without labels. */
async function findLabels(
  { db }: Pick<Work, 'db'>,
  brandId: BrandId,
  orderIds: readonly OrderId[],
  at: PlaceOf,
): Promise<LabelRow[]> {
  const loaded = await loadOrders(db, brandId, orderIds)
  const byId = new Map(loaded.map((order) => [order.id, order]))
  const unknownId = orderIds.find((id) => !byId.has(id))
  if (unknownId !== undefined) {
    const exists = (await ownersOfOrder(db, unknownId)) !== undefined
    throw missing('order', unknownId, { exists, ...at(orderIds.indexOf(unknownId)) })
  }
  const orders = orderIds.flatMap((id) => byId.get(id) ?? [])
  const shipmentIds = orders.flatMap(({ shipment }) => shipment?.id ?? [])
  const labels = await labelsOfShipments(db, brandId, shipmentIds)
  const byShipment = Map.groupBy(labels, ({ shipment_id }) => shipment_id)
  const labelsOf = ({ shipment }: OrderRow) => byShipment.get(shipment?.id ?? '') ?? []
  const problems = orders.flatMap((order, i) =>
    labelsOf(order).length > 0 ? [] : [nothingToPrint(order, at(i))],
  )
  if (problems.length > 0) throw joinProblems(problems)
  return orders.flatMap(labelsOf)
}
