/** `npm run bench`: measures the server, compared with its database and its framework on the same machine. */
import { cases } from './cases.ts'
import { measure } from './measure.ts'
import { type Options, readOptions } from './options.ts'
import { conditionsOf, heading, report } from './report.ts'
import { IDLE_SANDBOX, installedLauncher, measureIdleMemory } from './rest.ts'
import { runBench, say, stop } from './run.ts'
import { setUp } from './setup.ts'
import { summarize } from './summary.ts'

/** Returns the exit code. */
async function bench(options: Options): Promise<number> {
  const isChosen = (name: string) => name.includes(options.only ?? '')
  if (isChosen(IDLE_SANDBOX)) say(IDLE_SANDBOX)
  const rest = isChosen(IDLE_SANDBOX) ? await measureIdleMemory(stop) : undefined
  const installedRest = options.installed
    ? await measureIdleMemory(stop, installedLauncher(options.installed))
    : undefined
  const chosen = cases.filter(({ name }) => isChosen(name))
  if (chosen.length > 0) say('starting the server')
  const setup = chosen.length > 0 ? await setUp(options, chosen, stop) : undefined
  const conditions = conditionsOf(options, setup)
  const measured = setup && (await measure(setup, chosen, options, say))
  const summary = summarize(measured, { rest, installedRest })
  const text = options.json
    ? JSON.stringify({ conditions, ...summary }, null, 2)
    : `${heading(conditions)}\n\n${report(summary)}`
  process.stdout.write(`${text}\n`)
  return summary.failures.length > 0 || (options.check && summary.misses.length > 0) ? 1 : 0
}

await runBench(() => bench(readOptions(process.argv)))
