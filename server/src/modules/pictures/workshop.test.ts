import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { SEED } from '../../../test/chance.ts'
import { FULL } from '../../../test/full.ts'
import { exif, type SampleFormat, samplePicture, withSegment } from '../../../test/sample-pictures.ts'
import { fit } from './convert.ts'
import { MAX_BYTES } from './limits.ts'
import { PictureRefused, readPictureHeader } from './picture-header.ts'
import { WIDTHS } from './widths.ts'
import { Workshop } from './workshop.ts'

const workshop = new Workshop({ timeoutMs: 120_000 })
afterAll(() => workshop.close())

const sizesOf = (files: Readonly<Record<number, Uint8Array>>) =>
  WIDTHS.map((width) => {
    const { format, ...size } = readPictureHeader(Buffer.from(files[width] ?? []))
    expect(format).toBe('webp')
    return [size.width, size.height]
  })

test.each<SampleFormat>(['jpeg', 'png', 'webp'])('a %s becomes WebP in three widths', async (format) => {
  const picture = await workshop.convert(await samplePicture(format, { width: 1600, height: 1200 }))
  expect(picture).toMatchObject({ width: 1600, height: 1200 })
  expect(sizesOf(picture.files)).toEqual([
    [160, 120],
    [480, 360],
    [1440, 1080],
  ])
})

test('a small picture is not enlarged, and a tall one becomes narrower', async () => {
  const { files } = await workshop.convert(await samplePicture('png', { width: 100, height: 80 }))
  expect(sizesOf(files)).toEqual([
    [100, 80],
    [100, 80],
    [100, 80],
  ])
  expect(fit({ width: 1000, height: 8000 }, 160)).toEqual({ width: 40, height: 320 })
  expect(fit({ width: 16_000, height: 1 }, 160)).toEqual({ width: 160, height: 1 })
})

test('a photograph is turned upright, and nothing of its metadata remains, nor what is hidden behind it', async () => {
  const jpeg = await samplePicture('jpeg', { width: 60, height: 40 })
  const secret = 'N 51.0543 E 3.7174'
  const sent = Buffer.concat([
    withSegment(jpeg, 0xe1, exif(6, secret)),
    Buffer.from(`<script>${secret}</script>`),
  ])
  const { width, height, files } = await workshop.convert(sent)
  expect([width, height]).toEqual([40, 60])
  for (const file of Object.values(files)) {
    expect(Buffer.from(file).includes('51.0543')).toBe(false)
    expect(Buffer.from(file).includes('script')).toBe(false)
  }
})

test.each<SampleFormat>(['jpeg', 'png', 'webp'])(
  'of a %s that is a page or a program too, the picture alone remains',
  async (format) => {
    const parts = ['<html><script>alert(1)</script>', '<?php phpinfo() ?>', 'PK\x03\x04', '%PDF-1.7', 'MZ']
    const { files } = await workshop.convert(
      Buffer.concat([await samplePicture(format), Buffer.from(parts.join('\n'), 'latin1')]),
    )
    for (const file of Object.values(files)) {
      const bytes = Buffer.from(file)
      expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length)
      for (const part of parts.slice(0, 2)) expect(bytes.includes(part)).toBe(false)
    }
  },
)

/** As the headers of a decompression bomb: nothing behind them is read. */
async function ofSize(width: number, height: number): Promise<Buffer> {
  const png = await samplePicture('png')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

describe('is refused', () => {
  test.each([
    [20_000, 20_000],
    [16_384, 10],
    [6_000, 5_000],
  ])('a picture of %i × %i pixels', async (width, height) => {
    await expect(workshop.convert(await ofSize(width, height))).rejects.toThrow(
      `has ${width} × ${height} pixels; a picture has at most 25 million, and 16383 on a side`,
    )
  })

  test('a file that is too large, before anything is read of it', async () => {
    await expect(workshop.convert(Buffer.alloc(MAX_BYTES + 1))).rejects.toThrow('is larger than 20 MB')
  })

  test('a picture whose data end before its last line', async () => {
    const png = await samplePicture('png', { width: 300, height: 300 })
    await expect(workshop.convert(png.subarray(0, png.length / 2))).rejects.toThrow(
      'damaged or was cut short',
    )
  })
})

test('a picture that takes too long is given up with its thread, and the next one is converted', async () => {
  const hasty = new Workshop({ timeoutMs: 1 })
  onTestFinished(() => hasty.close())
  const large = await samplePicture('jpeg', { width: 3000, height: 2000 })
  await expect(hasty.convert(large)).rejects.toThrow('takes more time or memory to decode than a picture may')
  const { width } = await workshop.convert(await samplePicture('png'))
  expect(width).toBe(64)
})

test('of many pictures at once the last ones are to be sent again', async () => {
  const small = new Workshop({ waiting: 2, timeoutMs: 120_000 })
  onTestFinished(() => small.close())
  const png = await samplePicture('png')
  const answers = await Promise.allSettled([1, 2, 3].map(() => small.convert(png)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: { status: 503 } })
})

/** A generator with a seed, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

/** Several, because a thread that has refused a file ends, and the next one needs a moment to begin. */
const WORKSHOPS = 4

test('damaged files are converted or refused, and the process keeps within its memory', async () => {
  const count = FULL ? 20_000 : 200
  const samples = await Promise.all(
    (['jpeg', 'png', 'webp'] as const).map((format) =>
      samplePicture(format, { width: 48, height: 40, seed: 5 }),
    ),
  )
  const random = numbers(Number(SEED) || 1)
  const below = (limit: number) => random.next().value % limit
  const files = Array.from({ length: count }, (_, i) =>
    mutate(Buffer.from(samples[i % samples.length] ?? []), below),
  )
  const seen = { converted: 0, refused: 0, givenUp: 0, mostMB: 0 }
  const before = process.memoryUsage().rss
  const convertAll = async (_: unknown, first: number) => {
    const workshop = new Workshop({ timeoutMs: 120_000 })
    onTestFinished(() => workshop.close())
    for (let i = first; i < count; i += WORKSHOPS) {
      try {
        sizesOf((await workshop.convert(files[i] as Buffer)).files)
        seen.converted += 1
      } catch (error) {
        // Anything else is a failure of ours.
        expect(error, `file ${i}`).toBeInstanceOf(PictureRefused)
        if ((error as Error).message.includes('takes more time or memory')) seen.givenUp += 1
        else seen.refused += 1
      }
      seen.mostMB = Math.max(seen.mostMB, Math.round((process.memoryUsage().rss - before) / 1e6))
    }
  }
  await Promise.all(Array.from({ length: WORKSHOPS }, convertAll))
  console.info(`${count} damaged files: ${JSON.stringify(seen)}`)
  expect(seen.converted).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(0)
  // Decoding ends by itself, and with the memory that it has.
  expect(seen.givenUp).toBe(0)
  expect(seen.mostMB).toBeLessThan(WORKSHOPS * 600)
}, 7_200_000)

/** Changes, removes, repeats or inserts bytes at one to eight places, mostly behind the first signature. */
function mutate(bytes: Buffer, below: (limit: number) => number): Buffer {
  let changed = bytes
  for (let times = 1 + below(8); times > 0; times--) {
    const at =
      below(10) === 0 ? below(changed.length) : Math.min(4 + below(changed.length), changed.length - 1)
    const length = 1 + below(below(4) === 0 ? 64 : 4)
    const [head, cut, tail] = [
      changed.subarray(0, at),
      changed.subarray(at, at + length),
      changed.subarray(at + length),
    ]
    const noise = Buffer.from(Array.from({ length }, () => below(256)))
    const [middle] = [
      [
        noise.subarray(0, cut.length),
        Buffer.alloc(0),
        Buffer.concat([cut, cut]),
        Buffer.concat([noise, cut]),
      ],
    ].map((choices) => choices[below(8) < 5 ? 0 : below(4)] as Buffer)
    changed = Buffer.concat([head, middle as Buffer, tail])
  }
  return changed
}
