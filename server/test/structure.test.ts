/** The shape of the tree: imports point one way, and nothing is left lying around. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { modulesFor } from '../src/composition.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Not the tests, nor what tests of packages use. */
const files = globSync(['server/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts') && !file.includes('/fixtures/'),
)

interface Import {
  from: string
  to: string
}

/** Imports of types count like all others. */
function importsOf(from: string): Import[] {
  const text = readFileSync(join(ROOT, from), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({
    from,
    to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to,
  }))
}

const imports = files.flatMap(importsOf)
const dashboardImports = globSync('dashboard/src/**/*.{ts,tsx}', { cwd: ROOT }).flatMap(importsOf)

const area = (path: string): string => {
  const [, module] = /^server\/src\/(modules\/[^/]+|deprecated|platform|domain|http)\//.exec(path) ?? []
  if (module) return module
  return path.startsWith('packages/')
    ? path.split('/').slice(0, 2).join('/')
    : path.startsWith('server/')
      ? 'root'
      : 'library'
}

/** The folder of a group that ends; what they have in common lies beside the folders. */
const groupOf = (path: string) => basename(path.replace(/^(server\/src\/deprecated(?:\/[^/]+)?)\/.*$/, '$1'))

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
    'what the domain shares imports the platform alone',
    ({ from, to }) =>
      area(from) === 'domain' && to.startsWith('server/') && !['platform', 'domain'].includes(area(to)),
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
    'the server knows of a package what the package exports',
    ({ from, to }) => from.startsWith('server/src/') && to.startsWith('packages/'),
  ],
  [
    'only the kit uses the client library: a server does not call itself',
    ({ from, to }) => to === '@tradehall/client' && !from.startsWith('packages/kit/'),
  ],
  // It may import any file of a module: an index that exported what only the groups use would have to change with them.
  [
    'a deprecated group reaches another group only through its index',
    ({ from, to }) =>
      area(from) === 'deprecated' &&
      from !== 'server/src/deprecated/index.ts' &&
      area(to) === 'deprecated' &&
      groupOf(to) !== groupOf(from) &&
      groupOf(to) !== 'deprecated' &&
      !to.endsWith('/index.ts'),
  ],
]

const roomOf = (path: string) => /^server\/src\/modules\/ordering\/([^/]+)\//.exec(path)?.[1]

test('what an order is imports no room of ordering, and its life and its reading do not import each other', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (room === undefined || other === undefined || room === other) return false
    return room === 'order' || [room, other].sort().join() === 'life,reading'
  })
  expect(wrong).toEqual([])
})

test.each(arrows)('%s', (_rule, isBroken) => {
  expect(imports.filter(isBroken)).toEqual([])
})

test('the kit reaches a server through the client library; it calls fetch for the programs of the user', () => {
  const calling = files.filter(
    (file) =>
      file.startsWith('packages/kit/src/') &&
      /\bfetch\(|node:https?'/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(calling.toSorted()).toEqual([
    'packages/kit/src/certify/actions.ts',
    'packages/kit/src/listen/listen.ts',
  ])
})

test('nothing leads to what is deprecated but one line, from no test either', () => {
  const all = globSync('server/{src,bench,mutants,scripts,soak,test}/**/*.ts', { cwd: ROOT })
  const leading = all
    .flatMap(importsOf)
    .filter(({ from, to }) => area(from) !== 'deprecated' && area(to) === 'deprecated')
  // On the day it goes with the folder.
  const line = { from: 'server/src/composition.ts', to: 'server/src/deprecated/index.ts' }
  expect([[line], []]).toContainEqual(leading)
})

/** Modules that can be deleted together with their line in the composition: nothing else imports them. */
const REMOVABLE = ['webhooks', 'brands', 'integrations']

test.each(REMOVABLE)('only the list of modules imports %s', (name) => {
  const importing = imports.filter(({ to }) => area(to) === `modules/${name}`).map(({ from }) => from)
  const outside = importing.filter((from) => area(from) !== `modules/${name}`)
  expect(outside).toEqual(['server/src/composition.ts'])
})

test('imports form no circle, within a folder either', () => {
  const beside = globSync('server/{bench,mutants,scripts,soak,test}/**/*.ts', { cwd: ROOT })
  expect(circlesAmong([...imports, ...beside.flatMap(importsOf), ...dashboardImports])).toEqual([])
})

test('each folder of the dashboard imports only those before it, and nothing of the server', () => {
  const folders = ['words', 'api', 'parts', 'shell', 'pages', 'routes']
  const placeOf = (path: string) => folders.indexOf(/^dashboard\/src\/([^/]+)\//.exec(path)?.[1] ?? '')
  expect(new Set(dashboardImports.map(({ from }) => placeOf(from))).size).toBe(folders.length + 1)
  const wrong = dashboardImports.filter(
    ({ from, to }) =>
      (placeOf(from) >= 0 && placeOf(to) > placeOf(from)) || /^server\/|@tradehall\/server/.test(to),
  )
  expect(wrong).toEqual([])
})

test('a circle would be found, by the files on it alone', () => {
  const arrow = (from: string, to: string): Import => ({ from, to })
  const circle = [arrow('b', 'c'), arrow('c', 'd'), arrow('d', 'b')]
  const others = [arrow('a', 'b'), arrow('a', 'd'), arrow('d', 'e'), arrow('a', 'e'), arrow('f', 'f')]
  expect(circlesAmong([...others, ...circle])).toEqual([['b', 'c', 'd'], ['f']])
  expect(circlesAmong(others.slice(0, 4))).toEqual([])
})

/** Each file that leads back to itself, together with those on the way. */
function circlesAmong(arrows: readonly Import[]): string[][] {
  const next = Map.groupBy(arrows, ({ from }) => from)
  const reached = new Map([...next.keys()].map((file) => [file, reachableFrom(file)]))
  const onCircle = [...reached.keys()].filter((file) => reached.get(file)?.has(file))
  const circles = Map.groupBy(onCircle, (file) =>
    onCircle
      .filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file))
      .sort()
      .join(),
  )
  return [...circles.values()].map((circle) => circle.sort())

  function reachableFrom(start: string): Set<string> {
    const seen = new Set<string>()
    const waiting = [start]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      for (const { to } of next.get(file) ?? []) {
        if (seen.has(to)) continue
        seen.add(to)
        waiting.push(to)
      }
    }
    return seen
  }
}

test('no `afterAll` is called within `beforeAll`, where it registers nothing', () => {
  const tests = globSync('{packages,server}/{src,test,*/src,*/templates}/**/*.test.ts', { cwd: ROOT })
  expect(tests.length).toBeGreaterThan(400)
  const wrong = tests.filter((file) =>
    /^( *)beforeAll\((?:(?!^\1\}).)*?\bafterAll\b/ms.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(wrong).toEqual([])
})

const LOADS = /^(?:import|export) (?!type\b)(?:[\w*{}\s,]+ from )?'([^']+)'/gm

/** The names that the kit exports, and their files. */
const KIT: Record<string, string> = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(ROOT, 'packages/kit/package.json'), 'utf8')).exports).map(
    ([name, file]) => [join('@tradehall/kit', name), join('packages/kit', String(file))],
  ),
)

/**
 * What a file loads when it is loaded: not types, and not what it imports when it needs it. Imports from
 * the kit are followed into its files, because every process needs some of them, and they differ in what they load.
 */
function loadedBy(start: string): string[] {
  const loaded = new Set<string>()
  const waiting = [start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue
    loaded.add(file)
    if (!isOwn(file)) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, to = ''] of text.matchAll(LOADS)) {
      waiting.push(to.startsWith('.') ? normalize(join(dirname(file), to)) : (KIT[to] ?? to))
    }
  }
  return [...loaded]
}

const isOwn = (file: string) => /^(server|packages\/kit)\//.test(file)

const librariesOf = (file: string) => loadedBy(file).filter((to) => !isOwn(to) && !to.startsWith('node:'))

test('the processes that only watch others load next to nothing', () => {
  expect(librariesOf('server/src/platform/embedded/guard.ts')).toEqual([])
  expect(librariesOf('server/src/main.ts')).toEqual(['commander'])
  expect(librariesOf('server/src/roles/start.ts')).toEqual(['pino'])
  expect(librariesOf('server/src/roles/api.ts')).toEqual(['pino'])
})

test('what few processes need is loaded by those that need it, when they do', () => {
  const heavy = [
    '@cantoo/pdf-lib',
    '@node-rs/argon2',
    '@scalar/fastify-api-reference',
    'any-ascii',
    'bidi-js',
    'fontkit',
    'ioredis',
    'nodemailer',
    'pdfkit',
    'undici',
  ]
  const used = imports.map(({ to }) => to)
  expect(heavy.filter((name) => !used.includes(name))).toEqual([])
  const serving = librariesOf('server/src/processes/api-server.ts')
  expect(serving).toContain('fastify')
  expect(serving.filter((name) => heavy.includes(name))).toEqual([])
  const working = librariesOf('server/src/processes/worker.ts')
  expect(working).toContain('pg')
  expect(working.filter((name) => [...heavy, 'fastify'].includes(name))).toEqual([])
})

const modules = modulesFor('sandbox')

test('every folder of a module is registered, and each says the schemas it owns', () => {
  const folders = globSync('server/src/{modules,deprecated}/*/index.ts', { cwd: ROOT }).map(
    (path) => path.split('/')[3],
  )
  expect(modules.map(({ name }) => name).sort()).toEqual(folders.sort())
  const schemas = modules.flatMap((module) => module.schemas)
  expect(new Set(schemas).size).toBe(schemas.length)
})

test('a module imports only modules that stand before it in the list', () => {
  const place = (path: string) => modules.findIndex(({ name }) => area(path) === `modules/${name}`)
  const backwards = imports.filter(
    ({ from, to }) => place(from) >= 0 && place(to) >= 0 && place(to) > place(from),
  )
  expect(backwards).toEqual([])
})

test('a module uses the tables of its own schemas only', () => {
  const schemas = modules.flatMap((module) => module.schemas)
  // A view that its owner publishes for other modules.
  const published = /\bstock\.variant_quantities\b/g
  // Statements on variants that only a deprecated group needs are deleted together with it.
  const moved = 'server/src/deprecated/fulfillment/warehouse/variants.ts'
  for (const { name, schemas: own } of modules) {
    const folders = [`server/src/modules/${name}/`, `server/src/deprecated/${name}/`]
    for (const file of files.filter((path) => folders.some((folder) => path.startsWith(folder)))) {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(published, '')
      const used = schemas.filter((schema) =>
        new RegExp(`\\b(from|join|into|update|table|truncate) ${schema}\\.`).test(text),
      )
      expect(
        used.filter((schema) => !own.includes(schema)),
        file,
      ).toEqual(file === moved ? ['catalog'] : [])
    }
  }
})

test('a test that is skipped says what it needs, with `needs`', () => {
  const tests = globSync(['server/{src,test}/**/*.test.ts', 'packages/*/src/**/*.test.ts'], { cwd: ROOT })
  const silent = tests.filter((file) =>
    /\b(?:test|describe)\.(?:skip|todo|skipIf|runIf)\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  // Its samples are text.
  expect(silent).toEqual(['server/test/skipped-reporter.test.ts'])
})

test('a test is named after the file beside it, up to the first dot', () => {
  const tests = globSync(['server/src/**/*.test.ts', 'packages/*/src/**/*.test.ts'], { cwd: ROOT })
  expect(tests.length).toBeGreaterThan(50)
  const sourceOf = (path: string) => join(dirname(path), `${basename(path).split('.')[0]}.ts`)
  // What is about the whole server lies in server/test.
  expect(tests.filter((path) => !files.includes(sourceOf(path)))).toEqual([])
})

const words: [string, RegExp, (file: string) => boolean][] = [
  [
    'a fault is an injected failure',
    /(?<![dD]e)[fF]ault/,
    // The sandbox injects them, lessons and coding tools set them; the platform only tells processes that they have changed, and types have all words of the API.
    (file) =>
      !/modules\/sandbox\/|kit\/src\/(certify|mcp)|platform\/(processes\/signals|rows)\.ts$|client\/src\/generated\//.test(
        file,
      ),
  ],
  [
    'a move is a step of an order, and stock has movements',
    /\b[a-z]*Move[ds]?(?=[A-Z]|\b)|\bmoves?(?=\(|\b.* = )/,
    (file) => file.includes('modules/stock/'),
  ],
]

test.each(words)('%s', (_meaning, word, isElsewhere) => {
  const used = files.filter((file) => word.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(used).not.toEqual([])
  expect(used.filter(isElsewhere)).toEqual([])
})

const declarations: [string, RegExp, string[]][] = [
  ['a uuid is declared in one place', /Type\.String\(\{\s*format: 'uuid'/, ['packages/jsonapi/src/uuids.ts']],
  ['usual pages are declared in one place', /default: 15, max: 100\b/, ['server/src/http/lists/paging.ts']],
  // The door has done so, for paths, filters, cursors and bodies.
  ['nobody else spells ids in small letters', /[iI]d\)?\??\.toLowerCase\(/, []],
]

test.each(declarations)('%s', (_rule, pattern, places) => {
  expect(files.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual(places)
})

test('only the settings read the environment', () => {
  const allowed = [
    // Hand the environment to the settings.
    'packages/kit/src/main.ts',
    'server/src/main.ts',
    // Hand it on to child processes.
    'server/src/roles/programs.ts',
    'server/src/platform/embedded/setup.ts',
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
