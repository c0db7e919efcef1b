/** What the commands of benchmarks have in common: progress on stderr, and nothing left behind, however they end. */
import { listenForStop } from '../src/processes/supervisor.ts'

const STOPPED = 130

/** Cleanup steps of this process, run in reverse order. */
export const undos: (() => Promise<void>)[] = []

/** Progress is written to stderr, so that the results can be piped. */
export const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

/** Ends the process with the exit code of `bench`. A stopped run must not leave gigabytes behind either. */
export async function runBench(bench: (stop: AbortSignal) => Promise<number>): Promise<never> {
  const stop = new AbortController()
  const stopped = listenForStop().first.then(() => {
    stop.abort()
    return STOPPED
  })
  try {
    process.exitCode = await Promise.race([bench(stop.signal), stopped])
  } catch (error) {
    say((error as Error).stack ?? String(error))
    process.exitCode = 1
  }
  // A failing cleanup must not prevent the others.
  for (const undo of undos.toReversed()) await undo().catch((error) => say(`Not cleaned up: ${error}`))
  process.exit()
}
