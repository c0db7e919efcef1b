/**
 * `npm run release`: checks that this commit can be released, builds the packages, packs them and rehearses their publication.
 * It publishes nothing; it prints the commands that do.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { releaseProblems } from './package/release-rules.ts'

/** They have the version of the root. */
const MANIFESTS = ['server/package.json', 'packages/kit/package.json']

const version = versionIn('package.json')
const packed = [`tradehall-${version}.tgz`, `tradehall-kit-${version}.tgz`]
const problems = releaseProblems({
  version,
  versions: Object.fromEntries(MANIFESTS.map((path) => [path, versionIn(path)])),
  changedFiles: linesOf('git', ['status', '--porcelain']),
  tags: linesOf('git', ['tag', '--list', 'v*']),
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
})
if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}
run('npm', ['run', 'package'])
for (const file of packed) run('npm', ['publish', '--dry-run', `./${file}`])
console.log(`
The packages ${packed.join(' and ')} are ready. The workflow publish.yml publishes what is tagged:

  git tag v${version} && git push origin v${version}

Without it:

${packed.map((file) => `  npm publish ./${file}`).join('\n')}`)

function versionIn(path: string): string {
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}

function linesOf(program: string, args: readonly string[]): string[] {
  return execFileSync(program, args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'inherit' })
}
