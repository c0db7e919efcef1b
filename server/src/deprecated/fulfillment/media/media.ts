/** Documents that go with a parcel: uploaded before or after the order is there, and named by its master order. */

import { type Problem, problem } from '@tradehall/jsonapi'
import { findOwn, ownedBy } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { HasOwned } from '../../../platform/owned.ts'
import type { FulfillmentMediaRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { countryOfWarehouse } from '../orders/blockers.ts'
import { crossesCustoms } from '../orders/customs.ts'
import { ownerOfMasterOrder } from '../orders/owners.ts'
import { findEnrolment } from '../warehouse/enrolments.ts'

export type MediaType = 'invoice' | 'attachment'
export type MediaRow = Omit<FulfillmentMediaRow, 'bytes' | 'number'> & { type: MediaType; bytes?: Buffer }

export interface NewDocument {
  id: string | undefined
  type: MediaType
  filename: string
  bytes: Buffer
  /** Where the request says it. */
  at: string
}

/** A request has room for two of these. */
export const MAX_FILE_BYTES = 4_000_000
/** More than go into the pocket of a parcel. */
export const MAX_FILES = 10

const invalidExtension = problem('invalid_file_extension', 422, 'Unprocessable Content')
const tooLarge = problem('file_too_large', 422, 'Unprocessable Content')
const tooMany = problem('max_files_reached', 422, 'Unprocessable Content')

const PDF = Buffer.from('%PDF-')

/** What can be said of a document by itself. */
export function documentProblems({ filename, bytes, at }: NewDocument): Problem[] {
  const pointer = `${at}.file`
  if (!/\.pdf$/i.test(filename) || !bytes.subarray(0, PDF.length).equals(PDF)) {
    return [invalidExtension(`Expected a PDF, but saw ${JSON.stringify(filename)}.`, { pointer })]
  }
  return bytes.length > MAX_FILE_BYTES
    ? [tooLarge(`A document has at most ${MAX_FILE_BYTES} bytes; this one has ${bytes.length}.`, { pointer })]
    : []
}

/** All of them or none. One whose id is known is there already and stays as it is. */
export async function addMedia(
  work: Work,
  brandId: BrandId,
  { masterOrderId, documents }: { masterOrderId: string; documents: readonly NewDocument[] },
): Promise<MediaRow[]> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    const owner = await ownerOfMasterOrder(tx, masterOrderId)
    if (owner !== undefined && owner !== brandId) {
      throw missing('master order', masterOrderId, { exists: true, pointer: 'masterOrderUuid' })
    }
    // Whoever uploads for the same master order waits, or both would count what was there before.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`media ${masterOrderId}`}, 0))`
    const known = await listMedia(tx, brandId, masterOrderId, { withBytes: false })
    const added: MediaRow[] = []
    for (const { id, type, filename, bytes, at } of documents) {
      const pointer = `${at}.uuid`
      const given = ownedBy(brandId, { what: 'document', id, find: findOfAnyBrand, pointer })
      const own = await findOwn(tx, given)
      if (own && own.master_order_id !== masterOrderId) {
        throw unprocessable(`The document ${id} belongs to another master order.`, { pointer })
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

/** In the order in which they came. */
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

/** Of an order that has none, that is a mistake. */
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

/** The invoice of a brand; `foreign` when another has it. */
export async function findInvoice(
  db: Queryable,
  brandId: BrandId,
  id: string,
): Promise<MediaRow | 'foreign' | undefined> {
  const found = await findOfAnyBrand(db, id)
  if (found && found.brand_id !== brandId) return 'foreign'
  return found?.type === 'invoice' ? found : undefined
}

/** Whether goods of a brand cross a customs border on their way to a country. */
export const needsInvoice: HasOwned = async (db, brandId, country) => {
  const enrolment = await findEnrolment(db, brandId)
  return (
    enrolment !== undefined && crossesCustoms(await countryOfWarehouse(db, enrolment.warehouse_id), country)
  )
}

const columns = (db: Queryable) => db`brand_id, id, master_order_id, type, filename, created_at`
