import { expect, test } from 'vitest'
import { PNG } from '../../../../test/image-host.ts'
import { isImage, MAX_BEGINNING } from './image-file.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

const GIF = bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0])
const WEBP = bytes(
  'RIFF',
  [40, 0, 0, 0],
  'WEBPVP8 ',
  [20, 0, 0, 0],
  [0x30, 1, 0, 0x9d, 1, 0x2a, 16, 0, 16, 0],
)
const SOF = [0xff, 0xc0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
const segment = (size: number) => [0xff, 0xe1, size >> 8, size & 0xff, ...Array(size - 2).fill(0)]
const JPEG = bytes([0xff, 0xd8], segment(16), SOF)
const LONG_JPEG = bytes([0xff, 0xd8], segment(65_535), segment(65_535), SOF)
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 8)
  return Buffer.concat([size, Buffer.from(type), body])
}
const ispe = box('ispe', bytes([0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 16]))
const AVIF = Buffer.concat([
  box('ftyp', Buffer.from('avif\0\0\0\0')),
  box('meta', Buffer.alloc(4), box('iprp', box('ipco', ispe))),
])

test.each([
  ['PNG', PNG],
  ['GIF', GIF],
  ['WebP', WEBP],
  ['JPEG', JPEG],
  ['JPEG with much before its dimensions', LONG_JPEG],
  ['AVIF', AVIF],
  ['JPEG with fill bytes', bytes([0xff, 0xd8], segment(16), [0xff, 0xff], SOF)],
  ['the beginning of a PNG', PNG.subarray(0, 40)],
])('%s is an image', (_name, image) => {
  expect(isImage(image)).toBe(true)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['HTML', Buffer.from('<!doctype html><title>Not found</title>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>')],
  ['a signature alone', PNG.subarray(0, 8)],
  ['a JPEG without dimensions', JPEG.subarray(0, 20)],
  ['a PNG of no width', Buffer.concat([PNG.subarray(0, 16), Buffer.alloc(8), PNG.subarray(24)])],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['zeros', Buffer.alloc(100_000)],
])('%s is not an image', (_name, other) => {
  expect(isImage(other)).toBe(false)
})

test.each([
  ['a JPEG of zeros', bytes([0xff, 0xd8], segment(16), Array(MAX_BEGINNING).fill(0))],
  ['a JPEG of fill bytes', bytes([0xff, 0xd8], Array(MAX_BEGINNING).fill(0xff))],
  ['a JPEG of empty segments', bytes([0xff, 0xd8], Array(MAX_BEGINNING).fill([0xff, 0xe1, 0, 0]).flat())],
  ['an AVIF of many small boxes', hostileAvif()],
])('%s is checked quickly', (_name, hostile) => {
  const startedAt = process.cpuUsage()
  isImage(hostile)
  const { user } = process.cpuUsage(startedAt)
  expect(user / 1000).toBeLessThan(2000)
})

function hostileAvif(): Buffer {
  const content = box('ipco', ...Array.from({ length: 10_000 }, () => ispe))
  const ftyp = box('ftyp', Buffer.from('avif\0\0\0\0'))
  return Buffer.concat([ftyp, box('meta', Buffer.alloc(4), box('iprp', content))])
}
