/**
 * Files of other packages that the server reads. The published package contains copies of them in `assets/`, because the
 * packages that they come from are many times as large. A clone reads them from those packages.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path of the copy; `undefined` in a clone. */
export function packagedFile(name: string): string | undefined {
  const path = fileURLToPath(new URL(`../../assets/${name}`, import.meta.url))
  return existsSync(path) ? path : undefined
}

/** The path of a file below the root of the repository, such as a document; the package has a copy below its own root. */
export function repositoryFile(name: string): string {
  const copy = fileURLToPath(new URL(`../../${name}`, import.meta.url))
  return existsSync(copy) ? copy : fileURLToPath(new URL(`../../../${name}`, import.meta.url))
}
