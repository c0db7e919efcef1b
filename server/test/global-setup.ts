/**
 * Runs once before all tests: builds the dashboard if it is not up to date, starts a PostgreSQL server and creates the template databases that test files copy, one
 * migrated and one with the demo data. `TRADEHALL_TEST_DATABASE_URL` names an existing server to use; otherwise the
 * embedded one runs in a temporary folder, in memory if there is enough space.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { modulesFor } from '../src/composition.ts'
import { type SandboxCredentials, seedDemo } from '../src/modules/sandbox/demo-data.ts'
import { connect } from '../src/platform/database.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateDatabase } from '../src/platform/migrate.ts'
import { bundleProgram } from './bundled-program.ts'
import { withDatabaseName } from './database.ts'
import { readSchema, type Schema } from './statement-shape.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    template: string
    demoTemplate: string
    /** Valid in every copy of the demo template. */
    demoCredentials: SandboxCredentials
    /** What the rules for the shape of statements need to know about the database. */
    shapes: Schema
    /** Path of the `tradehall` program for tests that start it. */
    program: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, program] = await Promise.all([startServer(), bundleProgram(), buildDashboard()])
  const template = `tradehall_template_${process.pid}`
  const admin = connect(server.url, { pool: 1, name: 'tests' })
  await admin`create database ${admin(template)}`
  await migrateDatabase(withDatabaseName(server.url, template))
  const migrated = connect(withDatabaseName(server.url, template), { pool: 1, name: 'tests' })
  // A template that is connected to cannot be copied.
  const shapes = await readSchema(migrated).finally(() => migrated.end())
  const demoTemplate = `${template}_demo`
  await admin`create database ${admin(demoTemplate)} template ${admin(template)}`
  const credentials = await seedDemo(withDatabaseName(server.url, demoTemplate), modulesFor('sandbox'))
  if (!credentials) throw new Error('The template had demo data already.')
  project.provide('serverUrl', server.url)
  project.provide('template', template)
  project.provide('demoTemplate', demoTemplate)
  project.provide('demoCredentials', credentials)
  project.provide('program', program)
  project.provide('shapes', shapes)
  return async () => {
    for (const name of [template, demoTemplate]) {
      await admin`drop database if exists ${admin(name)} with (force)`
    }
    await admin.end()
    await server.stop()
  }
}

/** Once, so that no server that a test starts has to. */
async function buildDashboard(): Promise<void> {
  const script = fileURLToPath(new URL('../../dashboard/build.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [script, '--if-stale'])
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const external = process.env.TRADEHALL_TEST_DATABASE_URL
  if (external) return { url: external, stop: async () => {} }
  const dataDir = await mkdtemp(join(await temporaryFolder(), 'tradehall-test-'))
  const embedded = await startEmbeddedDatabase({ dataDir, durable: false, log: createLog('warn') })
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Several times the space that all test databases need. */
const ROOM_BYTES = 2 * 1024 ** 3

/**
 * Prefers a file system in memory: a database has six hundred files, and creating and dropping hundreds of databases
 * takes five times as long on disk.
 */
async function temporaryFolder(): Promise<string> {
  const memory = '/dev/shm'
  const found = await statfs(memory).catch(() => undefined)
  return found && found.bavail * found.bsize > ROOM_BYTES ? memory : tmpdir()
}
