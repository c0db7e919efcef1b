import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { connect } from '../src/platform/database.ts'

/** Copies a template database and drops the copy when the test ends. The default template is migrated and empty. */
export async function createTestDatabase(
  cleanUp: (undo: () => Promise<void>) => void = onTestFinished,
  template = inject('template'),
): Promise<string> {
  const admin = connect(inject('serverUrl'), { pool: 1, name: 'tests' })
  const name = `tradehall_test_${randomUUID().replaceAll('-', '')}`
  await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`
  cleanUp(async () => {
    await admin`drop database if exists ${admin(name)} with (force)`
    await admin.end()
  })
  return withDatabaseName(inject('serverUrl'), name)
}

export function withDatabaseName(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
