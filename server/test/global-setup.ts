/**
 * Runs once before all tests: a PostgreSQL server and, on it, the template databases that test files copy: a migrated
 * one, and one that holds the demo data as well.
 * `TRADEHALL_TEST_DATABASE_URL` names a server to use; without it the embedded one runs in a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { modulesFor } from '../src/modules/index.ts'
import { seedDemo } from '../src/modules/sandbox/demo-data.ts'
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
  await seedDemo(withDatabaseName(server.url, demoTemplate), modulesFor('sandbox'))
  project.provide('serverUrl', server.url)
  project.provide('template', template)
  project.provide('demoTemplate', demoTemplate)
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
  const dataDir = await mkdtemp(join(tmpdir(), 'tradehall-test-'))
  const embedded = await startEmbeddedDatabase({ dataDir, durable: false, log: createLog('warn') })
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
