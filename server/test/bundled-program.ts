/**
 * The `tradehall` program in few files. Tests start it some two hundred times, each time in several processes, and to load
 * two thousand files takes a process three times as much CPU time as to load the bundle. What depends on the files of a
 * clone or of the package (`start.test.ts`, `launcher.test.ts`, `package.test.ts`, `removal.test.ts`) starts those.
 */
import { hash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { CACHE } from './test-cache.ts'

const SERVER = fileURLToPath(new URL('../', import.meta.url))
/** ECMAScript modules of dozens of files each; what is CommonJS loads fast enough. */
const BUNDLED_PACKAGES = /^(@tradehall\/\w|typebox|jose|libphonenumber-js)(\/|$)/
const DAY_MS = 86_400_000

/** Returns the path of the program. The folder is named by its content, so that runs share it and its compiled code. */
export async function bundleProgram(): Promise<string> {
  const build = await rolldown({
    input: { main: join(SERVER, 'src/main.ts') },
    platform: 'node',
    external: (specifier) => !/^[./]/.test(specifier) && !BUNDLED_PACKAGES.test(specifier),
    plugins: [ownPlaces],
  })
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await build.close()
  const chunks = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []))
  const folder = join(CACHE, hash('sha256', chunks.map(({ code }) => code).join('\n')))
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true })
    const unfinished = mkdtempSync(join(CACHE, 'unfinished-'))
    // By the clock of the file system, because some runs of the tests have another day.
    removeOldBundles(statSync(unfinished).mtimeMs)
    for (const { fileName, code } of chunks) writeFileSync(join(unfinished, fileName), code)
    moveUnlessThere(unfinished, folder)
  }
  return join(folder, 'main.mjs')
}

/** Files of the server are found from its sources, and the processes that it starts run the bundle again. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (id.includes('/node_modules/') || !code.includes('import.meta')) return undefined
    const source = JSON.stringify(pathToFileURL(id).href)
    return code
      .replaceAll(/('\.\.\/main\.ts', )?import\.meta\.url/g, (_place, main) =>
        main ? "'./main.mjs', import.meta.url" : source,
      )
      .replaceAll('import.meta.main', 'false')
  },
}

function removeOldBundles(now: number): void {
  for (const folder of globSync(join(CACHE, '*'))) {
    if (now - statSync(folder).mtimeMs > DAY_MS) rmSync(folder, { recursive: true, force: true })
  }
}

/** Another run may have been faster. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
    rmSync(from, { recursive: true })
  }
}
