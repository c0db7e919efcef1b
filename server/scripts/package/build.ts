/** Builds the published packages, each in a folder: the server, and the kit alone. */
import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CLIENT_TARBALL } from '../../../packages/kit/src/init/init.ts'
import { DASHBOARD_FOLDER, DASHBOARD_LIST, type DashboardList } from '../../src/http/pages/dashboard-files.ts'
import { REFERENCE_SCRIPT, readReferenceScript } from '../../src/http/pages/docs-page.ts'
import { FONTS, fontFile } from '../../src/platform/pdf/fonts.ts'
import { bundleModules } from './bundle.ts'
import { compileProgram } from './compile.ts'
import {
  BUNDLED_MODULES,
  COPIED_FILES,
  COPIED_PACKAGES,
  DOCUMENTS,
  KIT_FILES,
  packageOf,
  ROOT,
} from './contents.ts'
import { dependencyTree, type Lock, licensed, thirdPartyLicenses } from './licenses.ts'
import { declaredDependencies, kitManifest, type Manifest, packageManifest } from './manifest.ts'

/** Replaces the folder. */
export async function buildPackage(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true })
  const { packages: lock } = await readJson<{ packages: Lock }>('package-lock.json')
  const manifest = packageManifest(await readJson<Manifest>('package.json'), lock)
  const names = Object.keys(manifest.dependencies)

  const imported = [...(await compileProgram('server', ROOT, output))]
  refuseUndeclared(imported, declaredDependencies(lock, 'server'))
  const bundled = await bundleModules(
    imported.filter((specifier) => BUNDLED_MODULES.includes(specifier)),
    ROOT,
    output,
  )
  await writeAssets(join(output, 'assets'))
  await copy(KIT_FILES, ROOT, output)
  await packClient(join(output, 'packages/kit/assets'))
  const dashboard = await readJson<DashboardList>(`dashboard/dist/${DASHBOARD_LIST}`)
  await copy(COPIED_FILES, join(ROOT, 'server'), output)
  await copy(DOCUMENTS, ROOT, output)
  const licenses = await thirdPartyLicenses(ROOT, {
    contained: [
      ...bundled,
      ...COPIED_PACKAGES.map((name) => `node_modules/${name}`),
      ...dashboard.packages,
    ].map((folder) => licensed(lock, folder)),
    installed: dependencyTree(lock, names, 'server'),
  })
  await writeFile(join(output, 'THIRD-PARTY-LICENSES.md'), licenses)
  await writeFile(join(output, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await writeFileList(output)
}

/** Replaces the folder. Its own code is in the package, other packages are installed with it. */
export async function buildKit(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true })
  const { packages: lock } = await readJson<{ packages: Lock }>('package-lock.json')
  const imported = await compileProgram('packages/kit', ROOT, output)
  refuseUndeclared([...imported], declaredDependencies(lock, 'packages/kit'))
  await packClient(join(output, 'assets'))
  await copy(['bin/*.cjs', 'templates/**/*.*'], join(ROOT, 'packages/kit'), output)
  await copy(['LICENSE', 'docs/integrators/*.md'], ROOT, output)
  // The guides lie beside it in the package.
  const readme = await readFile(join(ROOT, 'packages/kit/README.md'), 'utf8')
  await writeFile(join(output, 'README.md'), readme.replaceAll('](../../docs/', '](docs/'))
  const manifest = kitManifest(await readJson<Manifest>('packages/kit/package.json'), lock)
  await writeFile(join(output, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

const readJson = async <T>(path: string): Promise<T> =>
  JSON.parse(await readFile(join(ROOT, path), 'utf8')) as T

function refuseUndeclared(imported: readonly string[], declared: readonly string[]): void {
  const missing = imported.map(packageOf).filter((name) => !declared.includes(name))
  if (missing.length > 0) {
    throw new Error(`The program imports ${missing.join(', ')}, which its package.json does not declare.`)
  }
}

async function writeAssets(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const font of Object.values(FONTS)) await cp(fontFile(font), join(folder, `${font}.ttf`))
  await writeFile(join(folder, REFERENCE_SCRIPT), await readReferenceScript())
  await promisify(execFile)(process.execPath, [join(ROOT, 'dashboard/build.ts'), '--if-stale'])
  await cp(join(ROOT, 'dashboard/dist'), join(folder, DASHBOARD_FOLDER), { recursive: true })
}

/** The client library as a tarball in the assets of the kit, for the projects that `init` generates. */
export async function packClient(assets: string): Promise<void> {
  const draft = await mkdtemp(join(tmpdir(), 'tradehall-client-'))
  const run = promisify(execFile)
  try {
    const client = join(draft, 'client')
    await run(process.execPath, [join(ROOT, 'packages/client/scripts/build.ts'), client])
    const { stdout } = await run('npm', ['pack', client, '--silent', '--offline'], { cwd: draft })
    await mkdir(assets, { recursive: true })
    await cp(join(draft, stdout.trim()), join(assets, CLIENT_TARBALL))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function copy(patterns: readonly string[], from: string, to: string): Promise<void> {
  for await (const file of glob([...patterns], { cwd: from })) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(from, file), join(to, file))
  }
}

/** The size of every file, with which the launcher recognizes an installation that was interrupted. */
async function writeFileList(output: string): Promise<void> {
  const sizes: Record<string, number> = {}
  for await (const entry of glob('**', { cwd: output, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    sizes[path.slice(output.length + 1)] = (await stat(path)).size
  }
  const sorted = Object.fromEntries(Object.entries(sizes).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(join(output, 'files.json'), `${JSON.stringify(sorted)}\n`)
}
