/** Packs the server, and installs the package in an empty folder, as a user and the container file do. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile } from 'node:fs/promises'
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
  /** Removes what the container image does not have. */
  shrink: () => Promise<string>
}

export async function installPackage(): Promise<Installation> {
  const parent = await mkdtemp(join(tmpdir(), 'tradehall-package-'))
  const folder = join(parent, 'empty')
  await mkdir(folder)
  await buildPackage(join(parent, 'dist'))
  const packed = await npm(['pack', './dist', '--json'], parent)
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  await copyFile(join(parent, filename), join(folder, filename))
  const [install = '', shrink = ''] = await containerCommands('install')
  const installed = await unlessUnreachable(run('sh', ['-c', install], folder, QUICKLY))
  return {
    shrink: () => run('sh', ['-c', shrink], folder),
    parent,
    files: files.map(({ path }) => path),
    folder,
    installed,
  }
}

/** The codes of npm for a registry that cannot be reached. */
const UNREACHABLE =
  /\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/

/** What `npm ci` has fetched is used again. A network that drops packets must not hold up the tests. */
const QUICKLY = {
  npm_config_prefer_offline: 'true',
  npm_config_fetch_retries: '1',
  npm_config_fetch_timeout: '30000',
}

/** Installs packages, or the dependencies of the project in the folder. The requirement is not met without a registry. */
export async function npmInstall(folder: string, packages: readonly string[] = []): Promise<Requirement> {
  return unlessUnreachable(run('npm', ['install', '--no-audit', '--no-fund', ...packages], folder, QUICKLY))
}

/** Installs exactly what the lock file of the folder names. */
export async function npmCleanInstall(folder: string): Promise<Requirement> {
  return unlessUnreachable(run('npm', ['ci', '--no-audit', '--no-fund'], folder, QUICKLY))
}

async function unlessUnreachable(installation: Promise<string>): Promise<Requirement> {
  try {
    await installation
    return { met: true, missing: '' }
  } catch (error) {
    const [, code] = UNREACHABLE.exec(String((error as { stderr?: string }).stderr)) ?? []
    if (code) return { met: false, missing: `npm cannot fetch the dependencies (${code})` }
    throw error
  }
}

export const npm = (args: readonly string[], cwd: string): Promise<string> => run('npm', args, cwd)

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd,
    env: { ...ownEnvironment(), ...environment },
    maxBuffer: 64 << 20,
  })
  return stdout
}

/** The commands of one stage of the container file. */
async function containerCommands(stage: string): Promise<string[]> {
  const file = await readFile(new URL('../../deploy/Containerfile', import.meta.url), 'utf8')
  const text = file.split(/^FROM /m).find((part) => part.split('\n', 1)[0]?.endsWith(` AS ${stage}`)) ?? ''
  return [...text.matchAll(/^RUN (.+)$/gm)].map(([, command = '']) => command)
}

/** Without the settings that `npm test` passes to its scripts, which name the folder of this repository. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !existsSync(join(entry, 'vitest')))
  // The Node of these tests, and the npm of the machine.
  return { ...Object.fromEntries(own), PATH: [dirname(process.execPath), ...path].join(delimiter) }
}
