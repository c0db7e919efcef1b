/** Makes pictures for tests, with the encoders that browsers' tools use. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js'
import encodePng, { init as initPng } from '@jsquash/png/encode.js'
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js'

type Encode = (pixels: object, options?: object) => Promise<ArrayBuffer>
type Init = (module: object) => Promise<unknown>
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
}

const ENCODERS = {
  jpeg: [encodeJpeg, initJpeg, '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'],
  png: [encodePng, initPng, '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'],
  webp: [encodeWebp, initWebp, '@jsquash/webp/codec/enc/webp_enc_simd.wasm'],
} as unknown as Record<SampleFormat, [Encode, Init, string]>

export type SampleFormat = 'jpeg' | 'png' | 'webp'

const loaded = new Map<SampleFormat, Promise<unknown>>()

/** Each seed makes other pixels: a gradient, with its upper half in another colour. */
export async function samplePicture(
  format: SampleFormat,
  { width = 64, height = 48, seed = 0 }: { width?: number; height?: number; seed?: number } = {},
): Promise<Buffer> {
  const [encode, init, file] = ENCODERS[format]
  const packages = createRequire(import.meta.url)
  if (!loaded.has(format)) loaded.set(format, readFile(packages.resolve(file)).then(wasm.compile).then(init))
  await loaded.get(format)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0, i = 0; at < data.length; at += 4, i++) {
    const isUpper = i < (width * height) / 2
    data[at] = isUpper ? 220 : 30
    data[at + 1] = ((i % width) * 255) / width
    data[at + 2] = (seed * 37) % 256
    data[at + 3] = 255
  }
  return Buffer.from(await encode({ data, width, height }))
}

/** The same JPEG with a segment behind its beginning, such as metadata. */
export const withSegment = (jpeg: Buffer, marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** Metadata of a photograph: how the camera was held (1 to 8), and a text. */
export function exif(orientation: number, text: string): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 12 + 4)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(text)])
}
