/** `npm run generate`: writes what is derived from the code and committed, so that changes to it show in review. */
import { writeFile } from 'node:fs/promises'
import { generatedFiles, ROOT } from './generated-files.ts'
import { withScratchDatabase } from './scratch-database.ts'

await withScratchDatabase(async (url) => {
  for (const [path, content] of await generatedFiles(url)) {
    await writeFile(new URL(path, ROOT), content)
    console.log(`wrote ${path}`)
  }
})
