/**
 * `npm run soak:cluster`: the server on a database that Citus distributes over several nodes, while nodes are lost, added and
 * changed. `--help` says more.
 */
import { Command, InvalidArgumentError, Option } from 'commander'
import { isOwnNetwork, runInOwnNetwork } from './network.ts'
import { isSound, reportText } from './report.ts'
import { PHASES, runCluster } from './run.ts'

interface Options {
  binaries?: string
  url?: string
  brands: number
  rate: number
  seconds: number
  only: string[]
  json: boolean
  logs?: string
}

function positive(text: string): number {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a number above 0.')
}

function phaseNames(text: string): string[] {
  const wanted = text.split(',')
  const unknown = wanted.find((name) => !PHASES.some((phase) => phase.key === name))
  if (unknown) throw new InvalidArgumentError(`There is no phase ${unknown}.`)
  return wanted
}

const HELP = `
It starts a coordinator and two worker nodes in a network of its own, or on this machine's loopback if the machine refuses
that (unshare, ip), in a folder that is removed, distributes a database,
and starts two API nodes and two workers as separate programs. Clients read, set stock, import, order, accept, ship and export
for brands on all nodes, whose webhooks go to a receiver. With --url it uses a database of a running cluster whose worker nodes
are registered. That database must be empty and stays filled; the role must be a superuser. Phases that start or stop nodes are
then left out, which the report says.

Phases:
${PHASES.map(({ key, name }) => `  ${key.padEnd(12)} ${name}`).join('\n')}

On the loopback, whoever can log in to this machine can use the nodes while the run lasts. The exit code is 1 if a rule is
broken, and 2 if the run could not be carried out. Linux only.`

const options = new Command('npm run soak:cluster --')
  .description(
    'The server on a cluster: what each node is asked, and what happens when nodes are lost, added and changed.',
  )
  .addOption(
    new Option(
      '--binaries <folder>',
      'PostgreSQL 15 or later with Citus, such as /usr/lib/postgresql/17/bin',
    ).conflicts('url'),
  )
  .option('--url <url>', 'an empty database on the coordinator of a running cluster')
  .option('--brands <n>', 'brands, spread over the shards', positive, 50)
  .option('--rate <n>', 'requests a second, of all clients together', positive, 24)
  .option('--seconds <n>', 'how long a phase lasts', positive, 15)
  .option(
    '--only <phases>',
    'play only these phases, separated by commas',
    phaseNames,
    PHASES.map(({ key }) => key),
  )
  .option('--json', 'print the report as JSON; what happens is told on stderr', false)
  .option('--logs <folder>', 'keep the logs of the programs there')
  .addHelpText('after', HELP)
  .parse(process.argv)
  .opts<Options>()

process.exitCode = (options.binaries && !isOwnNetwork ? await runInOwnNetwork() : undefined) ?? (await run())

async function run(): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stop.abort(new Error('It was stopped.')))
  const say = (line: string) => void (options.json ? process.stderr : process.stdout).write(`${line}\n`)
  try {
    if (!options.binaries && !options.url)
      throw new Error('Name a folder with --binaries, or a database with --url.')
    const phases = PHASES.filter(({ key }) => options.only.includes(key))
    const report = await runCluster({ ...options, phases, say: timed(say), stop: stop.signal })
    const sound = isSound(report)
    if (options.json) console.log(JSON.stringify({ ...report, isSound: sound }, null, 2))
    else say(`\n${reportText(report)}`)
    return sound ? 0 : 1
  } catch (error) {
    process.stderr.write(`${stop.signal.aborted ? 'It was stopped.' : (error as Error).message}\n`)
    return 2
  }
}

function timed(say: (line: string) => void): (line: string) => void {
  return (line) => say(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}`)
}
