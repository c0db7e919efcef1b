/**
 * The version before this one, from the history of the repository: the last release, or before the first release the
 * version before the newest migrations were merged.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Requirement } from './requirements.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MIGRATIONS = 'server/migrations'

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: 'pipe', maxBuffer: 2 ** 28 })
const linesOf = (...args: string[]) =>
  git(...args)
    .toString()
    .split('\n')
    .filter(Boolean)

/** Commits that are merged together do not run one by one: this long before the newest migration none of them is there. */
const LANDING_SECONDS = 3600

/** The commit of the previous version; undefined without a complete history. */
export const previousCommit = findPreviousCommit()

export const GIT_HISTORY: Requirement = {
  met: previousCommit !== undefined,
  missing: 'it takes the previous version from the history of the repository, which is not here',
}

function findPreviousCommit(): string | undefined {
  try {
    if (linesOf('rev-parse', '--is-shallow-repository')[0] !== 'false') return undefined
    const [release] = linesOf('tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-v:refname')
    if (release) return release
    const committed = linesOf('ls-tree', '--name-only', 'HEAD', `${MIGRATIONS}/`)
    const present = readdirSync(join(ROOT, MIGRATIONS)).map((name) => `${MIGRATIONS}/${name}`)
    if (present.some((file) => file.endsWith('.sql') && !committed.includes(file))) return 'HEAD'
    const added = [
      '--first-parent',
      '-m',
      '--diff-filter=A',
      '--format=%ct',
      '-1',
      '--',
      `${MIGRATIONS}/*.sql`,
    ]
    const [addedAt] = linesOf('log', ...added)
    const before = `--before=${Number(addedAt) - LANDING_SECONDS}`
    return linesOf('rev-list', '-1', '--first-parent', before, 'HEAD')[0]
  } catch {
    return undefined
  }
}

/** Writes its sources into a temporary folder, which has the packages of this one, and returns the path of the folder. */
export function checkOutPrevious(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradehall-previous-'))
  const archive = git(
    'archive',
    commit,
    'package.json',
    'packages',
    'server/package.json',
    'server/src',
    MIGRATIONS,
  )
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@tradehall'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== '@tradehall'))
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(packages, '@tradehall', name))
  symlinkSync(join(ROOT, 'server/node_modules'), join(folder, 'server/node_modules'))
  return folder
}
