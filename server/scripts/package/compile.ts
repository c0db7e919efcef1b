/**
 * Compiles the server to plain JavaScript: every file that `main.ts` reaches, with its types replaced by white space. Line
 * and column numbers stay those of the sources, so that stack traces need no source maps.
 */
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { BUNDLED_MODULES, OWN_PACKAGES, packageOf, ROOT } from './contents.ts'
import { referencesIn, relativeSpecifier, replaceReferences } from './references.ts'

/** Returns the specifiers of other packages that the compiled files import. */
export async function compileServer(root: string, output: string): Promise<Set<string>> {
  const imported = new Set<string>()
  const reached = new Set([MAIN])
  // The set grows while it is iterated: the files that a file refers to are compiled after it.
  for (const source of reached) {
    const code = stripTypeScriptTypes(await readFile(join(root, source), 'utf8'))
    for (const specifier of referencesIn(code)) {
      const target = sourceOf(specifier, source)
      if (target) reached.add(target)
      else if (isPackage(specifier)) imported.add(specifier)
    }
    const file = join(output, compiledPath(source))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(
      file,
      replaceReferences(code, (specifier) => compiledSpecifier(specifier, source)),
    )
  }
  return imported
}

const MAIN = 'server/src/main.ts'

const isPackage = (specifier: string) => !/^(\.|node:)/.test(specifier)

/** The source file that a specifier means, relative to the root of the repository. */
function sourceOf(specifier: string, from: string): string | undefined {
  if (OWN_PACKAGES.includes(packageOf(specifier))) return exportedFile(specifier)
  if (!specifier.startsWith('.') || !specifier.endsWith('.ts')) return undefined
  return posix.join(posix.dirname(from), specifier)
}

/** What a package of this repository exports by this name. */
function exportedFile(specifier: string): string {
  const name = packageOf(specifier)
  const folder = `packages/${posix.basename(name)}`
  const { exports } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
  const file = exports[`.${specifier.slice(name.length)}`]
  if (file === undefined) throw new Error(`${folder}/package.json exports no ${specifier}.`)
  return posix.join(folder, file)
}

/** `server/src` is `src` in the package, as deep below its root as below `server/`: relative paths to other files stay. */
const compiledPath = (source: string): string => source.replace(/^server\//, '').replace(/\.ts$/, '.js')

export const bundlePath = (specifier: string): string =>
  `vendor/${specifier.replaceAll(/[@/]+/g, '-').replace(/^-/, '')}.js`

function compiledSpecifier(specifier: string, from: string): string {
  const target = sourceOf(specifier, from)
  if (target) return relativeSpecifier(compiledPath(from), compiledPath(target))
  if (BUNDLED_MODULES.includes(specifier)) return relativeSpecifier(compiledPath(from), bundlePath(specifier))
  return specifier
}
