/**
 * The committed pictures of the demo catalog. A start must not wait for them and a clone has no build step, so they are
 * drawn by `npm run generate`; `sources.json` says from what, so that only those are drawn again whose drawing has changed.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { demoProducts } from '../../src/modules/catalog/demo/demo.ts'
import { ALDER_WICK, NORTHLIGHT } from '../../src/modules/catalog/demo/demo-goods.ts'
import { DEMO_PICTURES, DEMO_SIDE, demoFile } from '../../src/modules/catalog/demo/demo-pictures.ts'
import { CONVERSION } from '../../src/modules/pictures/pictures.ts'
import { demoTime, WRITTEN_FOR } from '../../src/platform/demo-time.ts'
import { drawingOf, drawVariant } from './render.ts'

const SOURCES = new URL('../sources.json', DEMO_PICTURES)
const STORED = [160, DEMO_SIDE] as const

interface Subject {
  sku: string
  product: string
  choice: string | null
}

/** Drawings are of no moment. */
const asWritten = demoTime(WRITTEN_FOR)

export const subjects = (): Subject[] =>
  [ALDER_WICK, NORTHLIGHT]
    .flatMap((ranges) => demoProducts(ranges, { present: asWritten, past: asWritten }))
    .flatMap((product) =>
      product.variants.map(({ sku, name }) => ({
        sku,
        product: product.name,
        choice: name === product.name ? null : name.slice(product.name.length + 3),
      })),
    )

/** What each picture is to be drawn from, by its article number. */
export async function currentSources(): Promise<Record<string, string>> {
  const digests = subjects().map(async ({ sku, product, choice }) => {
    const drawing = await drawingOf(product, choice)
    return [sku, createHash('sha256').update(`${CONVERSION}\n${drawing}`).digest('base64url')] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

export const committedSources = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(SOURCES, 'utf8').catch(() => '{}'))

export const committedFiles = async (): Promise<string[]> =>
  (await readdir(DEMO_PICTURES).catch(() => [] as string[])).sort()

export const expectedFiles = (): string[] =>
  subjects()
    .flatMap(({ sku }) => STORED.map((width) => demoFile(sku, width)))
    .sort()

/** Returns the names of the files that it wrote. */
export async function drawMissing(): Promise<string[]> {
  await mkdir(DEMO_PICTURES, { recursive: true })
  const [current, committed, files] = [
    await currentSources(),
    await committedSources(),
    await committedFiles(),
  ]
  const written: string[] = []
  for (const { sku, product, choice } of subjects()) {
    const names = STORED.map((width) => demoFile(sku, width))
    if (current[sku] === committed[sku] && names.every((name) => files.includes(name))) continue
    const drawn = await drawVariant(product, choice)
    for (const width of STORED) await writeFile(new URL(demoFile(sku, width), DEMO_PICTURES), drawn[width])
    written.push(...names)
  }
  const expected = expectedFiles()
  for (const name of files.filter((file) => !expected.includes(file))) await rm(new URL(name, DEMO_PICTURES))
  await writeFile(SOURCES, `${JSON.stringify(current, null, 2)}\n`)
  return written
}
