/**
 * `npm run bench:client`: single reads with the client library, as a share of the same reads with bare `fetch`, in rounds
 * that alternate, so that a busy machine affects both alike.
 */
import { createClient } from '@tradehall/client'
import { JSON_API } from '@tradehall/jsonapi'
import { Command } from 'commander'
import { modulesFor } from '../src/composition.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { connect } from '../src/platform/database.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { SERVER_FLAGS } from '../src/processes/supervisor.ts'
import { startChild } from './child.ts'
import { runBench, stop, undos } from './run.ts'
import { fetchToken, openDatabase, serverEnvironment } from './setup.ts'

/** The minimum share of the rate of bare `fetch`. */
const FLOOR = 0.85
/** Few reads a round, so that both ways of a round have the same share of a busy machine. */
const READS = 10
const IN_FLIGHT = [1, 16]
/** Rounds in which the server and the compiler warm up. */
const WARM_UP = 20

const { rounds, check } = new Command('npm run bench:client --')
  .option('--rounds <n>', 'rounds for each way', Number, 200)
  .option('--check', 'exit with 1 when the floor is missed', false)
  .parse()
  .opts<{ rounds: number; check: boolean }>()

await runBench(bench)

async function bench(): Promise<number> {
  const { origin, orderId, clientId, clientSecret, token } = await setUp()
  const client = createClient({ baseUrl: origin, clientId, clientSecret })
  const url = `${origin}/api/v1/orders/${orderId}`
  const headers = { accept: JSON_API, authorization: `Bearer ${token}` }
  const ways = {
    bare: async () => {
      const response = await fetch(url, { headers })
      if (response.status !== 200) throw new Error(`It responded with ${response.status}.`)
      await response.json()
    },
    client: async () => void (await client.orders.get(orderId)),
  }
  let isMissed = false
  for (const inFlight of IN_FLIGHT) {
    const seconds = { bare: [] as number[], client: [] as number[] }
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const names = (['bare', 'client'] as const).toSorted(() => (round % 2 === 0 ? 1 : -1))
      for (const name of names) {
        const taken = await secondsOf(ways[name], inFlight)
        if (round >= WARM_UP) seconds[name].push(taken)
      }
    }
    const [bare, library] = [median(seconds.bare), median(seconds.client)] as const
    const share = bare / library
    isMissed ||= share < FLOOR
    const rate = (taken: number) => Math.round((inFlight * READS) / taken)
    process.stdout.write(
      `${inFlight} in flight: ${rate(bare)} reads/s with fetch, ${rate(library)} with the client, ${share.toFixed(2)} of it\n`,
    )
  }
  return check && isMissed ? 1 : 0
}

async function setUp() {
  const databaseUrl = await openDatabase(process.env.TRADEHALL_TEST_BENCH_DATABASE_URL)
  await migrateDatabase(databaseUrl)
  const credentials = await seedDemo(databaseUrl, modulesFor('sandbox'))
  if (!credentials) throw new Error('A new database has no demo data.')
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall bench' })
  const [order] = await db<{ id: string }[]>`
    select id from ordering.orders where brand_id = ${DEMO.brandId} order by id limit 1`
  await db.end()
  const api = await startChild({
    script: 'api-process.ts',
    stop,
    environment: serverEnvironment(databaseUrl),
    execArgv: [...SERVER_FLAGS],
  })
  undos.push(api.end)
  const { clientId, clientSecret } = credentials
  const token = await fetchToken(api.address, credentials)
  return { origin: api.address, orderId: order?.id ?? '', clientId, clientSecret, token }
}

/** The duration of a round with this number of concurrent reads. */
async function secondsOf(read: () => Promise<void>, inFlight: number): Promise<number> {
  const startedAt = performance.now()
  const loop = async () => {
    for (let i = 0; i < READS; i++) await read()
  }
  await Promise.all(Array.from({ length: inFlight }, loop))
  return (performance.now() - startedAt) / 1000
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
