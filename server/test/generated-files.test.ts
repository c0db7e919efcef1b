import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generatedFiles, ROOT } from '../scripts/generated-files.ts'
import { createTestDatabase } from './database.ts'

test('committed files are what the code makes of them; `npm run generate` renews them', async () => {
  const files = await generatedFiles(await createTestDatabase())
  expect(files.size).toBe(14)
  for (const [path, content] of files) {
    const committed = await readFile(new URL(path, ROOT), 'utf8').catch(() => '')
    expect(committed === content, `${path} is out of date: run \`npm run generate\``).toBe(true)
  }
})
