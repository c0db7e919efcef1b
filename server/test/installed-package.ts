/** Packs the server, and installs the package in an empty folder, as a user does. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from '../scripts/package/build.ts'
import type { Requirement } from './requirements.ts'

export interface Installation {
  /** Everything that was written; the caller removes it. */
  parent: string
  /** The files in the tarball. */
  files: string[]
  /** The folder in which npm installed the package, unless it could not reach the registry. */
  folder: string
  installed: Requirement
}

export async function installPackage(): Promise<Installation> {
  const parent = await mkdtemp(join(tmpdir(), 'tradehall-package-'))
  const folder = join(parent, 'empty')
  await mkdir(folder)
  await buildPackage(join(parent, 'dist'))
  const packed = await npm(['pack', './dist', '--json'], parent)
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  const installed = await npmInstall(folder, [join(parent, filename)])
  return {
    parent,
    files: files.map(({ path }) => path),
    folder,
    installed,
  }
}

/** The codes of npm for a registry that cannot be reached. */
const UNREACHABLE =
  /\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/

/** Installs packages, or the dependencies of the project in the folder. The requirement is not met without a registry. */
export async function npmInstall(folder: string, packages: readonly string[] = []): Promise<Requirement> {
  // What `npm ci` has fetched is used again. A network that drops packets must not hold up the tests.
  const quickly = [
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--fetch-timeout=30000',
  ]
  try {
    await npm(['install', ...quickly, ...packages], folder)
    return { met: true, missing: '' }
  } catch (error) {
    const [, code] = UNREACHABLE.exec(String((error as { stderr?: string }).stderr)) ?? []
    if (code) return { met: false, missing: `npm cannot fetch the dependencies (${code})` }
    throw error
  }
}

export async function npm(args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd,
    env: ownEnvironment(),
    maxBuffer: 64 << 20,
  })
  return stdout
}

/** Without the settings that `npm test` passes to its scripts, which name the folder of this repository. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !existsSync(join(entry, 'vitest')))
  // The Node of these tests, and the npm of the machine.
  return { ...Object.fromEntries(own), PATH: [dirname(process.execPath), ...path].join(delimiter) }
}
