import { expect, onTestFinished, test, vi } from 'vitest'
import { callsOf, installCitusStandIn } from '../../test/citus-stand-in.ts'
import { createTestDatabase, template } from '../../test/database.ts'
import { connect } from '../platform/database.ts'
import { type DistributeOptions, distribute } from './distribute.ts'

async function printedBy(databaseUrl: string | undefined, options: DistributeOptions): Promise<string[]> {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  try {
    expect(await distribute({ databaseUrl }, options)).toBe(0)
  } finally {
    write.mockRestore()
  }
  return written.join('').trimEnd().split('\n')
}

test('prints the plan, then its progress as text or JSON, and then that nothing is left', async () => {
  const databaseUrl = await createTestDatabase(onTestFinished, template)
  const db = connect(databaseUrl, { pool: 1, name: 'tests' })
  onTestFinished(() => db.end())
  await installCitusStandIn(db)
  const worker = ['two:5432', '[::1]:5433']

  const planned = await printedBy(databaseUrl, { worker, coordinator: 'one:5432', dryRun: true })
  expect(planned[0]).toMatch(/^ {2}1\/\d+ {2}register the coordinator one:5432$/)
  expect(planned.at(-1)).toBe('Nothing was changed: this is what `tradehall distribute` would do.')
  expect(await callsOf(db)).toEqual([])

  const done = await printedBy(databaseUrl, { worker, coordinator: 'one:5432', json: true })
  const steps = done.map((line) => JSON.parse(line))
  expect(steps).toHaveLength(planned.length - 1)
  expect(steps[1]).toEqual({ step: 'worker', of: 'two:5432', done: 2, steps: steps.length })
  expect(await callsOf(db)).toContain('worker ::1:5433')

  // Empty tables leave no copy behind.
  expect(await printedBy(databaseUrl, {})).toEqual(['The database is distributed; there is nothing to do.'])
})

test.each<[string, string | undefined, DistributeOptions]>([
  [
    'Set TRADEHALL_DATABASE_URL to the coordinator of a Citus cluster: the embedded database cannot be distributed.',
    undefined,
    {},
  ],
  ['--worker must be host:port; it is "two".', 'postgres://localhost/x', { worker: ['two'] }],
  ['--coordinator must be host:port; it is "one:".', 'postgres://localhost/x', { coordinator: 'one:' }],
  [
    '--shards must be a whole number from 1 to 1024; it is "many".',
    'postgres://localhost/x',
    { shards: 'many' },
  ],
])('refuses: %s', async (message, databaseUrl, options) => {
  await expect(distribute({ databaseUrl }, options)).rejects.toThrow(message)
})
