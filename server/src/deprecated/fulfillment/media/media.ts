/** Documents that are enclosed in a parcel. They reference a master order, which may not exist yet at the time of upload. */

import { type Problem, problem } from '@tradehall/jsonapi'
import { findOwn } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FulfillmentMediaRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { countryOfWarehouse } from '../orders/blockers.ts'
import { crossesCustoms } from '../orders/customs.ts'
import { ownerOfMasterOrder } from '../orders/owners.ts'
import { findEnrolment } from '../warehouse/enrolments.ts'

export type MediaType = 'invoice' | 'attachment'
export type MediaRow = Omit<FulfillmentMediaRow, 'bytes' | 'number'> & { type: MediaType; bytes?: Buffer }

export interface UploadedDocument {
  id: string | undefined
  type: MediaType
  filename: string
  bytes: Buffer
  /** JSON pointer to the document in the request. */
  at: string
}

/** A request may contain two files of this size. */
export const MAX_FILE_BYTES = 4_000_000
/** The maximum number of documents per master order. */
export const MAX_FILES = 10

const invalidExtension = problem(
  'invalid_file_extension',
  422,
  'Unprocessable Content',
  'Files with this extension are not taken.',
)
const tooLarge = problem('file_too_large', 422, 'Unprocessable Content', 'The file is too large.')
const tooMany = problem('max_files_reached', 422, 'Unprocessable Content', 'There are too many files.')

const PDF = Buffer.from('%PDF-')

/** Validates a document without access to the database. */
export function documentProblems({ filename, bytes, at }: UploadedDocument): Problem[] {
  const pointer = `${at}.file`
  if (!/\.pdf$/i.test(filename) || !bytes.subarray(0, PDF.length).equals(PDF)) {
    return [invalidExtension(`Expected a PDF, but saw ${JSON.stringify(filename)}.`, { pointer })]
  }
  return bytes.length > MAX_FILE_BYTES
    ? [tooLarge(`A document has at most ${MAX_FILE_BYTES} bytes; this one has ${bytes.length}.`, { pointer })]
    : []
}

/** Stores all documents or none. The id is an idempotency key: a known document remains unchanged. */
export async function addMedia(
  work: Work,
  brandId: BrandId,
  { masterOrderId, documents }: { masterOrderId: string; documents: readonly UploadedDocument[] },
): Promise<MediaRow[]> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    const owner = await ownerOfMasterOrder(tx, masterOrderId)
    if (owner !== undefined && owner !== brandId) {
      throw missing('master order', masterOrderId, { exists: true, pointer: 'masterOrderUuid' })
    }
    // Serializes uploads for the same master order, because concurrent ones could exceed the limit together.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`media ${masterOrderId}`}, 0))`
    const known = await listMedia(tx, brandId, masterOrderId, { withBytes: false })
    const added: MediaRow[] = []
    for (const { id, type, filename, bytes, at } of documents) {
      const given = {
        what: 'document',
        id,
        find: findOfAnyBrand,
        isOwn: (row: MediaRow) => row.brand_id === brandId,
        pointer: `${at}.uuid`,
      }
      const own = await findOwn(tx, given)
      if (own && own.master_order_id !== masterOrderId) {
        throw unprocessable(`The document ${id} belongs to another master order.`, { pointer: given.pointer })
      }
      if (own) {
        added.push(own)
        continue
      }
      if (known.length + added.length >= MAX_FILES) {
        throw tooMany(`A master order has at most ${MAX_FILES} documents.`, { pointer: `${at}.file` })
      }
      const row = {
        brand_id: brandId,
        id: id ?? ids.next(),
        master_order_id: masterOrderId,
        type,
        filename,
        bytes,
        created_at: clock.now(),
      }
      await tx`insert into fulfillment.media ${tx(row as never)}`
      added.push(row)
    }
    return added
  })
}

/** Sorted in the order of upload. */
export async function listMedia(
  db: Queryable,
  brandId: BrandId,
  masterOrderId: string,
  { withBytes }: { withBytes: boolean },
): Promise<MediaRow[]> {
  return await db<MediaRow[]>`
    select ${columns(db)} ${withBytes ? db`, bytes` : db``}
    from fulfillment.media
    where brand_id = ${brandId} and master_order_id = ${masterOrderId}
    order by number`
}

async function findOfAnyBrand(db: Queryable, id: string): Promise<MediaRow | undefined> {
  const [found] = await db<MediaRow[]>`select ${columns(db)} from fulfillment.media where id = ${id}`
  return found
}

/** Deletes all documents of a master order. A master order without documents is an error. */
export async function deleteMediaOf(db: Queryable, brandId: BrandId, masterOrderId: string): Promise<void> {
  const deleted = await db`
    delete from fulfillment.media where brand_id = ${brandId} and master_order_id = ${masterOrderId} returning id`
  if (deleted.length > 0) return
  const owner = await ownerOfMasterOrder(db, masterOrderId)
  throw missing('document of the master order', masterOrderId, {
    exists: owner !== undefined && owner !== brandId,
  })
}

export async function deleteMedium(db: Queryable, brandId: BrandId, id: string): Promise<void> {
  const deleted = await db`
    delete from fulfillment.media where brand_id = ${brandId} and id = ${id} returning id`
  if (deleted.length > 0) return
  throw missing('document', id, { exists: (await findOfAnyBrand(db, id)) !== undefined })
}

/** The invoice with this id, or `foreign` if the document belongs to another brand. */
export async function findInvoice(
  db: Queryable,
  brandId: BrandId,
  id: string,
): Promise<MediaRow | 'foreign' | undefined> {
  const found = await findOfAnyBrand(db, id)
  if (found && found.brand_id !== brandId) return 'foreign'
  return found?.type === 'invoice' ? found : undefined
}

/** Whether shipments of a brand to a country require an invoice, because they cross a customs border. */
export async function needsInvoice(db: Queryable, brandId: BrandId, country: string): Promise<boolean> {
  const enrolment = await findEnrolment(db, brandId)
  return (
    enrolment !== undefined && crossesCustoms(await countryOfWarehouse(db, enrolment.warehouse_id), country)
  )
}

const columns = (db: Queryable) => db`brand_id, id, master_order_id, type, filename, created_at`
