/** Runs the `tradehall` command as a process, as a shell does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { CleanUp } from './clean-up.ts'
import { shared } from './shared-resources.ts'
import { until } from './time.ts'

/** Path of the `tradehall` program. */
export const PROGRAM = await shared('program')

export interface Program {
  process: ChildProcess
  output: () => string
  errors: () => string
  /** The lines of output so far. */
  lines: () => string[]
  says(text: string): Promise<void>
  exitCode(): Promise<number | null>
}

export const runProgram = (
  args: readonly string[],
  environment: Record<string, string> = {},
  options: ScriptOptions = {},
): Program => runScript(PROGRAM, args, environment, options)

interface ScriptOptions {
  openFiles?: number
  /** The test writes to its stdin. */
  hasInput?: boolean
  cleanUp?: CleanUp
}

/** The process is terminated with the test if it is still running, or after all tests of the file with `afterAll` as `cleanUp`. */
export function runScript(
  script: string,
  args: readonly string[],
  environment: Record<string, string>,
  { openFiles, hasInput = false, cleanUp = onTestFinished }: ScriptOptions = {},
): Program {
  const limited = openFiles === undefined ? '' : `ulimit -n ${openFiles}; `
  const child = spawn('sh', ['-c', `${limited}exec "$0" "$@"`, process.execPath, script, ...args], {
    stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let isClosed = false
  const closed = once(child, 'close').then(() => {
    isClosed = true
  })
  const output = collect(child.stdout)
  const errors = collect(child.stderr)
  cleanUp(async () => {
    child.kill('SIGTERM')
    await closed
  })
  const said = () => output() + errors()
  return {
    process: child,
    output,
    errors,
    lines: () => output().split('\n').slice(0, -1),
    async says(text) {
      // The process may exit before all of its output has arrived.
      await until(() => said().includes(text) || isClosed, said)
      if (!said().includes(text))
        throw new Error(`It ended with ${child.exitCode} and never said "${text}":\n${said()}`)
    },
    async exitCode() {
      await closed
      return child.exitCode
    },
  }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return () => text
}
