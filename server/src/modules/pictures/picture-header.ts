/**
 * Reads from the beginning of a picture what has to be known before it is decoded: its format and its size. Pictures are
 * recognized by their bytes alone; what a client calls them does not count.
 */

export type PictureFormat = 'jpeg' | 'png' | 'webp'

export interface PictureHeader {
  format: PictureFormat
  width: number
  height: number
}

/** Why a file is not taken, as the end of a sentence that begins with "The file". */
export class PictureRefused extends Error {}

export const ACCEPTED = 'a JPEG, PNG or WebP'

/** Throws `PictureRefused`. */
export function readPictureHeader(bytes: Buffer): PictureHeader {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return readJpeg(bytes)
  if (bytes.length >= 8 && bytes.readBigUInt64BE(0) === PNG_SIGNATURE) return readPng(bytes)
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') {
    return readWebp(bytes)
  }
  const known = OTHERS.find(({ begins }) => begins(bytes))
  throw new PictureRefused(
    known ? `is ${known.name}; save it as ${ACCEPTED}` : `is no picture; send ${ACCEPTED}`,
  )
}

const PNG_SIGNATURE = 0x89504e470d0a1a0an

const startsWith = (text: string) => (bytes: Buffer) => bytes.toString('latin1', 0, text.length) === text
const isBrand = (brands: RegExp) => (bytes: Buffer) =>
  bytes.toString('latin1', 4, 8) === 'ftyp' && brands.test(bytes.toString('latin1', 8, 12))

/** Formats that people try to upload. */
const OTHERS = [
  { name: 'a GIF', begins: startsWith('GIF8') },
  { name: 'a BMP', begins: startsWith('BM') },
  { name: 'a TIFF', begins: startsWith('II*\0') },
  { name: 'a TIFF', begins: startsWith('MM\0*') },
  { name: 'a PDF', begins: startsWith('%PDF-') },
  { name: 'an AVIF', begins: isBrand(/^avi[fs]$/) },
  { name: 'a HEIC', begins: isBrand(/^(hei[cxms]|hev[cmsx]|mif1|msf1)$/) },
  { name: 'an SVG', begins: (bytes: Buffer) => /<svg[\s>]/i.test(bytes.toString('latin1', 0, 1000)) },
]

const animated = () => new PictureRefused('is animated; send a still picture')
const cutShort = () => new PictureRefused('is damaged or was cut short')

/** Of the markers from 0xc0 to 0xcf, which start a frame, three mean something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const START_OF_SCAN = 0xda

function readJpeg(bytes: Buffer): PictureHeader {
  let size: { width: number; height: number } | undefined
  for (let at = 2; at + 4 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    // Markers may be preceded by fill bytes.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    if (bytes[at] !== 0xff || at + 10 > bytes.length) throw cutShort()
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) {
      if (bytes[at + 9] === 4) {
        throw new PictureRefused('has the colours of print (CMYK); save it with those of screens (RGB)')
      }
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (marker !== START_OF_SCAN) continue
    // The decoder would fill what is missing with grey. Some cameras append data of their own after the end.
    if (!size || bytes.lastIndexOf(END_OF_IMAGE) < at) throw cutShort()
    return { format: 'jpeg', ...size }
  }
  throw cutShort()
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

function readPng(bytes: Buffer): PictureHeader {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') throw cutShort()
  if (isAnimatedPng(bytes)) throw animated()
  return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The number of frames is said before the data of the first one. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

function readWebp(bytes: Buffer): PictureHeader {
  if (bytes.length < 30) throw cutShort()
  const format = 'webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { format, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { format, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      if ((bytes[20] ?? 0) & 0x02) throw animated()
      return { format, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      throw cutShort()
  }
}
