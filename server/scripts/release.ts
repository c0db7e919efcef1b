/**
 * `npm run release`: checks that this commit can be released, builds the package, packs it and rehearses its publication.
 * It publishes nothing; it prints the commands that do.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { releaseProblems } from './package/release-rules.ts'

const version = versionIn('package.json')
const problems = releaseProblems({
  version,
  versions: { 'server/package.json': versionIn('server/package.json') },
  changedFiles: linesOf('git', ['status', '--porcelain']),
  tags: linesOf('git', ['tag', '--list', 'v*']),
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
})
if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}
run('npm', ['run', 'package'])
run('npm', ['publish', '--dry-run', `./tradehall-${version}.tgz`])
console.log(`
The package tradehall-${version}.tgz is ready. To publish it:

  git tag v${version} && git push origin v${version}
  npm publish ./tradehall-${version}.tgz`)

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
