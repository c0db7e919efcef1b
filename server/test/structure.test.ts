/** The shape of the tree: imports point one way, and nothing is left lying around. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync(['server/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts'),
)

interface Import {
  from: string
  to: string
}

const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({
    from,
    to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to,
  }))
})

const area = (path: string): string => {
  const [, module] = /^server\/src\/(modules\/[^/]+|deprecated|platform|http)\//.exec(path) ?? []
  if (module) return module
  return path.startsWith('packages/')
    ? path.split('/').slice(0, 2).join('/')
    : path.startsWith('server/')
      ? 'root'
      : 'library'
}

test('there are files and imports to look at', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(200)
})

const arrows: [string, (one: Import) => boolean][] = [
  [
    'packages import nothing of the server',
    ({ from, to }) => area(from).startsWith('packages/') && /^server\/|@tradehall\/server/.test(to),
  ],
  [
    'the wire format knows neither Fastify nor SQL',
    ({ from, to }) => from.startsWith('packages/jsonapi') && /fastify|postgres|^pg$/.test(to),
  ],
  [
    'the platform imports only itself and the settings',
    ({ from, to }) =>
      area(from) === 'platform' &&
      to.startsWith('server/') &&
      area(to) !== 'platform' &&
      to !== 'server/src/config.ts',
  ],
  [
    'the HTTP layer imports no module',
    ({ from, to }) => area(from) === 'http' && area(to).startsWith('modules/'),
  ],
  [
    'a module reaches another one only through its index',
    ({ from, to }) =>
      area(from).startsWith('modules/') &&
      area(to).startsWith('modules/') &&
      area(from) !== area(to) &&
      !to.endsWith('/index.ts'),
  ],
  [
    'nothing but the composition root imports what is deprecated',
    ({ from, to }) => area(from) !== 'root' && area(from) !== 'deprecated' && area(to) === 'deprecated',
  ],
]

test.each(arrows)('%s', (_rule, isBroken) => {
  expect(imports.filter(isBroken)).toEqual([])
})

test('a module uses the tables of its own schema only', () => {
  const owners: Record<string, string[]> = {
    identity: ['identity'],
    brands: ['brands'],
    catalog: ['catalog'],
    general: ['general'],
    stock: ['stock'],
    ordering: ['ordering'],
    billing: ['billing'],
    // Calls the verbs of the others.
    operator: [],
    // The demo data are truncated and the clock is moved from here.
    sandbox: ['sandbox', 'platform'],
  }
  const schemas = [...new Set(Object.values(owners).flat())]
  // A view that its owner keeps for others to read.
  const published = /\bstock\.variant_quantities\b/g
  for (const file of files.filter(
    (path) => path.startsWith('server/src/modules/') && path.split('/').length > 4,
  )) {
    const own = owners[file.split('/')[3] ?? '']
    expect(own, `${file}: say which schema its module owns`).toBeDefined()
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(published, '')
    const used = schemas.filter((schema) =>
      new RegExp(`\\b(from|join|into|update|table|truncate) ${schema}\\.`).test(text),
    )
    expect(
      used.filter((schema) => !own?.includes(schema)),
      file,
    ).toEqual([])
  }
})

test('only the settings read the environment', () => {
  const allowed = [
    // Hands the environment to the settings.
    'server/src/main.ts',
    // Hand it on to child processes.
    'server/src/roles/programs.ts',
    'server/src/platform/embedded-database.ts',
  ]
  const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(readers.filter((file) => !allowed.includes(file))).toEqual([])
})

test('rules read the time from the clock, never from the machine', () => {
  const offenders = files.filter(
    (file) =>
      /^server\/src\/(modules|deprecated)\//.test(file) &&
      /Date\.now\(|new Date\(\)/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(offenders).toEqual([])
})
