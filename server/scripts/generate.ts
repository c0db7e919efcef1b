/** `npm run generate`: writes what is derived from the code and committed, so that changes to it show in review. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { generatedFiles } from './generated-files.ts'
import { withScratchDatabase } from './scratch-database.ts'

await withScratchDatabase(async (url) => {
  for (const [path, content] of await generatedFiles(url)) {
    await writeFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), content)
    console.log(`wrote ${path}`)
  }
})
