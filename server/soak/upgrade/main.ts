/**
 * `npm run soak:upgrade`: upgrades from earlier versions under load, with a key exchange, backups and moves that are killed in the
 * middle. `--help` says more.
 */
import { Command, InvalidArgumentError } from 'commander'
import { lineOf } from '../judgement/check.ts'
import { RELEASES } from './releases.ts'
import { PHASES, runUpgrades } from './run.ts'

interface Options {
  from: string[]
  rate: number
  seconds: number
  json: boolean
  installed?: string
  logs?: string
}

function positive(text: string): number {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a number above 0.')
}

const HELP = `
For each earlier version it takes the sources from the history of this clone and installs their own dependencies in a folder
that is removed (so npm must reach its registry or have them cached). That version makes the data and serves with two API nodes
and two workers, behind a balancer with the rules of deploy/compose/haproxy.cfg. Clients order, ship, count, import and export
all the time, and repeat what is not answered.

Phases, for each version, or after the last of them (*):
${PHASES.map(({ key, name, isOnce }) => `  ${`${key}${isOnce ? ' *' : ''}`.padEnd(12)} ${name}`).join('\n')}

Each command is killed once in the middle and run again. What the first version showed and stored is compared with what this
version shows and stores, by digest, as are all copies. A PostgreSQL of another major version is taken from
/usr/lib/postgresql; without one that copy is left out, which the report says.

The exit code is 1 if a rule is broken, and 2 if the run could not be carried out. Linux only.`

const options = new Command('npm run soak:upgrade --')
  .description('Upgrades under load: no request fails but those that a client repeats, and nothing is lost.')
  .option('--from <commits>', 'earlier versions, separated by commas', (text) => text.split(','), RELEASES)
  .option('--rate <n>', 'requests a second, of all clients together', positive, 24)
  .option('--seconds <n>', 'how long each step has load before the next', positive, 15)
  .option(
    '--installed <folder>',
    'install earlier versions there, or use those that are there, and keep them',
  )
  .option('--json', 'print the report as JSON; what happens is told on stderr', false)
  .option('--logs <folder>', 'keep the logs of the programs there')
  .addHelpText('after', HELP)
  .parse(process.argv)
  .opts<Options>()

process.exitCode = await run()

async function run(): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stop.abort(new Error('It was stopped.')))
  const print = (line: string) => void (options.json ? process.stderr : process.stdout).write(`${line}\n`)
  const say = (line: string) => print(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}`)
  try {
    const outcomes = await runUpgrades({ ...options, say, stop: stop.signal })
    const broken = outcomes.flatMap(({ checks }) => checks).filter(({ isKept }) => !isKept).length
    if (options.json) console.log(JSON.stringify({ outcomes, isSound: broken === 0 }, null, 2))
    else {
      for (const { release, phase, checks } of outcomes)
        print(`\n${release}: ${phase}\n${checks.map(lineOf).join('\n')}`)
      print(`\n${broken === 0 ? 'All rules are kept.' : `Rules broken: ${broken}.`}`)
    }
    return broken === 0 ? 0 : 1
  } catch (error) {
    process.stderr.write(`${stop.signal.aborted ? 'It was stopped.' : (error as Error).stack}\n`)
    return 2
  }
}
