/**
 * `npm run soak:mutants`: plays every lesson of `tradehall certify` with the generated connector and with every mutant of it.
 * The connector must pass all of them, and each mutant must fail exactly the lessons that the table names. The exit code is 1 if
 * one differs.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Command } from 'commander'
import { LESSONS } from '../../packages/kit/src/certify/lessons/index.ts'
import { MUTANTS, type Mutant } from '../test/certification/mutants.ts'
import { generateConnector, generateMutant } from '../test/certification/mutated-connector.ts'
import { play } from '../test/certification/play.ts'

const options = new Command('npm run soak:mutants --')
  .option('--sandboxes <n>', 'sandboxes at the same time, each with a connector', Number, 3)
  .option('--only <text>', 'mutants whose name contains this', '')
  .parse(process.argv)
  .opts<{ sandboxes: number; only: string }>()

/** The unchanged connector. */
const ORIGINAL: Pick<Mutant, 'name' | 'fails' | 'warns'> = { name: 'the generated connector', fails: [] }
const PROGRAM = fileURLToPath(new URL('../bin/tradehall.cjs', import.meta.url))
const only = LESSONS.map(({ id }) => id)
const folder = await mkdtemp(join(tmpdir(), 'tradehall-mutants-'))
const waiting = [ORIGINAL, ...MUTANTS].filter(({ name }) => name.includes(options.only)).entries()
const startedAt = performance.now()
let mistakes = 0

async function work(): Promise<void> {
  for (const [i, mutant] of waiting) {
    // Lessons move its clock, and the limits of token requests count for all connectors of a machine.
    const dataDir = join(folder, `sandbox-${i}`)
    const sandbox = await startSandbox(dataDir)
    try {
      await examine(join(folder, `connector-${i}`), dataDir, mutant)
    } catch (error) {
      mistakes++
      console.log(`NOT PLAYED  ${mutant.name}: ${(error as Error).message}`)
    } finally {
      sandbox.kill('SIGTERM')
      await once(sandbox, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

async function examine(connector: string, dataDir: string, mutant: typeof ORIGINAL | Mutant): Promise<void> {
  if ('file' in mutant) generateMutant(connector, mutant)
  else generateConnector(connector)
  const { lessons, output } = await play(connector, { dataDir, only })
  const named = (wanted: string) => lessons.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
  const seen = { fails: named('failed'), warns: named('warning') }
  const isRight = isDeepStrictEqual(seen, { fails: [...mutant.fails], warns: [...(mutant.warns ?? [])] })
  if (!isRight) mistakes++
  const found = [...seen.fails, ...seen.warns.map((id) => `${id} (advice)`)].join(', ')
  console.log(`${isRight ? 'as expected' : 'NOT AS EXPECTED'}  ${mutant.name}: ${found || 'passed'}`)
  if (!isRight) console.log(output)
}

async function startSandbox(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    env: { ...process.env, TRADEHALL_DATA_DIR: dataDir, TRADEHALL_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000)
      if (said.includes("Accept: text/plain'")) resolve()
    })
    child.once('exit', () => reject(new Error(`A sandbox did not start:\n${said}`)))
  })
  return child
}

await Promise.all(Array.from({ length: options.sandboxes }, work))
await rm(folder, { recursive: true, force: true })
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`${mistakes === 0 ? 'All as expected' : `${mistakes} not as expected`}, ${minutes} minutes.`)
process.exitCode = mistakes === 0 ? 0 : 1
