/**
 * Runs once before all tests: a PostgreSQL server and, on it, the template databases that test files copy: a migrated
 * one, and one that holds the demo data as well.
 * `TRADEHALL_TEST_DATABASE_URL` names a server to use; without it the embedded one runs in a temporary folder, in memory
 * where there is room.
 */
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { modulesFor } from '../src/composition.ts'
import { type SandboxCredentials, seedDemo } from '../src/modules/sandbox/demo-data.ts'
import { connect } from '../src/platform/database.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateDatabase } from '../src/platform/migrate.ts'
import { withDatabaseName } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    template: string
    demoTemplate: string
    /** Good in every copy of the demo template. */
    demoCredentials: SandboxCredentials
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `tradehall_template_${process.pid}`
  const admin = connect(server.url, { pool: 1, name: 'tests' })
  await admin`create database ${admin(template)}`
  await migrateDatabase(withDatabaseName(server.url, template))
  const demoTemplate = `${template}_demo`
  await admin`create database ${admin(demoTemplate)} template ${admin(template)}`
  const credentials = await seedDemo(withDatabaseName(server.url, demoTemplate), modulesFor('sandbox'))
  if (!credentials) throw new Error('The template had demo data already.')
  project.provide('serverUrl', server.url)
  project.provide('template', template)
  project.provide('demoTemplate', demoTemplate)
  project.provide('demoCredentials', credentials)
  return async () => {
    for (const name of [template, demoTemplate]) {
      await admin`drop database if exists ${admin(name)} with (force)`
    }
    await admin.end()
    await server.stop()
  }
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

/** Several times what all of it takes. */
const ROOM_BYTES = 2 * 1024 ** 3

/** A database is six hundred files, and there are hundreds: on a disk, to make and remove them takes five times as long. */
async function temporaryFolder(): Promise<string> {
  const memory = '/dev/shm'
  const found = await statfs(memory).catch(() => undefined)
  return found && found.bavail * found.bsize > ROOM_BYTES ? memory : tmpdir()
}
