/**
 * Runs test files of the copy in its working directory, again and again in one vitest: what all tests share is set up once,
 * and only files that changed are transformed again. The process ends when its parent does.
 */
import { join } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'

export interface Run {
  files: string[]
  /** Files that changed since the last run. */
  changed: string[]
  limitMs: number
  /** Whether the first failure ends the run. */
  isBailing: boolean
}

export interface Ran {
  /** `file` is undefined for a failure outside of a test file. */
  failures: { file: string | undefined; message: string }[]
  hasTimedOut: boolean
}

let run: Run
let ran: Ran
let limit: NodeJS.Timeout | undefined

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      run.files.findIndex((file) => moduleId.endsWith(`/${file}`))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

const vitest = await createVitest('test', {
  root: process.cwd(),
  watch: false,
  // With one process the server is loaded only once.
  maxWorkers: 1,
  silent: true,
  sequence: { sequencer: InOrder },
  reporters: [
    {
      // By now the setup that all tests share is done, or the server is loaded.
      onTestModuleQueued: () => {
        limit ??= setTimeout(() => {
          ran.hasTimedOut = ran.failures.length === 0
          void cancel()
        }, run.limitMs)
      },
      onTestCaseResult: (test) => {
        if (test.result().state === 'failed')
          fail(test.module, `${test.fullName}: ${test.result().errors?.[0]?.message}`)
      },
      onTestModuleEnd: (module) => {
        if (module.state() === 'failed') fail(module, module.errors()[0]?.message ?? 'failed')
      },
      onTestRunEnd: (_modules, errors) => {
        for (const { message } of errors) fail(undefined, message)
      },
    },
  ],
})
await vitest.globTestSpecifications()

function fail(module: TestModule | undefined, message: string): void {
  // Failures after an interruption result from the interruption.
  if (ran.hasTimedOut || (run.isBailing && ran.failures.length > 0)) return
  ran.failures.push({ file: module?.relativeModuleId, message: message.slice(0, 300) })
  if (run.isBailing && module) void cancel()
}

/** Lets the running test clean up, but not for long. */
async function cancel(): Promise<void> {
  const force = setTimeout(() => void vitest.cancelCurrentRun('test-failure'), 5000)
  await vitest.cancelCurrentRun('test-failure')
  clearTimeout(force)
}

async function execute(next: Run): Promise<void> {
  run = next
  ran = { failures: [], hasTimedOut: false }
  for (const file of run.changed) vitest.invalidateFile(join(process.cwd(), file))
  try {
    const specifications = run.files.flatMap((file) =>
      vitest.getModuleSpecifications(join(process.cwd(), file)),
    )
    await vitest.runTestSpecifications(specifications)
  } catch (error) {
    // The setup failed.
    fail(undefined, (error as Error).message)
  }
  clearTimeout(limit)
  limit = undefined
  if (process.connected) process.send!(ran)
}

process.on('message', (next: Run) => void execute(next))
process.once('disconnect', async () => {
  void cancel()
  await vitest.close()
  process.exit()
})
// Only the parent decides what an interrupt of the terminal means.
process.on('SIGINT', () => {})
process.send!('ready')
