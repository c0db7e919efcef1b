import { expect, test } from 'vitest'
import { samplePicture } from '../../../test/sample-pictures.ts'
import { readPictureHeader } from './picture-header.ts'

const [jpeg, png, webp] = await Promise.all([
  samplePicture('jpeg'),
  samplePicture('png'),
  samplePicture('webp'),
])

test.each([
  ['jpeg', jpeg],
  ['png', png],
  ['webp', webp],
])('the size of a %s is in its header', (format, bytes) => {
  expect(readPictureHeader(bytes)).toEqual({ format, width: 64, height: 48 })
})

/** The first frame says how many colours there are, behind the size. */
function cmyk(): Buffer {
  const bytes = Buffer.from(jpeg)
  const at = bytes.findIndex((byte, i) => byte === 0xff && [0xc0, 0xc2].includes(bytes[i + 1] ?? 0))
  bytes[at + 9] = 4
  return bytes
}

function animated(): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF', 0)
  bytes.write('WEBPVP8X', 8)
  bytes[20] = 0x02
  return bytes
}

function animatedPng(): Buffer {
  const control = Buffer.alloc(20)
  control.writeUInt32BE(8, 0)
  control.write('acTL', 4)
  const headerEnd = 8 + 25
  return Buffer.concat([png.subarray(0, headerEnd), control, png.subarray(headerEnd)])
}

test.each([
  ['a page', Buffer.from('<!doctype html><title>Sign in</title>'), 'is no picture; send a JPEG, PNG or WebP'],
  ['nothing', Buffer.alloc(0), 'is no picture; send a JPEG, PNG or WebP'],
  [
    'an SVG',
    Buffer.from('<?xml version="1.0"?>\n<svg xmlns="…"/>'),
    'is an SVG; save it as a JPEG, PNG or WebP',
  ],
  ['a GIF', Buffer.from('GIF89a…'), 'is a GIF; save it as a JPEG, PNG or WebP'],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'is a HEIC; save it as a JPEG, PNG or WebP'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'is a PDF; save it as a JPEG, PNG or WebP'],
  ['colours of print', cmyk(), 'has the colours of print (CMYK); save it with those of screens (RGB)'],
  ['an animated PNG', animatedPng(), 'is animated; send a still picture'],
  ['an animation', animated(), 'is animated; send a still picture'],
  ['the first half of a JPEG', jpeg.subarray(0, jpeg.length / 2), 'is damaged or was cut short'],
  ['a JPEG without its end', jpeg.subarray(0, -2), 'is damaged or was cut short'],
  [
    'a JPEG without a frame',
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9]),
    'is damaged or was cut short',
  ],
  ['the beginning of a PNG', png.subarray(0, 20), 'is damaged or was cut short'],
  ['the beginning of a WebP', webp.subarray(0, 20), 'is damaged or was cut short'],
])('%s is refused with a sentence', (_what, bytes, sentence) => {
  expect(() => readPictureHeader(bytes)).toThrow(sentence)
})
