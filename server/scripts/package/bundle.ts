/** Bundles single modules of large packages, readable and not minified. */
import { join, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { bundlePath } from './compile.ts'

/** Returns the folders of the packages that the bundles contain code of, relative to the root of the repository. */
export async function bundleModules(
  specifiers: readonly string[],
  root: string,
  output: string,
): Promise<Set<string>> {
  const contained = new Set<string>()
  for (const specifier of specifiers) {
    const build = await rolldown({ input: specifier, cwd: join(root, 'server'), platform: 'node' })
    const { output: chunks } = await build.write({
      file: join(output, bundlePath(specifier)),
      format: 'esm',
      comments: { legal: true, annotation: false, jsdoc: false },
      codeSplitting: false,
    })
    await build.close()
    for (const chunk of chunks) {
      for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
        const folder = packageFolder(id)
        if (folder) contained.add(folder.slice(root.length))
      }
    }
  }
  return contained
}

function packageFolder(file: string): string | undefined {
  const path = file.split(sep).join('/')
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}
