/** The manifest of the package, out of those of the repository. */
import { BUNDLED_MODULES, COPIED_PACKAGES, OWN_PACKAGES, packageOf } from './contents.ts'
import type { Lock } from './licenses.ts'

export interface Manifest {
  version: string
  description: string
  license: string
  engines: Record<string, string>
  dependencies: Record<string, string>
}

/** Packages that the published one needs no longer, because it contains what the server uses of them. */
const CONTAINED = [...OWN_PACKAGES, ...BUNDLED_MODULES.map(packageOf), ...COPIED_PACKAGES]

export function packageManifest(
  root: Omit<Manifest, 'dependencies'>,
  server: Pick<Manifest, 'dependencies'>,
  lock: Lock,
) {
  const names = Object.keys(server.dependencies).filter((name) => !CONTAINED.includes(name))
  return {
    name: 'tradehall',
    version: root.version,
    description: root.description,
    keywords: ['marketplace', 'wholesale', 'json-api', 'sandbox', 'self-hosted'],
    license: root.license,
    type: 'module',
    engines: root.engines,
    bin: { tradehall: 'bin/tradehall.cjs' },
    // A program and no library: nothing can be imported.
    exports: { './package.json': './package.json' },
    files: [
      ...['assets', 'bin', 'deploy', 'docs', 'migrations', 'packages', 'src', 'templates', 'vendor'],
      ...['files.json', 'CHANGELOG.md', 'SECURITY.md', 'THIRD-PARTY-LICENSES.md'],
    ],
    // Exactly the versions that were tested.
    dependencies: Object.fromEntries(names.map((name) => [name, lockedVersion(lock, name)])),
  }
}

function lockedVersion(lock: Lock, name: string): string {
  const { version } = lock[`server/node_modules/${name}`] ?? lock[`node_modules/${name}`] ?? {}
  if (!version) throw new Error(`package-lock.json has no version of ${name}.`)
  return version
}
