/** What the commands that work on the database print; with `--json` one JSON object a line, and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readOrCreateSecretKey } from '../src/platform/data-dir/data-dir.ts'
import { connect } from '../src/platform/database.ts'
import { createTestDatabase, demoTemplate } from './database.ts'
import { runProgram } from './programs.ts'

const databaseUrl = await createTestDatabase(afterAll, demoTemplate)
const dataDir = mkdtempSync(join(tmpdir(), 'tradehall-json-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
readOrCreateSecretKey(dataDir)

const run = (...args: string[]) =>
  runProgram(args, { TRADEHALL_DATABASE_URL: databaseUrl, TRADEHALL_DATA_DIR: dataDir })

async function objects(...args: string[]): Promise<Record<string, unknown>[]> {
  const command = run(...args, '--json')
  expect(await command.exitCode(), command.errors()).toBe(0)
  return command.lines().map((line) => JSON.parse(line))
}

test('migrate names what it applied', async () => {
  expect(await objects('migrate')).toEqual([{ applied: [] }])
})

test('a command finishes its work when nobody reads what it prints', async () => {
  const db = connect(databaseUrl, { pool: 1, name: 'tests' })
  onTestFinished(() => db.end())
  const productsAnd = (more: number) => db`select count(*)::int + ${more}::int as count from catalog.products`
  const expected = await productsAnd(2)
  const command = run('seed', '--products', '2')
  command.process.stdout?.destroy()
  expect(await command.exitCode(), command.errors()).toBe(0)
  expect(await productsAnd(0)).toEqual(expected)
})

test('application list has a line for each application, and the other commands one for theirs', async () => {
  const listed = await objects('application', 'list')
  expect(listed.length).toBeGreaterThan(1)
  const [{ id } = {}] = listed
  expect(await objects('application', 'rotate-secret', String(id))).toMatchObject([
    { clientSecret: expect.any(String) },
  ])
  expect(await objects('application', 'revoke', String(id))).toMatchObject([{ applicationId: id }])
})

test('seed counts what it created, and reset names the applications that it removed', async () => {
  expect(await objects('seed', '--products', '3')).toEqual([
    { credentialsFile: join(dataDir, 'sandbox.json'), products: 3, variants: expect.any(Number) },
  ])
  expect(await objects('reset')).toEqual([{ removedApplications: [] }])
})
