import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../server/test/folders.ts'
import { runTool } from '../../../../server/test/tools.ts'
import { certifyCommand } from './certify-command.ts'
import { LESSONS } from './lessons/index.ts'

const NO_SANDBOX = { TRADEHALL_DATA_DIR: '/nowhere' }

function run(
  options: Parameters<typeof certifyCommand>[1],
  environment: Record<string, string> = NO_SANDBOX,
) {
  return runTool((stop) => certifyCommand([], options, environment, stop))
}

/** A description of a connector that is never started. */
function describedConnector(): string {
  const config = join(temporaryFolder('certify'), 'certify.json')
  writeFileSync(config, JSON.stringify({ start: 'true', claims: ['orders'] }))
  return config
}

describe('without a sandbox', () => {
  test('--list names every lesson with what it needs', async () => {
    const { exitCode, lines } = await run({ list: true })
    expect(exitCode).toBe(0)
    expect(lines.map((line) => line.split(' ')[0])).toEqual(LESSONS.map(({ id }) => id))
    expect(lines.find((line) => line.startsWith('stock '))).toMatch(
      /Needs the claim `stock`, the action `set-stock`\.$/,
    )
  })

  test('--explain prints each requirement with its fix', async () => {
    const { exitCode, output } = await run({ explain: 'tokens' })
    expect(exitCode).toBe(0)
    for (const { text, fix } of Object.values(LESSONS[0]?.requirements ?? {})) {
      expect(output).toContain(text)
      expect(output).toContain(`Fix: ${fix}`)
    }
  })
})

describe('is refused in one sentence', () => {
  const refused = async (options: Parameters<typeof certifyCommand>[1]) => {
    const { exitCode, errors } = await run({ config: describedConnector(), ...options })
    expect(exitCode).toBe(1)
    return errors
  }

  test('a lesson that does not exist, with the nearest name', async () => {
    expect(await refused({ only: 'tokens,retrys' })).toMatch(
      /There is no lesson retrys\. Did you mean retries\?/,
    )
    expect(await refused({ explain: 'tokkens' })).toContain('Did you mean tokens?')
  })

  test.each(['-1', '1.5', 'x', '', '4294967296'])('the seed "%s"', async (seed) => {
    expect(await refused({ seed })).toContain('--seed must be a whole number')
  })

  test('a report that could not be written, before anything is played', async () => {
    expect(await refused({ html: '/nowhere/report.html' })).toContain(
      'cannot be written to /nowhere/report.html',
    )
  })

  test('no sandbox', async () => {
    expect(await refused({})).toContain('There is no sandbox here')
  })

  test('a report that cannot be read, or is none', async () => {
    const path = join(temporaryFolder('certify'), 'report.json')
    expect(await refused({ verify: path })).toContain('cannot be read')
    writeFileSync(path, '[]')
    expect(await refused({ verify: path })).toContain('is not a report')
  })
})

test('a report that is not signed is not valid', async () => {
  const path = join(temporaryFolder('certify'), 'report.json')
  writeFileSync(path, '{}')
  const { exitCode, output } = await run({ verify: path, key: ['x'] })
  expect([exitCode, output]).toEqual([2, 'Not valid: The report is not signed.\n'])
})
