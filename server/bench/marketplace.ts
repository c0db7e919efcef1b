/**
 * `npm run bench:marketplace`: every read of the pages of operators, brands and retailers, with few and with many brands and
 * orders. Requests are sent one after another, so that the figures are those that a person waits for.
 */
import { JSON_API } from '@tradehall/jsonapi'
import { Command } from 'commander'
import { modulesFor } from '../src/composition.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { connect } from '../src/platform/database.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { API_ENVIRONMENT, SERVER_FLAGS } from '../src/processes/supervisor.ts'
import { startChild } from './child.ts'
import { type MarketplaceCase, marketplaceCases, type Reader } from './marketplace-cases.ts'
import {
  fillMarketplace,
  type MarketplaceFacts,
  type MarketplaceSize,
  readMarketplace,
} from './marketplace-data.ts'
import { runBench, say, stop, undos } from './run.ts'
import { createDatabase, fetchToken, openDatabase, serverEnvironment } from './setup.ts'
import { table } from './table.ts'

/** The most that the median of a read may take with many orders. */
const FAST_MS = 50
const WARM_UP = 15
const SMALL: MarketplaceSize = { brands: 20, retailers: 10, orders: 5000 }

interface Options extends MarketplaceSize {
  requests: number
  only?: string
  check: boolean
}

const options = new Command('npm run bench:marketplace --')
  .option('--brands <n>', 'brands of the large marketplace', Number, 10_000)
  .option('--retailers <n>', 'retailers of the large marketplace', Number, 3000)
  .option('--orders <n>', 'orders of the large marketplace', Number, 1_000_000)
  .option('--requests <n>', 'requests of each read', Number, 100)
  .option('--only <text>', 'only reads with this in their name')
  .option('--check', `exit with 1 when the median of a read is above ${FAST_MS} ms`, false)
  .parse()
  .opts<Options>()

interface Side {
  origin: string
  tokens: Record<Reader, string>
  facts: MarketplaceFacts
}

interface Line {
  name: string
  small: Latency
  large: Latency
}

/** In milliseconds. */
interface Latency {
  p50: number
  p99: number
}

async function bench(): Promise<number> {
  const url = await openDatabase(process.env.TRADEHALL_TEST_BENCH_DATABASE_URL)
  const small = await openSide(await createDatabase(url), SMALL)
  const large = await openSide(url, options)
  const lines: Line[] = []
  for (const one of marketplaceCases.filter(({ as, name }) =>
    `${as}: ${name}`.includes(options.only ?? ''),
  )) {
    const name = `${one.as}: ${one.name}`
    say(name)
    lines.push({ name, small: await measure(small, one), large: await measure(large, one) })
  }
  console.log(`${heading()}\n\n${table(COLUMNS, lines)}`)
  const slow = lines.filter(({ large: { p50 } }) => p50 > FAST_MS)
  for (const { name, large } of slow)
    console.log(`SLOW  ${name} takes ${large.p50.toFixed(1)} ms; the bound is ${FAST_MS} ms.`)
  return options.check && slow.length > 0 ? 1 : 0
}

async function openSide(url: string, size: MarketplaceSize): Promise<Side> {
  await migrateDatabase(url)
  const credentials = await seedDemo(url, modulesFor('sandbox'))
  if (!credentials) throw new Error('A new database has no demo data.')
  const db = connect(url, { pool: 1, name: 'tradehall bench' })
  undos.push(() => db.end())
  await fillMarketplace(db, size, say)
  const environment = { ...process.env, ...API_ENVIRONMENT, ...serverEnvironment(url) }
  const api = await startChild({ script: './api-process.ts', stop, environment, execArgv: SERVER_FLAGS })
  undos.push(api.end)
  return {
    origin: api.address,
    tokens: {
      operator: await fetchToken(api.address, credentials.operator),
      brand: await fetchToken(api.address, credentials),
      retailer: await fetchToken(api.address, credentials.retailer),
    },
    facts: await readMarketplace(db, size),
  }
}

async function measure(
  { origin, tokens, facts }: Side,
  { as, name, paths }: MarketplaceCase,
): Promise<Latency> {
  const all = paths(facts)
  const headers = { accept: JSON_API, authorization: `Bearer ${tokens[as]}` }
  const times: number[] = []
  for (let i = -WARM_UP; i < options.requests; i++) {
    const path = all[(i + WARM_UP) % all.length] ?? ''
    const since = performance.now()
    const answer = await fetch(origin + path, { headers })
    const text = await answer.text()
    if (i >= 0) times.push(performance.now() - since)
    if (!answer.ok) throw new Error(`${name}: ${path} answers ${answer.status} ${text}`)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

const heading = () =>
  `${options.brands} brands, ${options.retailers} retailers and ${options.orders} orders, compared with ${SMALL.brands}, ${SMALL.retailers} and ${SMALL.orders}; milliseconds`

const COLUMNS = [
  { header: '', cell: ({ name }: Line) => name },
  { header: 'small p50', cell: ({ small }: Line) => small.p50.toFixed(1) },
  { header: 'p99', cell: ({ small }: Line) => small.p99.toFixed(1) },
  { header: 'large p50', cell: ({ large }: Line) => large.p50.toFixed(1) },
  { header: 'p99', cell: ({ large }: Line) => large.p99.toFixed(1) },
  { header: 'times small', cell: ({ small, large }: Line) => (large.p50 / small.p50).toFixed(1) },
]

await runBench(bench)
