import { readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  committedFiles,
  committedSources,
  currentSources,
  expectedFiles,
  subjects,
} from '../scripts/demo-pictures/files.ts'
import { drawVariant } from '../scripts/demo-pictures/render.ts'
import { DEMO_PICTURES, DEMO_SIDE, demoFile } from '../src/modules/catalog/demo/demo-pictures.ts'

test('the committed pictures are drawn from what is in the repository; `npm run generate` renews them', async () => {
  expect(await committedFiles()).toEqual(expectedFiles())
  expect(await committedSources()).toEqual(await currentSources())
})

test('a picture that is drawn again has the same bytes, on any machine', async () => {
  const [{ sku, product, choice }] = subjects() as [ReturnType<typeof subjects>[number]]
  const drawn = await drawVariant(product, choice)
  for (const width of [160, DEMO_SIDE] as const) {
    const committed = await readFile(new URL(demoFile(sku, width), DEMO_PICTURES))
    expect(committed.equals(drawn[width]), `${sku} ${width}`).toBe(true)
  }
})

test('all of them together have at most 1.5 MB', async () => {
  const sizes = await Promise.all(
    expectedFiles().map(async (name) => (await stat(new URL(name, DEMO_PICTURES))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000)
})
