/** What the commands of benchmarks have in common: progress on stderr, and nothing left behind, however they end. */
import { setTimeout as wait } from 'node:timers/promises'
import { listenForStop } from '../src/processes/supervisor.ts'

const STOPPED = 130
/** Longer than processes are given to end. */
const UNWIND_MS = 10_000

/** Cleanup steps of this process, run in reverse order. */
export const undos: (() => Promise<void>)[] = []

/** Progress is written to stderr, so that the results can be piped. */
export const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

const stopping = new AbortController()
/** Aborted by Ctrl-C. */
export const stop = stopping.signal

/** Ends the process with the exit code of `bench`. A stopped run must not leave gigabytes behind either. */
export async function runBench(bench: () => Promise<number>): Promise<never> {
  const stopped = listenForStop().first.then(() => {
    stopping.abort()
    return STOPPED
  })
  try {
    const running = bench()
    process.exitCode = await Promise.race([running, stopped])
    // What it has begun, it ends itself.
    if (stop.aborted) await Promise.race([running.catch(() => {}), wait(UNWIND_MS)])
  } catch (error) {
    say((error as Error).stack ?? String(error))
    process.exitCode = 1
  }
  // A failing cleanup must not prevent the others.
  for (let undo = undos.pop(); undo; undo = undos.pop())
    await undo().catch((error) => say(`Not cleaned up: ${error}`))
  process.exit()
}
