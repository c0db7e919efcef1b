/**
 * Pictures for printed sheets: as JPEG, which PDF files can hold, made of the smallest stored file. That file is one of our own,
 * and has at most 160 × 320 pixels, so that it needs no thread.
 */
import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import pLimit from 'p-limit'
import type { BrandId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { compileCodec } from './codec-files.ts'
import { KeptFiles } from './kept-files.ts'
import { AT_ONCE, bytesOf } from './objects.ts'
import { type PictureKey, readPicturePath } from './picture-paths.ts'
import { findFiles, type StoredFile } from './queries.ts'
import { WIDTHS } from './widths.ts'

/** More rows than that are read by their names; each takes some milliseconds. */
const MAX_PRINTED = 200
/** The same goods are printed again and again. Some five hundred of them. */
const kept = new KeptFiles(2 * 1024 * 1024)

/**
 * By their addresses in rows of the catalog. Those that are kept elsewhere, or cannot be read at present, are left out: a sheet
 * is worth more than its pictures.
 */
export async function printedPictures(
  platform: Pick<Platform, 'db' | 'files' | 'log'>,
  brandId: BrandId,
  urls: readonly string[],
): Promise<Map<string, Buffer>> {
  const wanted = new Map<string, PictureKey>()
  for (const url of urls.slice(0, MAX_PRINTED)) {
    const key = readPicturePath(url)
    if (key?.brandId === brandId) wanted.set(url, key)
  }
  const unknown = [...wanted.values()].flatMap(({ id }) => (kept.get(id) ? [] : [id]))
  const files = await findFiles(platform.db, brandId, [...new Set(unknown)], WIDTHS[0])
  const inTurn = pLimit(AT_ONCE)
  await Promise.all(files.map((file) => inTurn(() => keepPrintable(platform, brandId, file))))
  const printed = new Map<string, Buffer>()
  for (const [url, { id }] of wanted) {
    const jpeg = kept.get(id)
    if (jpeg) printed.set(url, jpeg)
  }
  return printed
}

async function keepPrintable(
  platform: Pick<Platform, 'files' | 'log'>,
  brandId: BrandId,
  file: StoredFile & { id: string },
): Promise<void> {
  try {
    const webp = await bytesOf(platform, brandId, file)
    if (webp) kept.set(file.id, await toJpeg(webp))
  } catch (error) {
    platform.log.warn({ reason: (error as Error).message }, 'a sheet is printed without a picture')
  }
}

interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}
type Init = (module: object) => Promise<unknown>

let loaded: Promise<unknown> | undefined

const loadCodecs = () =>
  Promise.all([
    compileCodec('@jsquash/webp/codec/dec/webp_dec.wasm').then(initWebp as unknown as Init),
    compileCodec('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm').then(initJpeg as unknown as Init),
  ])

async function toJpeg(webp: Buffer): Promise<Buffer> {
  loaded ??= loadCodecs()
  await loaded
  const decode = decodeWebp as unknown as (file: ArrayBuffer) => Promise<Pixels>
  const pixels = await decode(new Uint8Array(webp).buffer as ArrayBuffer)
  return Buffer.from(await encodeJpeg(onPaper(pixels) as never, { quality: 80 }))
}

/** What is transparent shows the paper. */
function onPaper(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] as number) / 255
    for (let i = at; i < at + 3; i++) data[i] = (data[i] as number) * alpha + 255 * (1 - alpha)
    data[at + 3] = 255
  }
  return pixels
}
