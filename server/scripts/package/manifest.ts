/** The manifests of the packages, out of those of the repository. */
import type { ProgramFolder } from './compile.ts'
import { BUNDLED_MODULES, COPIED_PACKAGES, OWN_PACKAGES, packageOf } from './contents.ts'
import type { Lock } from './licenses.ts'

export interface Manifest {
  name: string
  version: string
  description: string
  license: string
  engines: Record<string, string>
  keywords: string[]
}

/** Packages that the published one needs no longer, because it contains what the server uses of them. */
const CONTAINED = [...OWN_PACKAGES, ...BUNDLED_MODULES.map(packageOf), ...COPIED_PACKAGES]

/** What a program declares, and what those packages of this repository declare that become part of it. */
export function declaredDependencies(lock: Lock, folder: ProgramFolder): string[] {
  const declared = new Set(Object.keys(lock[folder]?.dependencies ?? {}))
  // The set grows while it is iterated.
  for (const name of declared) {
    if (!OWN_PACKAGES.includes(name)) continue
    const own = lock[`packages/${name.slice(name.indexOf('/') + 1)}`]
    for (const each of Object.keys(own?.dependencies ?? {})) declared.add(each)
  }
  return [...declared].toSorted()
}

/** Exactly the versions that were tested. */
function pinnedDependencies(lock: Lock, folder: ProgramFolder): Record<string, string> {
  const names = declaredDependencies(lock, folder).filter((name) => !CONTAINED.includes(name))
  return Object.fromEntries(names.map((name) => [name, lockedVersion(lock, name, folder)]))
}

/** Where the sources are is known to the workflow that publishes them alone; the registry compares it with the provenance. */
function sourcesIn(directory: ProgramFolder) {
  const { REPOSITORY_URL: url } = process.env
  if (!url) return {}
  return {
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: 'git', url: `git+${url}.git`, directory },
  }
}

export function kitManifest(kit: Manifest, lock: Lock) {
  const { name, version, description, keywords, license, engines } = kit
  return {
    ...{ name, version, description, keywords, license, ...sourcesIn('packages/kit') },
    ...{ type: 'module', engines },
    bin: { 'tradehall-kit': 'bin/tradehall-kit.cjs' },
    // A program and no library: nothing can be imported.
    exports: { './package.json': './package.json' },
    files: ['assets', 'bin', 'docs', 'packages', 'src', 'templates'],
    // npm keeps packages of a scope private otherwise.
    publishConfig: { access: 'public' },
    dependencies: pinnedDependencies(lock, 'packages/kit'),
  }
}

export function packageManifest(
  root: Pick<Manifest, 'version' | 'description' | 'license' | 'engines'>,
  lock: Lock,
) {
  return {
    name: 'tradehall',
    version: root.version,
    description: root.description,
    keywords: ['marketplace', 'wholesale', 'json-api', 'sandbox', 'self-hosted'],
    license: root.license,
    ...sourcesIn('server'),
    type: 'module',
    engines: root.engines,
    bin: { tradehall: 'bin/tradehall.cjs' },
    // A program and no library: nothing can be imported.
    exports: { './package.json': './package.json' },
    files: [
      ...['assets', 'bin', 'demo-pictures', 'deploy', 'docs', 'migrations', 'packages', 'src', 'vendor'],
      ...['files.json', 'CHANGELOG.md', 'SECURITY.md', 'THIRD-PARTY-LICENSES.md'],
    ],
    dependencies: pinnedDependencies(lock, 'server'),
  }
}

function lockedVersion(lock: Lock, name: string, folder: ProgramFolder): string {
  const { version } = lock[`${folder}/node_modules/${name}`] ?? lock[`node_modules/${name}`] ?? {}
  if (!version) throw new Error(`package-lock.json has no version of ${name}.`)
  return version
}
