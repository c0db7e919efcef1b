import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { connect } from '../src/platform/database.ts'
import type { CleanUp } from './clean-up.ts'
import { withDatabaseName } from './database-url.ts'
import { shared } from './shared-resources.ts'

export const { serverUrl, template, demoTemplate, demoCredentials } = await shared('databases')

/** Copies a template database and drops the copy when the test ends. The default template is migrated and empty. */
export async function createTestDatabase(
  cleanUp: CleanUp = onTestFinished,
  from = template,
): Promise<string> {
  const admin = connect(serverUrl, { pool: 1, name: 'tests' })
  const name = `tradehall_test_${randomUUID().replaceAll('-', '')}`
  await admin`create database ${admin(name)} template ${admin(from)} strategy file_copy`
  cleanUp(async () => {
    await admin`drop database if exists ${admin(name)} with (force)`
    await admin.end()
  })
  return withDatabaseName(serverUrl, name)
}
