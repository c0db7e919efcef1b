/** Loads files of this process again that were saved after it had loaded them. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The module cache tells versions of a file apart by their address. */
const AGAIN = '?saved'

/**
 * From now on all imports of own files are known. The returned function makes later imports load `saved` and all files that
 * import them, directly or not, a second time; the others stay as they are.
 */
export function rememberImports(): (saved: string[]) => void {
  const importers = new Map<string, Set<string>>()
  const stale = new Set<string>()

  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      if (!found.url.startsWith('file:') || found.url.includes('/node_modules/')) return found
      const known = importers.get(found.url) ?? new Set()
      if (context.parentURL) importers.set(found.url, known.add(context.parentURL.replace(AGAIN, '')))
      return stale.has(found.url) ? { ...found, url: found.url + AGAIN } : found
    },
  })

  const markStale = (url: string) => {
    if (stale.has(url)) return
    stale.add(url)
    for (const importer of importers.get(url) ?? []) markStale(importer)
  }
  return (saved) => {
    for (const path of saved) markStale(pathToFileURL(path).href)
  }
}
