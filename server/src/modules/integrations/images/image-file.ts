/** Whether bytes are the beginning of an image that browsers show. */
import { BMP } from 'image-size/types/bmp'
import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

/** SVG is not among them: it is a document that can run scripts. AVIF is a kind of HEIF. */
const FORMATS = [PNG, GIF, WEBP, HEIF, BMP]
/** Where these have their dimensions. Hostile boxes of HEIF take the square of their number: 87 seconds for 200 KB. */
const MAX_HEADER = 4 * 1024
/** The dimensions of a JPEG come after its metadata, which may hold a preview and colour profiles. */
export const MAX_BEGINNING = 256 * 1024

/** An image has a known signature, and a header with a width and a height. */
export function isImage(beginning: Buffer): boolean {
  if (beginning[0] === 0xff && beginning[1] === 0xd8) return hasJpegSize(beginning)
  const header = beginning.subarray(0, MAX_HEADER)
  try {
    const size = FORMATS.find(({ validate }) => validate(header))?.calculate(header)
    return size !== undefined && size.width > 0 && size.height > 0
  } catch {
    // The header is damaged, or ends too early.
    return false
  }
}

/** In a marker SOF, from 0xc0 to 0xcf; three of these mean something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Walks the segments of a JPEG up to the one with its dimensions. The library tries every byte after a damaged segment,
 * which takes a quarter of a second for a hostile file.
 */
function hasJpegSize(bytes: Buffer): boolean {
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    // Markers may be preceded by fill bytes.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    if (bytes[at] !== 0xff || at + 9 > bytes.length) return false
    if (isFrame(bytes[at + 1] ?? 0)) return bytes.readUInt16BE(at + 5) > 0 && bytes.readUInt16BE(at + 7) > 0
  }
  return false
}
