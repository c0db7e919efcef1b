/** `npm run bench`: measures the server, compared with its database and its framework on the same machine. */
import { listenForStop } from '../src/processes/supervisor.ts'
import { cases } from './cases.ts'
import { measure } from './measure.ts'
import { type Options, readOptions } from './options.ts'
import { conditionsOf, heading, report } from './report.ts'
import { IDLE_SANDBOX, installedLauncher, measureIdleMemory } from './rest.ts'
import { setUp, type Undo } from './setup.ts'
import { summarize } from './summary.ts'

const STOPPED = 130

class Stopped extends Error {}

process.exit(await bench(readOptions(process.argv)))

/** Returns the exit code. */
async function bench(options: Options): Promise<number> {
  const stop = new AbortController()
  listenForStop().first.then(() => stop.abort(new Stopped()))
  const undos: Undo[] = []
  try {
    return await measureAndReport(options, undos, stop.signal)
  } catch (error) {
    if (error instanceof Stopped) return STOPPED
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 1
  } finally {
    await undoAll(undos)
  }
}

async function measureAndReport(options: Options, undos: Undo[], stop: AbortSignal): Promise<number> {
  const isChosen = (name: string) => name.includes(options.only ?? '')
  if (isChosen(IDLE_SANDBOX)) say(IDLE_SANDBOX)
  const rest = isChosen(IDLE_SANDBOX) ? await measureIdleMemory(stop) : undefined
  const installedRest = options.installed
    ? await measureIdleMemory(stop, installedLauncher(options.installed))
    : undefined
  const chosen = cases.filter(({ name }) => isChosen(name))
  if (chosen.length > 0) say('starting the server')
  const setup = chosen.length > 0 ? await setUp(options, chosen, undos, stop) : undefined
  const conditions = conditionsOf(options, setup)
  const measured = setup && (await measure(setup, chosen, options, say))
  const summary = summarize(measured, { rest, installedRest })
  const text = options.json
    ? JSON.stringify({ conditions, ...summary }, null, 2)
    : `${heading(conditions)}\n\n${report(summary)}`
  process.stdout.write(`${text}\n`)
  return summary.failures.length > 0 || (options.check && summary.misses.length > 0) ? 1 : 0
}

/** Progress is written to stderr, so that the output of `--json` can be piped. */
function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

/** A failing cleanup must not prevent the others. */
async function undoAll(undos: Undo[]): Promise<void> {
  for (const undo of undos.toReversed()) await undo().catch((error) => say(`Not cleaned up: ${error}`))
}
