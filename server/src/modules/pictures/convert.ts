/**
 * Decodes a picture and encodes it anew in all widths. What is encoded are the pixels alone, so neither metadata, such as
 * where a photograph was taken, nor anything that is hidden behind a picture gets through.
 *
 * Runs in the thread of `picture-thread.ts`. The codecs are WebAssembly: a damaged or hostile file reaches their own memory
 * at most, and not that of the process.
 */
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'
import resize, { initResize } from '@jsquash/resize'
import decodeWebp, { init as initWebpDecoder } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initWebpEncoder } from '@jsquash/webp/encode.js'
import { type CodecPrograms, codecPrograms, wasm } from './codec-files.ts'
import { MAX_CODEC_BYTES, MAX_PIXELS, MAX_SIDE } from './limits.ts'
import { type PictureFormat, PictureRefused, readPictureHeader } from './picture-header.ts'
import { WIDTHS, type Width } from './widths.ts'

/** Red, green, blue and opacity, a byte each; what browsers call `ImageData`. */
interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

/** The codecs are typed for browsers. */
interface Codecs {
  jpeg(file: ArrayBuffer, options: { preserveOrientation: boolean }): Promise<Pixels>
  png(file: ArrayBuffer): Promise<Pixels>
  webp(file: ArrayBuffer): Promise<Pixels>
  toWebp(pixels: Pixels, options: { quality: number; method: number }): Promise<ArrayBuffer>
  resize(
    pixels: Pixels,
    options: Size & { method: string; premultiply: boolean; linearRGB: boolean },
  ): Promise<Pixels>
}
const codecs = {
  jpeg: decodeJpeg,
  png: decodePng,
  webp: decodeWebp,
  toWebp: encodeWebp,
  resize,
} as unknown as Codecs

type Init = (module: object, options?: object) => Promise<unknown>

export interface ConvertedPicture {
  /** Of the picture as it was sent, upright. */
  width: number
  height: number
  /** WebP, by width. A picture is never enlarged, so that of a small one may be narrower. */
  files: Record<Width, Uint8Array>
}

/** Throws `PictureRefused`. */
export async function convertPicture(bytes: Buffer): Promise<ConvertedPicture> {
  const header = readPictureHeader(bytes)
  refuseSize(header)
  const pixels = await decode(header.format, bytes)
  // The size that counts is the one that was decoded: a header may lie, and a photograph may lie on its side.
  refuseSize(pixels)
  const files = {} as Record<Width, Uint8Array>
  let source = pixels
  let known: Uint8Array | undefined
  for (const width of WIDTHS.toReversed()) {
    const size = fit(pixels, width)
    if (size.width === source.width && known) {
      files[width] = known
      continue
    }
    source = await reduce(source, size)
    known = new Uint8Array(await codecs.toWebp(source, { quality: QUALITY, method: EFFORT }))
    files[width] = known
  }
  return { width: pixels.width, height: pixels.height, files }
}

/** No difference to the original is seen at the size of a page. */
const QUALITY = 80
/** From 0 to 6: one more takes half as long again, and saves two percent. */
const EFFORT = 3
/** A picture that is taller would fill more than a screen; it becomes narrower instead. */
const MAX_HEIGHT_TO_WIDTH = 2

interface Size {
  width: number
  height: number
}

function refuseSize({ width, height }: Size): void {
  if (width < 1 || height < 1) throw new PictureRefused('is damaged or was cut short')
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    const most = (MAX_PIXELS / 1e6).toLocaleString('en')
    throw new PictureRefused(
      `has ${width} × ${height} pixels; a picture has at most ${most} million, and ${MAX_SIDE} on a side`,
    )
  }
}

export function fit({ width, height }: Size, to: Width): Size {
  const scale = Math.min(1, to / width, (MAX_HEIGHT_TO_WIDTH * to) / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function decode(format: PictureFormat, bytes: Buffer): Promise<Pixels> {
  await loadCodecs()
  // A buffer of a pool is larger than the file.
  const file = new Uint8Array(bytes).buffer as ArrayBuffer
  try {
    if (format === 'jpeg') return await codecs.jpeg(file, { preserveOrientation: true })
    return format === 'png' ? await codecs.png(file) : await codecs.webp(file)
  } catch (cause) {
    throw new PictureRefused('is damaged or was cut short', { cause })
  }
}

/** Averages blocks of pixels as far as that loses nothing, because the filter of the last step needs 16 bytes for a pixel. */
async function reduce(source: Pixels, to: Size): Promise<Pixels> {
  if (to.width === source.width) return source
  const factor = Math.floor(Math.min(source.width / to.width, source.height / to.height) / 2)
  const halved = factor > 1 ? averageBlocks(source, factor) : source
  return await codecs.resize(halved, { ...to, method: 'lanczos3', premultiply: true, linearRGB: false })
}

/** Colours count as much as they are opaque, so that what is transparent does not darken an edge. */
function averageBlocks({ data, width, height }: Pixels, factor: number): Pixels {
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)]
  const reduced = { data: new Uint8ClampedArray(columns * rows * 4), width: columns, height: rows }
  for (let row = 0, to = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, to += 4) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let y = row * factor; y < (row + 1) * factor; y++) {
        for (let x = 0, at = (y * width + column * factor) * 4; x < factor; x++, at += 4) {
          const weight = data[at + 3] as number
          red += (data[at] as number) * weight
          green += (data[at + 1] as number) * weight
          blue += (data[at + 2] as number) * weight
          alpha += weight
        }
      }
      if (alpha === 0) continue
      reduced.data[to] = red / alpha
      reduced.data[to + 1] = green / alpha
      reduced.data[to + 2] = blue / alpha
      reduced.data[to + 3] = alpha / factor ** 2
    }
  }
  return reduced
}

let loaded: Promise<unknown> | undefined

/** Each codec is loaded once for a thread, which may be given the programs. */
export function loadCodecs(programs: Promise<CodecPrograms> = codecPrograms()): Promise<unknown> {
  loaded ??= programs.then(loadAll)
  return loaded
}

async function loadAll({ jpeg, png, webp, toWebp, resize }: CodecPrograms): Promise<void> {
  boundMemory()
  await Promise.all([
    (initJpeg as Init)(jpeg, QUIET),
    (initPng as Init)(png),
    (initWebpDecoder as Init)(webp, QUIET),
    (initWebpEncoder as Init)(toWebp, QUIET),
    (initResize as Init)(resize),
  ])
}

/** Decoders print what they find wrong with a file, which says nothing to an operator. */
const QUIET = { print() {}, printErr() {} }

/** Codecs ask for more memory by this method; one that gets none gives the file up. */
function boundMemory(): void {
  const { grow } = wasm.Memory.prototype
  wasm.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65_536 > MAX_CODEC_BYTES) throw new RangeError('no more memory')
    return grow.call(this, pages)
  }
}
