/** A short run of `npm run soak:chaos` with a fixed seed: the whole server, while everything around it fails. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runScript } from './programs.ts'
import { LINUX, needs } from './requirements.ts'

const SCRIPT = fileURLToPath(new URL('../soak/chaos/main.ts', import.meta.url))
/** A run of seconds takes two minutes, most of which is starting the environment and waiting for the judgement. */
const TIMEOUT_MS = 900_000

test('nothing stops and nothing is lost while everything fails', {
  ...needs(LINUX),
  timeout: TIMEOUT_MS,
}, async () => {
  const run = runScript(SCRIPT, ['--seed', '7', '--minutes', '0.6', '--json'], {})
  const code = await run.exitCode()
  expect(JSON.parse(run.output()).findings, run.errors()).toEqual([])
  expect(code).toBe(0)
})

test('what cannot be carried out ends with a sentence', async () => {
  const run = runScript(SCRIPT, ['--minutes', 'soon'], {})
  expect(await run.exitCode()).toBe(1)
  expect(run.errors()).toContain('It must be a number above 0.')
})
