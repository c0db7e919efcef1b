/**
 * Creates the symbolic links among the libraries of the embedded PostgreSQL, which npm packages cannot contain. Its package
 * does the same in an install script, but npm may be configured to run none.
 */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

/** `folder` is that of the package. Links that exist remain. */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) createLink(basename(source), join(folder, target))
}

function createLink(source: string, target: string): void {
  try {
    symlinkSync(source, target)
  } catch {
    // The link exists. If the folder is read-only and it does not, PostgreSQL names the library that it lacks.
  }
}
