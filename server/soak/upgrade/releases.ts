/** Earlier versions with the dependencies of their own, in folders outside of the clone. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** npm writes it last. */
const INSTALLED = 'node_modules/.package-lock.json'
/** Of the sources of a version as an archive. */
const MOST_BYTES = 2 ** 28

/**
 * The versions whose upgrade is proved: the oldest one that is promised, and the newest before this one. From the first
 * release on they are tags.
 */
export const RELEASES = ['91b7fd5', 'aca21a0']

export interface Release {
  commit: string
  /** What runs it: `node <program> api`. */
  program: string
  /** Its newest migration. */
  schema: string
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, maxBuffer: MOST_BYTES, stdio: ['ignore', 'pipe', 'pipe'] })

/** Throws a sentence if the history of this clone has no such commit. */
export async function checkOut(commit: string, parent: string): Promise<Release> {
  const folder = join(parent, `release-${commit}`)
  if (!existsSync(join(folder, INSTALLED))) await install(commit, folder)
  const migrations = git('ls-tree', '--name-only', commit, 'server/migrations/')
    .toString()
    .match(/\d{4}\S*/g)
  return {
    commit,
    program: join(folder, 'server/bin/tradehall.cjs'),
    schema: migrations?.toSorted().at(-1) ?? '',
  }
}

async function install(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  let archive: Buffer
  try {
    archive = git('archive', commit)
  } catch {
    throw new Error(`This clone has no commit ${commit}: fetch its whole history.`)
  }
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // By its lock file: nothing of this tree is used, nor of the npm that runs this script.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    env,
    maxBuffer: MOST_BYTES,
  })
}
