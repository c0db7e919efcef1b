import { earlier, onNodeOf, type Queryable } from '../../../platform/database.ts'
import { RUNNERS_CHANNEL } from '../operations/due-brands.ts'
import type { OperationKey } from '../operations/results.ts'
import { urlKey } from './image-urls.ts'

/** Progress of the image checks of an operation, with the resources used so far. */
export interface ImageRun {
  /** The images of all entries up to this one are checked. */
  doneOrdinal: number
  total: number
  checked: number
  bytes: number
  elapsedMs: number
}

export interface ImageLease {
  leaseId: string
  leaseMs: number
}

export interface CheckedImage {
  url: string
  isImage: boolean
}

/**
 * Acquires the lease on the images of a running operation; undefined while another worker holds it. The lease is measured
 * in real time, because the sandbox clock may be moved while a worker fetches.
 */
export async function claimImageRun(
  db: Queryable,
  { brandId, id }: OperationKey,
  { leaseId, leaseMs }: ImageLease,
): Promise<ImageRun | undefined> {
  const [run] = await onNodeOf(
    brandId,
    db<ImageRun[]>`
    with claimed as (
      insert into integrations.image_runs (brand_id, operation_id, lease_id, leased_until)
      select brand_id, id, ${leaseId}, now() + ${leaseMs} * interval '1 millisecond'
      from integrations.operations
      where brand_id = ${brandId} and id = ${id} and status = 'started'
      on conflict (brand_id, operation_id) do update
      set lease_id = excluded.lease_id, leased_until = excluded.leased_until
      where image_runs.leased_until < ${earlier(db, db`excluded.leased_until`, leaseMs)}
      returning operation_id, done_ordinal, checked_count, received_bytes, elapsed_ms
    )
    select claimed.done_ordinal as "doneOrdinal", total_products_count as total, checked_count as checked,
      received_bytes::float8 as bytes, elapsed_ms as "elapsedMs"
    from claimed
    join integrations.operations as operation
      on operation.brand_id = ${brandId} and operation.id = claimed.operation_id`,
  )
  return run
}

/** Releases the lease, so that another worker need not wait for its expiry. */
export async function releaseImageRun(
  db: Queryable,
  { brandId, id }: OperationKey,
  leaseId: string,
): Promise<void> {
  await db`
    update integrations.image_runs
    set lease_id = null, leased_until = now() - interval '1 second'
    where brand_id = ${brandId} and operation_id = ${id} and lease_id = ${leaseId}`
}

/** Returns false if the lease was lost; then nothing is written and another worker continues. */
export async function saveImageRun(
  db: Queryable,
  { brandId, id }: OperationKey,
  { leaseId, leaseMs }: ImageLease,
  images: readonly CheckedImage[],
  { doneOrdinal, checked, bytes, elapsedMs }: ImageRun,
): Promise<boolean> {
  const held = await onNodeOf(
    brandId,
    db`
    with held as (
      update integrations.image_runs
      set done_ordinal = ${doneOrdinal}, checked_count = ${checked}, received_bytes = ${bytes},
        elapsed_ms = ${elapsedMs}, leased_until = now() + ${leaseMs} * interval '1 millisecond'
      where brand_id = ${brandId} and operation_id = ${id} and lease_id = ${leaseId}
      returning operation_id
    ), saved as (
      insert into integrations.image_checks (brand_id, operation_id, url_key, is_image)
      select ${brandId}, operation_id, url_key, is_image
      from held
      cross join unnest(
        ${images.map(({ url }) => urlKey(url))}::text[],
        ${images.map(({ isImage }) => isImage)}::boolean[]
      ) as checked (url_key, is_image)
      on conflict (brand_id, operation_id, url_key) do nothing
    )
    select operation_id from held`,
  )
  if (held.length === 0) return false
  // A statement of its own: another node of a distributed database may execute the one above, where no worker listens.
  await db`select pg_notify(${RUNNERS_CHANNEL}, '')`
  return true
}

/** The ordinal up to which the images of all entries are checked. */
export async function lastCheckedOrdinal(db: Queryable, { brandId, id }: OperationKey): Promise<number> {
  const [run] = await db<{ done_ordinal: number }[]>`
    select done_ordinal from integrations.image_runs where brand_id = ${brandId} and operation_id = ${id}`
  return run?.done_ordinal ?? 0
}

/** The stored outcomes for these URLs. */
export async function findCheckedImages(
  db: Queryable,
  { brandId, id }: OperationKey,
  urls: readonly string[],
): Promise<CheckedImage[]> {
  if (urls.length === 0) return []
  const keys = new Map(urls.map((url) => [urlKey(url), url]))
  const rows = await db<{ url_key: string; is_image: boolean }[]>`
    select url_key, is_image
    from integrations.image_checks
    where brand_id = ${brandId} and operation_id = ${id} and url_key = any(${[...keys.keys()]}::text[])`
  return rows.map(({ url_key, is_image }) => ({ url: keys.get(url_key) ?? '', isImage: is_image }))
}

/** The checks are not needed after the end of the operation: its results list the invalid images. */
export async function deleteImageChecks(tx: Queryable, { brandId, id }: OperationKey): Promise<void> {
  await tx`delete from integrations.image_checks where brand_id = ${brandId} and operation_id = ${id}`
  await tx`delete from integrations.image_runs where brand_id = ${brandId} and operation_id = ${id}`
}
