/** Detects whether a file begins like an image in a format that browsers display. */
import { BMP } from 'image-size/types/bmp'
import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

/** SVG is excluded, as it can contain scripts. AVIF is a kind of HEIF. */
const FORMATS = [PNG, GIF, WEBP, HEIF, BMP]
/** These formats store the dimensions near the start. Parsing hostile HEIF boxes is quadratic: 87 seconds for 200 KB. */
const MAX_HEADER = 4 * 1024
/** The dimensions of a JPEG follow its metadata, which may contain a preview and colour profiles. */
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

/** Markers from 0xc0 to 0xcf start a frame (SOF), except three with other meanings. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Walks the segments of a JPEG up to the one with its dimensions. The library scans every byte after a damaged segment,
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
