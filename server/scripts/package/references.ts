/** The references of a source file to other files: imports, dynamic imports, and URLs relative to the file. */
import { posix } from 'node:path'

const REFERENCE = /(\bfrom |\bimport |\bimport\(|\bnew URL\()'([^']+)'/g

export const referencesIn = (code: string): string[] =>
  [...code.matchAll(REFERENCE)].map(([, , specifier = '']) => specifier)

export function replaceReferences(code: string, replace: (specifier: string) => string): string {
  return code.replace(
    REFERENCE,
    (_all, before: string, specifier: string) => `${before}'${replace(specifier)}'`,
  )
}

/** The specifier with which the file `from` refers to the file `to`. */
export function relativeSpecifier(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
