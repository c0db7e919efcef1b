/** `npm run generate`: writes the committed files that are generated from the code, so that changes show in review. */
import { writeFile } from 'node:fs/promises'
import { drawMissing } from './demo-pictures/files.ts'
import { generatedFiles, ROOT } from './generated-files.ts'
import { withScratchDatabase } from './scratch-database.ts'

await withScratchDatabase(async (url) => {
  for (const [path, content] of await generatedFiles(url)) {
    await writeFile(new URL(path, ROOT), content)
    console.log(`wrote ${path}`)
  }
})

// Last and only what has changed, because drawing takes long.
for (const name of await drawMissing()) console.log(`drew ${name}`)
