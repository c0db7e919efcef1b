import { Command, InvalidArgumentError } from 'commander'
import { cases } from './cases.ts'
import { IDLE_SANDBOX } from './rest.ts'

export interface Options {
  seconds: number
  /** In seconds. */
  warmUp: number
  connections: number
  products: number
  api: number
  only?: string
  json: boolean
  check: boolean
  profile?: string
  /** Where the published package is installed. */
  installed?: string
  /** A server on which the benchmark creates a database, instead of the embedded one. */
  serverUrl?: string
}

export function readOptions(argv: readonly string[]): Options {
  const command = new Command('npm run bench --')
    .description(
      'Measures the endpoints of the server against minimal handlers, what their database could do, their bare statements and an empty handler, and a sandbox at rest.',
    )
    .option('--seconds <n>', 'length of each measured run', positiveInteger, 3)
    .option(
      '--warm-up <n>',
      'seconds of load before the first round; a busy machine needs more',
      positiveInteger,
      WARM_UP_SECONDS,
    )
    .option('--connections <n>', 'requests in flight', positiveInteger, 64)
    .option('--products <n>', 'products of the brand that is asked about', positiveInteger, 1000)
    .option(
      '--api <n>',
      'measure so many API processes on one port beside the single one',
      positiveInteger,
      1,
    )
    .option('--only <name>', 'only what has this in its name', knownName)
    .option('--json', 'print JSON instead of a table', false)
    .option('--check', 'exit with 1 when a floor, or a bound of CPU time or memory, is missed', false)
    .option('--profile <folder>', 'write a CPU profile of the API process there; figures are then lower')
    .option('--installed <folder>', 'measure the sandbox at rest of the package that is installed there too')
    .addHelpText(
      'after',
      '\nTRADEHALL_TEST_BENCH_DATABASE_URL names a PostgreSQL server to use; without it the embedded one runs in a temporary folder.',
    )
    .parse(argv)
  const serverUrl = process.env.TRADEHALL_TEST_BENCH_DATABASE_URL
  return { ...command.opts<Options>(), ...(serverUrl && { serverUrl }) }
}

/** Long enough for the JIT compiler to optimize the hot path on an idle machine. */
const WARM_UP_SECONDS = 3

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return Number(text)
}

function knownName(text: string): string {
  const names = [...cases.map(({ name }) => name), IDLE_SANDBOX]
  if (names.some((name) => name.includes(text))) return text
  throw new InvalidArgumentError(`It must be a part of one of these: ${names.join(', ')}.`)
}
