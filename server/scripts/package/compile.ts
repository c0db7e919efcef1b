/**
 * Compiles a program to plain JavaScript: every file that its `main.ts` reaches, with its types replaced by white space. Line
 * and column numbers stay those of the sources, so that stack traces need no source maps.
 */
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { BUNDLED_MODULES, OWN_PACKAGES, packageOf, ROOT } from './contents.ts'
import { referencesIn, relativeSpecifier, replaceReferences } from './references.ts'

/** The folder of a program: the published package has its files at its root. */
export type ProgramFolder = 'server' | 'packages/kit'

/** Returns the specifiers of other packages that the compiled files import. */
export async function compileProgram(
  folder: ProgramFolder,
  root: string,
  output: string,
): Promise<Set<string>> {
  const imported = new Set<string>()
  const reached = new Set([`${folder}/src/main.ts`])
  const compiledPath = (source: string) => compiledName(source, folder)
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
      replaceReferences(code, (specifier) => {
        const target = sourceOf(specifier, source)
        if (target) return relativeSpecifier(compiledPath(source), compiledPath(target))
        if (!BUNDLED_MODULES.includes(specifier)) return specifier
        return relativeSpecifier(compiledPath(source), bundlePath(specifier))
      }),
    )
  }
  return imported
}

/** Not a file, a path of an address, or a module of Node. */
const isPackage = (specifier: string) => !/^(\.|\/|node:)/.test(specifier)

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

/** As deep below the root of the package as the source below the folder of the program: relative paths to other files stay. */
const compiledName = (source: string, folder: ProgramFolder): string =>
  (source.startsWith(`${folder}/`) ? source.slice(folder.length + 1) : source).replace(/\.ts$/, '.js')

export const bundlePath = (specifier: string): string =>
  `vendor/${specifier.replaceAll(/[@/]+/g, '-').replace(/^-/, '')}.js`
