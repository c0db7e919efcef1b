/** Takes pictures of brands: their bytes, or the address that these are fetched from. */
import { createHash } from 'node:crypto'
import { type Problem, problem } from '@tradehall/jsonapi'
import { pointTo } from '../../domain/problems.ts'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { withoutFragment } from '../../platform/outbound/targets.ts'
import type { Work } from '../../platform/work.ts'
import type { ConvertedPicture } from './convert.ts'
import { MAX_BYTES } from './limits.ts'
import { digestOf, putObjects, referToObjects } from './objects.ts'
import { PictureRefused } from './picture-header.ts'
import { insertPicture, type PictureRow, touchPicture } from './queries.ts'
import { WIDTHS } from './widths.ts'
import { Workshop } from './workshop.ts'

/** Part of every id, so that pictures that are converted in another way get other addresses. */
export const CONVERSION = 'webp 160 480 1440'

/**
 * A UUID of version 8, made of the SHA-256 of the bytes: the same file has one id in a brand, and nobody else can tell from an
 * id what another brand has.
 */
export function pictureId(brandId: BrandId, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(`${CONVERSION}\n${brandId}\n`).update(bytes).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** One for the process: pictures of requests and of imports take turns. */
const workshop = new Workshop()

/** `files` is where the file storage is, if there is one. */
type Storing = Work & { files?: FileStorage | undefined }

/** Stores a picture unless the brand has it already. Throws `PictureRefused`. */
export async function storePicture(
  work: Storing,
  brandId: BrandId,
  bytes: Buffer,
): Promise<{ row: PictureRow; created: boolean }> {
  const id = pictureId(brandId, bytes)
  const known = await touchPicture(work.db, { brandId, id }, work.clock.now())
  if (known) return { row: known, created: false }
  // Outside of any transaction: nothing waits for a picture that takes long.
  const converted = await workshop.convert(bytes)
  return { row: await saveConverted(work, brandId, id, converted, { isUsed: false }), created: true }
}

export async function saveConverted(
  work: Storing,
  brandId: BrandId,
  id: string,
  { width, height, files }: ConvertedPicture,
  { isUsed }: { isUsed: boolean },
): Promise<PictureRow> {
  const now = work.clock.now()
  const row = { brand_id: brandId, id, width, height, created_at: now }
  const used = { ...row, unused_since: isUsed ? null : now }
  const stored = WIDTHS.map((width) => {
    const bytes = files[width]
    return { width, bytes, object: null, size: bytes.length, digest: digestOf(bytes) }
  })
  if (!work.files) {
    await insertPicture(work.db, used, stored)
    return row
  }
  const objects = await putObjects(
    work,
    work.files,
    brandId,
    stored.map(({ bytes }) => bytes),
  )
  const placed = stored.map((file, i) => ({ ...file, bytes: null, object: objects[i] ?? null }))
  await referToObjects(work, brandId, (tx) => insertPicture(tx, used, placed))
  return row
}

/** As imports fetch images. */
const FETCH_MS = 10_000

/** One message for every cause, so that it reveals nothing about the network of the server. */
const NOT_FETCHED = `could not be downloaded: expected its address to answer within 10 seconds, with at most ${MAX_BYTES / 1024 / 1024} MB`

/** Throws `PictureRefused`. */
export async function fetchPicture(outbound: Pick<Outbound, 'get'>, url: string): Promise<Buffer> {
  const { beginning } = await outbound.get({
    url: withoutFragment(new URL(url)),
    timeoutMs: FETCH_MS,
    maxBytes: MAX_BYTES + 1,
    maxFileBytes: MAX_BYTES,
    isEnough: () => false,
  })
  if (!beginning || beginning.length > MAX_BYTES) throw new PictureRefused(NOT_FETCHED)
  return beginning
}

const pictureRefused = problem(
  'PICTURE_REFUSED',
  422,
  'Unprocessable Content',
  'The file cannot be used as a picture: it is too large, damaged, animated, or of another kind than JPEG, PNG and WebP.',
)

/** The problem that a client sees of a refused picture. */
export function refusedPicture(error: unknown, pointer: string): Problem | unknown {
  if (!(error instanceof PictureRefused)) return error
  return pictureRefused(`The file ${error.message}.`, pointTo(pointer))
}
