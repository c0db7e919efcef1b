/**
 * `tradehall certify` with real connectors. The generated one passes, mutants of it fail the lessons that find their defect, and
 * what is hardly a connector still gets a report. `npm run soak:mutants` plays every lesson with every mutant.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LESSONS } from '../../packages/kit/src/certify/lessons/index.ts'
import { MUTANTS } from './certification/mutants.ts'
import { generateConnector, generateMutant } from './certification/mutated-connector.ts'
import { play } from './certification/play.ts'
import { temporaryFolder } from './folders.ts'
import { FULL } from './full.ts'
import { startSandbox } from './started-sandbox.ts'

const MINUTES = 60_000
const ALL = LESSONS.map(({ id }) => id)
/** Lessons that take a quarter of a minute, for the mutants that are played here. */
const QUICK = ['tokens', 'tolerance', 'orders', 'stock']

/** By the connector as it is; `npm run test:full` plays them all. */
const PLAYED = FULL ? ALL : QUICK
/** Of the quick lessons, those whose mutants are played. */
const FAILED = FULL ? QUICK : ['stock']

const dataDir = await startSandbox()
const newFolder = (name: string) => join(temporaryFolder('certify'), name)

test(`the generated connector passes ${FULL ? 'every lesson' : 'quick lessons'}, without a warning`, {
  timeout: 10 * MINUTES,
}, async () => {
  const folder = newFolder('connector')
  generateConnector(folder)
  const { lessons, output, exitCode } = await play(folder, { dataDir, only: PLAYED })
  expect(
    lessons.map(({ id, verdict }) => [id, verdict]),
    output,
  ).toEqual(PLAYED.map((id) => [id, 'passed']))
  expect(exitCode).toBe(0)
})

test('quick mutants fail the lessons of the table', { timeout: 10 * MINUTES }, async () => {
  // One for each lesson.
  const quick = FAILED.map((id) => MUTANTS.find(({ fails }) => fails.join() === id))
  for (const mutant of quick) {
    if (!mutant) throw new Error(`One of the lessons ${FAILED.join(', ')} has no mutant of its own.`)
    const folder = newFolder('mutant')
    generateMutant(folder, mutant)
    const { failed, output, exitCode } = await play(folder, { dataDir, only: mutant.fails })
    expect([failed, exitCode], `${mutant.name}\n${output}`).toEqual([mutant.fails, 2])
  }
})

test('every mutant fits, and every lesson has one', () => {
  for (const mutant of MUTANTS) expect(() => generateMutant(newFolder('mutant'), mutant)).not.toThrow()
  const found = MUTANTS.flatMap(({ fails, warns = [] }) => [...fails, ...warns])
  expect(ALL.filter((id) => !found.includes(id))).toEqual([])
})

/** Each is a program of a few lines. The flood ends by itself, because it is not the load that is tested. */
const BAD = {
  'hangs at its start': {
    script: 'setInterval(() => {}, 1000)',
    finding: /did not make a request within 3 seconds of its start/,
    requirement: 'tokens.runs',
  },
  crashes: {
    script: `console.error('no such shop', process.env.TRADEHALL_CLIENT_SECRET); process.exit(3)`,
    finding: /exit code 3/,
    requirement: 'tokens.runs',
  },
  floods: {
    script: `
      const { TRADEHALL_URL: url, TRADEHALL_CLIENT_ID, TRADEHALL_CLIENT_SECRET } = process.env
      const form = { grant_type: 'client_credentials', client_id: TRADEHALL_CLIENT_ID, client_secret: TRADEHALL_CLIENT_SECRET }
      const token = await fetch(url + '/oauth/token', { method: 'POST', body: new URLSearchParams(form) }).then((r) => r.json())
      const headers = { authorization: 'Bearer ' + token.access_token, accept: 'application/vnd.api+json' }
      for (let i = 0; i < 70; i++)
        await Promise.all(Array.from({ length: 10 }, () => fetch(url + '/api/v1/orders', { headers }).then((r) => r.text())))
      setInterval(() => {}, 1000)`,
    finding: /more than 600 requests in a minute/,
    requirement: 'tokens.rate',
  },
}

test('a connector that hangs, crashes or floods gets a report that says so', async () => {
  const played = Object.entries(BAD).filter(([name]) => FULL || name === 'crashes')
  for (const [name, { script, finding, requirement }] of played) {
    const folder = newFolder('bad')
    mkdirSync(folder)
    writeFileSync(join(folder, 'bad.mjs'), script)
    const settings = { start: 'node bad.mjs', claims: ['orders'], seconds: { start: 3, decide: 3 } }
    writeFileSync(join(folder, 'certify.json'), JSON.stringify(settings))
    const { exitCode, lessons, output } = await play(folder, { dataDir, only: ['tokens'] })
    const checks = lessons[0]?.checks.filter(({ id, verdict }) => id === requirement && verdict === 'failed')
    expect([exitCode, checks?.length !== 0], `${name}\n${output}`).toEqual([2, true])
    expect(checks?.map((check) => check.finding).join(' '), name).toMatch(finding)
    expect(checks?.[0]?.fix, name).not.toBe(null)
    if (name === 'crashes') expect(lessons[0]?.output).toBe('no such shop [redacted]\n')
  }
})
