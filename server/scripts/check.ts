/**
 * `npm run check`: types, lint and unused code beside each other, then all tests. What a check says is printed when it ends,
 * so what fails fastest is read first; the tests begin when all have passed.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The same as `npm run types`, `lint` and `unused`. */
const CHECKS: Record<string, string[]> = {
  lint: ['biome', 'check', '--colors=force'],
  types: ['tsc', '--pretty'],
  'types of the dashboard': ['tsc', '-p', 'dashboard', '--pretty'],
  'unused code': ['knip', '--no-progress'],
}

const results = await Promise.all(Object.entries(CHECKS).map(([name, command]) => check(name, command)))
if (results.includes(false)) process.exit(1)
const tests = spawn('vitest', ['run', ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
// Ctrl-C reaches the tests too, which clean up before they end.
process.on('SIGINT', () => {})
tests.on('exit', (code) => process.exit(code ?? 1))

async function check(name: string, [program = '', ...args]: string[]): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('exit', ended)),
  ])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s: ${name}`)
  if (code !== 0) console.log(output + errors)
  return code === 0
}
