/**
 * The PostgreSQL server of a run, with the two databases that tests copy: one migrated, one with the demo data.
 * `TRADEHALL_TEST_DATABASE_URL` names an existing server to use. Otherwise an embedded one is started on a copy of a stopped
 * one that earlier runs have kept, under a hash of what it is made of.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import { connect } from '../src/platform/database.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { createLog } from '../src/platform/log.ts'
import { withDatabaseName } from './database-url.ts'
import type { Schema } from './distributed-schema.ts'
import type { Making } from './run-folder.ts'
import { CACHE } from './test-cache.ts'
import { START } from './time.ts'

export interface TemplateDatabases {
  serverUrl: string
  template: string
  demoTemplate: string
  /** Valid in every copy of the demo template. */
  demoCredentials: SandboxCredentials
  /** What the rules for the shape of statements need to know about the database. */
  shapes: Schema
}

const TEMPLATE = 'tradehall_template'
const DEMO_TEMPLATE = `${TEMPLATE}_demo`

export async function startDatabases(making: Making): Promise<TemplateDatabases> {
  const external = process.env.TRADEHALL_TEST_DATABASE_URL
  return external ? await prepareExternal(external, making) : await startEmbedded(making)
}

async function prepareExternal(serverUrl: string, { closers }: Making): Promise<TemplateDatabases> {
  const names = { template: `${TEMPLATE}_${process.pid}`, demoTemplate: `${DEMO_TEMPLATE}_${process.pid}` }
  const admin = connect(serverUrl, { pool: 1, name: 'tests' })
  closers.push(async () => {
    for (const name of Object.values(names)) {
      await admin`drop database if exists ${admin(name)} with (force)`
    }
    await admin.end()
  })
  const shapes = await createMigrated(serverUrl, names.template)
  return { serverUrl, ...names, shapes, demoCredentials: await createDemo(serverUrl, names) }
}

async function startEmbedded({ folder, closers }: Making): Promise<TemplateDatabases> {
  const dataDir = join(folder, 'databases')
  const start = () => startEmbeddedDatabase({ dataDir, durable: false, log: createLog('warn') })
  const names = { template: TEMPLATE, demoTemplate: DEMO_TEMPLATE }
  const facts = await kept(dataDir, 'demo', EVERYTHING, async () => {
    const { shapes } = await kept(dataDir, 'migrated', SCHEMA, async () => {
      const server = await start()
      const shapes = await createMigrated(server.url, TEMPLATE).finally(() => server.stop())
      return { shapes }
    })
    const server = await start()
    const demoCredentials = await createDemo(server.url, names).finally(() => server.stop())
    return { shapes, demoCredentials }
  })
  const server = await start()
  closers.push(() => server.stop({ immediate: true }))
  for (const name of Object.values(names)) await cacheCatalog(server.url, name)
  return { serverUrl: server.url, ...names, ...facts }
}

/**
 * The first connection to a database writes a file with what every connection needs of the catalog. A server that starts
 * removes all of these files, and without one in the template each copy would have to write its own: 7 of the 11 ms of CPU
 * time of its first connection.
 */
async function cacheCatalog(serverUrl: string, name: string): Promise<void> {
  const db = connect(withDatabaseName(serverUrl, name), { pool: 1, name: 'tests' })
  await db`select 1`.finally(() => db.end())
}

async function createMigrated(serverUrl: string, name: string): Promise<Schema> {
  const { migrateDatabase } = await import('../src/platform/migrations/migrate.ts')
  const { readSchema } = await import('./distributed-schema.ts')
  await createDatabase(serverUrl, name)
  await migrateDatabase(withDatabaseName(serverUrl, name))
  const migrated = connect(withDatabaseName(serverUrl, name), { pool: 1, name: 'tests' })
  // A template that is connected to cannot be copied.
  return await readSchema(migrated).finally(() => migrated.end())
}

async function createDemo(
  serverUrl: string,
  { template, demoTemplate }: Pick<TemplateDatabases, 'template' | 'demoTemplate'>,
): Promise<SandboxCredentials> {
  const { modulesFor } = await import('../src/composition.ts')
  const { seedDemo } = await import('../src/modules/sandbox/demo-data.ts')
  const { demoConfig } = await import('./demo-config.ts')
  await createDatabase(serverUrl, demoTemplate, template)
  const url = withDatabaseName(serverUrl, demoTemplate)
  const credentials = await seedDemo(url, modulesFor('sandbox'), demoConfig)
  if (!credentials) throw new Error('The template had demo data already.')
  await postponeRecurringJobs(url)
  return credentials
}

/**
 * Running all recurring jobs for the first time takes three times as long as a market. So they wait as after a run at the
 * start of a test's clock, and the demo data stay as they were made (`makeRecurringJobsDue` runs one that a test is about).
 */
async function postponeRecurringJobs(databaseUrl: string): Promise<void> {
  const { modulesFor } = await import('../src/composition.ts')
  const { backgroundWork } = await import('../src/module.ts')
  const { PERIOD_FLAG } = await import('../src/platform/jobs/jobs.ts')
  const db = connect(databaseUrl, { pool: 1, name: 'tests' })
  try {
    for (const { name, everyMs, maxAttempts } of backgroundWork(modulesFor('sandbox')).jobs) {
      if (everyMs === undefined) continue
      await db`
        select 1
        from graphile_worker.add_job(
          ${name}, '{}'::json, run_at => ${new Date(START.getTime() + everyMs)}, max_attempts => ${maxAttempts}::int,
          flags => ${[`${PERIOD_FLAG}${everyMs}`]}::text[]
        )`
    }
  } finally {
    await db.end()
  }
}

async function createDatabase(serverUrl: string, name: string, template = 'template1'): Promise<void> {
  const admin = connect(serverUrl, { pool: 1, name: 'tests' })
  try {
    await admin`create database ${admin(name)} template ${admin(template)}`
  } finally {
    await admin.end()
  }
}

/** Those of the machine and of other versions of the packages do not fit. */
const MACHINE = ['package-lock.json']
/** What the schema of a migrated database depends on. */
const SCHEMA = [
  ...MACHINE,
  'server/migrations/**',
  'server/src/platform/**',
  'server/test/{demo-config,distributed-schema,template-databases,time}.ts',
]
/** The demo data are made by the commands of the modules: any source may change them. */
const EVERYTHING = [...SCHEMA, 'server/src/**', 'packages/*/src/**']

/** Returns the facts about a stopped data folder: a copy of the kept one, or else what `make` returns, kept from then on. */
async function kept<T>(
  dataDir: string,
  name: string,
  sources: readonly string[],
  make: () => Promise<T>,
): Promise<T> {
  const entry = join(CACHE, `${name}-${hashOf(sources)}`)
  const factsFile = join(dataDir, 'facts.json')
  if (existsSync(entry)) {
    await copyFolder(entry, dataDir)
    // The newest ones are those used last.
    await utimes(entry, new Date(), new Date())
    return JSON.parse(await readFile(factsFile, 'utf8')) as T
  }
  const facts = await make()
  await writeFile(factsFile, JSON.stringify(facts))
  await mkdir(CACHE, { recursive: true })
  const unfinished = await mkdtemp(join(CACHE, 'unfinished-'))
  await copyFolder(dataDir, join(unfinished, 'data'))
  // Another run may have been faster.
  await rename(join(unfinished, 'data'), entry).catch(() => {})
  await rm(unfinished, { recursive: true, force: true })
  await removeOld(name)
  return facts
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.version}`)
  const files = globSync(sources, { cwd: ROOT, exclude: (path) => path.endsWith('.test.ts') })
  for (const file of files.toSorted()) {
    if (statSync(join(ROOT, file)).isFile()) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** With the owners of the files: PostgreSQL refuses those of others. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

/** Of each kind the newest two are kept, for those who go back and forth between two branches. */
async function removeOld(name: string): Promise<void> {
  const entries = globSync(join(CACHE, `${name}-*`))
  const byAge = entries.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const entry of byAge.slice(2)) await rm(entry, { recursive: true, force: true })
}
