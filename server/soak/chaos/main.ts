/**
 * `npm run soak:chaos`: the whole server under load, while processes, sessions, tables, the database, Redis, the disk and the
 * clock fail. Nothing may stop for good, and nothing may be lost, doubled or halved. `--help` says more.
 */
import { Command, InvalidArgumentError } from 'commander'
import { ACKNOWLEDGED } from '../judgement/acknowledged.ts'
import { ARRIVALS } from '../judgement/arrivals.ts'
import { DELIVERY_INVARIANTS, FILE_INVARIANTS } from '../judgement/file-invariants.ts'
import { ORDER_INVARIANTS, STOCK_INVARIANTS } from '../judgement/invariants.ts'
import { ALONE, AT_REST, EACH } from './ending.ts'
import { LIVENESS } from './liveness.ts'
import { describeFault, KINDS, planFaults } from './plan.ts'
import { printReport } from './report.ts'
import { CONDUCT, runChaos } from './run.ts'

interface Options {
  seed: number
  minutes: number
  rate: number
  plan: boolean
  json: boolean
  logs?: string
}

function positive(text: string): number {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a number above 0.')
}

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const CHECKS: readonly [title: string, checks: readonly string[]][] = [
  ['Liveness, within a minute of the last fault', [...Object.values(LIVENESS), EACH, ALONE, AT_REST]],
  ['Conduct', Object.values(CONDUCT)],
  ['Orders', names(ORDER_INVARIANTS)],
  ['Stock', names(STOCK_INVARIANTS)],
  ['Webhooks', [...names(DELIVERY_INVARIANTS), ...Object.values(ARRIVALS)]],
  ['Imports, exports, labels', names(FILE_INVARIANTS)],
  ['What was acknowledged', Object.values(ACKNOWLEDGED)],
]

const HELP = `
It starts a PostgreSQL of its own, a Redis where there is one, two API nodes and two workers as separate programs, and sends
them orders, moves, stock, imports, exports, pickups and labels of two brands, whose webhooks go to receivers that answer, are
slow, stumble, fail, close and hang. Meanwhile it carries out the faults of a plan, which follows from the seed. Killed
programs are started again. Then it judges. All is on this machine's loopback, in a folder that is removed.

Faults (what this machine cannot do is skipped and said):
${Object.entries(KINDS)
  .map(([kind, { meaning }]) => `  ${kind.padEnd(20)} ${meaning}`)
  .join('\n')}

What is judged:
${CHECKS.map(([title, checks]) => `  ${title}\n${checks.map((check) => `    - ${check}`).join('\n')}`).join('\n')}

The exit code is 1 if something is not as it should be, and 2 if the run could not be carried out. Linux only.`

const options = new Command('npm run soak:chaos --')
  .description('The whole server under load while everything around it fails: nothing may stop for good.')
  .option('--seed <n>', 'decides about the faults', positive, 1)
  .option('--minutes <n>', 'how long there are faults; below 5, each is shorter', positive, 5)
  .option('--rate <n>', 'requests a second, of all clients together', positive, 24)
  .option('--plan', 'print the faults of the seed, and do nothing', false)
  .option('--json', 'print the report as JSON; what happens is told on stderr', false)
  .option('--logs <folder>', 'keep the logs of the programs there')
  .addHelpText('after', HELP)
  .parse(process.argv)
  .opts<Options>()

const plan = planFaults(options.seed, options.minutes)
if (options.plan) {
  console.log(options.json ? JSON.stringify(plan, null, 2) : plan.map(describeFault).join('\n'))
} else process.exitCode = await run()

async function run(): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stop.abort(new Error('It was stopped.')))
  const say = (line: string) => void (options.json ? process.stderr : process.stdout).write(`${line}\n`)
  say(`seed ${options.seed}, ${options.minutes} minutes, ${plan.length} faults:`)
  for (const fault of plan) say(describeFault(fault))
  try {
    const report = await runChaos({ ...options, plan, stop: stop.signal, say })
    const isSound = report.findings.length === 0
    if (options.json) console.log(JSON.stringify({ ...report, isSound }, null, 2))
    else printReport(report, CHECKS, say)
    return isSound ? 0 : 1
  } catch (error) {
    process.stderr.write(
      `${stop.signal.aborted ? 'It was stopped.' : ((error as Error).stack ?? String(error))}\n`,
    )
    return 2
  }
}
