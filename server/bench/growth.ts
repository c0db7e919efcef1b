/**
 * `npm run bench:growth`: the same pages of a small and of a large database, and the cost of the periodic jobs of the
 * large one. Both databases are on one PostgreSQL server and measured in turns.
 */
import { randomBytes } from 'node:crypto'
import { Command, Option } from 'commander'
import { modulesFor } from '../src/composition.ts'
import { readConfig } from '../src/config.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { purgeQuotes } from '../src/modules/shipping/quotes/retention.ts'
import { reconcileStock } from '../src/modules/stock/ledger/reconciler.ts'
import { purgeLog } from '../src/modules/webhooks/log/retention.ts'
import { connect } from '../src/platform/database.ts'
import { closePlatform, createPlatform, type Platform } from '../src/platform/index.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { API_ENVIRONMENT, SERVER_FLAGS } from '../src/processes/supervisor.ts'
import { type Child, startChild } from './child.ts'
import { findPostmaster, withCpu } from './cpu.ts'
import { type GrowthCase, growthCases } from './growth-cases.ts'
import { type DataSize, fillDatabase } from './growth-data.ts'
import { compareRows } from './growth-rows.ts'
import type { ServedRun } from './measure.ts'
import { range } from './report.ts'
import { runBench, say, stop, undos } from './run.ts'
import { createDatabase, fetchToken, openDatabase, serverEnvironment } from './setup.ts'
import { type Spread, spread } from './summary.ts'
import { table } from './table.ts'
import type { LoadRun, LoadTask } from './tasks.ts'

/** The least share of its rate in the small database that a page must reach in the large one. */
const FLOOR = 0.85
const ROUNDS = 3
const CONNECTIONS = 64

interface Options extends DataSize {
  /** Products of the small database; its other tables are smaller by the same factor. */
  small: number
  seconds: number
  warmUp: number
  check: boolean
  only?: 'pages' | 'rows'
  brands: number
  ordersOfEach: number
}

const options = new Command('npm run bench:growth --')
  .option('--small <n>', 'products of the small database', Number, 5000)
  .option('--products <n>', 'products of the large database', Number, 500_000)
  .option('--orders <n>', 'orders of the large database', Number, 1_000_000)
  .option('--postings <n>', 'postings of the large database', Number, 10_000_000)
  .option('--expired <n>', 'expired events and quotes of the large database', Number, 100_000)
  .option('--seconds <n>', 'length of each measured run', Number, 3)
  .option('--warm-up <n>', 'seconds of load before the first round', Number, 3)
  .option('--brands <n>', 'brands beside the large one, when rows are counted', Number, 10_000)
  .option('--orders-of-each <n>', 'orders of each of them', Number, 50)
  .addOption(new Option('--only <part>', 'what is measured').choices(['pages', 'rows']))
  .option(
    '--check',
    `exit with 1 when a page is below ${FLOOR} of its rate in the small database, or reads rows of the whole brand`,
    false,
  )
  .parse()
  .opts<Options>()

interface Side {
  url: string
  size: DataSize
  api: Child
  token: string
}

interface Line {
  name: string
  small: Spread
  large: Spread
  share: Spread
  smallCpu: Spread
  largeCpu: Spread
  cpuShare: Spread
}

async function bench(): Promise<number> {
  const parts = [options.only !== 'rows' && measureRates, options.only !== 'pages' && countRows].filter(
    (part) => part !== false,
  )
  let isMissed = false
  for (const part of parts) isMissed = (await part()) || isMissed
  return options.check && isMissed ? 1 : 0
}

async function countRows(): Promise<boolean> {
  const { brands, ordersOfEach, ...large } = options
  const grown = await compareRows({ large, brands, ordersOfEach })
  for (const sentence of grown) console.log(`GROWS  ${sentence}`)
  return grown.length > 0
}

/** Returns whether a floor is missed. */
async function measureRates(): Promise<boolean> {
  const url = await openDatabase(process.env.TRADEHALL_TEST_BENCH_DATABASE_URL)
  const factor = options.small / options.products
  const scaled = (count: number) => Math.ceil(count * factor)
  const smallSize = {
    products: options.small,
    orders: scaled(options.orders),
    postings: scaled(options.postings),
    expired: scaled(options.expired),
  }
  const small = await openSide(await createDatabase(url), smallSize)
  const large = await openSide(url, options)
  const load = await start('./load-process.ts', {})
  const db = connect(url, { pool: 1, name: 'tradehall bench' })
  undos.push(() => db.end())
  const database = await findPostmaster(db)

  const run = (side: Side, one: GrowthCase, seconds = options.seconds): Promise<ServedRun> => {
    const requests = one.requests(side.token, side.size)
    const task: LoadTask = { origin: side.api.address, requests, connections: CONNECTIONS, seconds }
    return withCpu({ server: side.api.pid, database }, () => load.ask(task) as Promise<LoadRun>)
  }
  const lines = await measurePages(small, large, run)
  const jobs = await measureJobs(large, (seconds) => run(large, growthCases[0] as GrowthCase, seconds))
  console.log(`${heading()}\n\n${table(PAGES, lines)}\n\n${table(JOBS, jobs)}`)
  const missed = lines.filter(({ share }) => !(share.median >= FLOOR))
  for (const { name, share } of missed)
    console.log(`MISSED  ${name} reaches ${share.median.toFixed(2)}; the floor is ${FLOOR}.`)
  return missed.length > 0
}

async function openSide(url: string, size: DataSize): Promise<Side> {
  await migrateDatabase(url)
  const credentials = await seedDemo(url, modulesFor('sandbox'))
  if (!credentials) throw new Error('A new database has no demo data.')
  const db = connect(url, { pool: 1, name: 'tradehall bench' })
  await fillDatabase(db, size, say).finally(() => db.end())
  const environment = { ...API_ENVIRONMENT, ...serverEnvironment(url) }
  const api = await start('./api-process.ts', environment, SERVER_FLAGS)
  return { url, size, api, token: await fetchToken(api.address, credentials) }
}

async function start(
  script: string,
  environment: Record<string, string | undefined>,
  execArgv: string[] = [],
): Promise<Child> {
  const child = await startChild({ script, stop, environment: { ...process.env, ...environment }, execArgv })
  undos.push(child.end)
  return child
}

type Run = (side: Side, one: GrowthCase, seconds?: number) => Promise<ServedRun>

async function measurePages(small: Side, large: Side, run: Run): Promise<Line[]> {
  const rounds = new Map<GrowthCase, { small: ServedRun; large: ServedRun }[]>()
  for (const one of growthCases) {
    say(`warming up: ${one.name}`)
    for (const side of [small, large]) await run(side, one, options.warmUp)
    rounds.set(one, [])
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [one, pairs] of rounds) {
      say(`round ${round} of ${ROUNDS}: ${one.name}`)
      const pair = { small: await run(small, one), large: await run(large, one) }
      const errors = pair.small.errors + pair.large.errors
      if (errors > 0) throw new Error(`${one.name}: ${errors} requests failed.`)
      pairs.push(pair)
    }
  }
  return [...rounds].map(([{ name }, pairs]) => ({
    name,
    small: spread(pairs.map((pair) => pair.small.rate)),
    large: spread(pairs.map((pair) => pair.large.rate)),
    share: spread(pairs.map((pair) => pair.large.rate / pair.small.rate)),
    smallCpu: spread(pairs.map((pair) => pair.small.cpu.total)),
    largeCpu: spread(pairs.map((pair) => pair.large.cpu.total)),
    cpuShare: spread(pairs.map((pair) => pair.small.cpu.total / pair.large.cpu.total)),
  }))
}

interface JobLine {
  name: string
  rows: number
  seconds: number
  /** Of the rate without the job. */
  share: number
}

/** Reads continue while a job runs. */
async function measureJobs({ url }: Side, read: (seconds: number) => Promise<ServedRun>): Promise<JobLine[]> {
  modulesFor('sandbox')
  const secretKey = randomBytes(32).toString('base64')
  const config = { ...readConfig({}), logLevel: 'silent' as const }
  const platform = createPlatform(config, { name: 'bench', databaseUrl: url, secretKey })
  undos.push(() => closePlatform(platform))
  const lines: JobLine[] = []
  for (const { name, work } of GROWTH_JOBS) {
    say(name)
    const idle = await read(options.seconds)
    const since = performance.now()
    let seconds = 0
    const ended = work(platform).finally(() => {
      seconds = (performance.now() - since) / 1000
    })
    const rates: number[] = []
    while (seconds === 0) rates.push((await read(1)).rate)
    // The last run may extend beyond the end of the job.
    const meanwhile = rates.length > 1 ? rates.slice(0, -1) : rates
    lines.push({ name, rows: await ended, seconds, share: spread(meanwhile).median / idle.rate })
  }
  return lines
}

const GROWTH_JOBS: readonly { name: string; work: (platform: Platform) => Promise<number> }[] = [
  { name: 'purge-webhook-log', work: (platform) => purgeLog(platform) },
  { name: 'purge-shipping-quotes', work: (platform) => purgeQuotes(platform) },
  { name: 'reconcile-stock', work: (platform) => reconcileStock(platform).then(() => options.postings) },
]

const heading = () =>
  `${options.products} products, ${options.orders} orders, ${options.postings} postings, compared with ${options.small} products and as much less of the rest`

const PAGES = [
  { header: '', cell: (line: Line) => line.name },
  { header: 'small/s', cell: (line: Line) => range(line.small, 0) },
  { header: 'large/s', cell: (line: Line) => range(line.large, 0) },
  { header: 'of small', cell: (line: Line) => range(line.share, 2) },
  { header: 'CPU µs, small', cell: (line: Line) => range(line.smallCpu, 0) },
  { header: 'large', cell: (line: Line) => range(line.largeCpu, 0) },
  { header: 'of large', cell: (line: Line) => range(line.cpuShare, 2) },
]

const JOBS = [
  { header: 'job', cell: (line: JobLine) => line.name },
  { header: 'rows', cell: (line: JobLine) => String(line.rows) },
  { header: 'seconds', cell: (line: JobLine) => line.seconds.toFixed(1) },
  { header: 'rows/s', cell: (line: JobLine) => (line.rows / line.seconds).toFixed(0) },
  { header: 'reads meanwhile, of idle', cell: (line: JobLine) => line.share.toFixed(2) },
]

await runBench(bench)
