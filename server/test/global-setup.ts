/**
 * Runs once before all tests: a PostgreSQL server and, on it, a migrated template database that each test file copies.
 * `TRADEHALL_TEST_DATABASE_URL` names a server to use; without it the embedded one runs in a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../src/platform/database.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateDatabase } from '../src/platform/migrate.ts'
import { withDatabaseName } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    template: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `tradehall_template_${process.pid}`
  const admin = connect(server.url, { pool: 1, name: 'tests' })
  await admin`create database ${admin(template)}`
  await migrateDatabase(withDatabaseName(server.url, template))
  project.provide('serverUrl', server.url)
  project.provide('template', template)
  return async () => {
    await admin`drop database if exists ${admin(template)} with (force)`
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
