/**
 * `npm run bench:compression`: what each level of each content coding saves on responses with demo data, and at which cost.
 * Decision 17 chooses levels by these figures.
 */
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { JSON_API } from '@tradehall/jsonapi'
import { modulesFor } from '../src/composition.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { startChild } from './child.ts'
import { fetchToken, openDatabase, serverEnvironment, type Undo } from './setup.ts'

const zstd = (level: number) => (text: string) =>
  zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: level } })
const brotli = (quality: number) => (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const gzip = (level: number) => (text: string) => gzipSync(text, { level })

const LEVELS = [
  ...[1, 2, 3, 6].map((level) => ({ name: `zstd ${level}`, compress: zstd(level) })),
  ...[1, 2, 3, 4, 5].map((quality) => ({ name: `brotli ${quality}`, compress: brotli(quality) })),
  ...[1, 3, 4, 5, 6].map((level) => ({ name: `gzip ${level}`, compress: gzip(level) })),
]

const PATHS = ['/api/v1/orders?page[limit]=50', '/api/v1/products?page[limit]=50']
/** The fastest of many runs is the one that other programs disturbed least. */
const RUNS = 40
const CALLS = 20

const undos: Undo[] = []

async function bench(): Promise<void> {
  for (const { path, text } of await readBodies()) {
    const bytes = Buffer.byteLength(text)
    console.log(`\n${path}, ${bytes} bytes`)
    const rows = LEVELS.map(({ name, compress }) => {
      const compressed = compress(text).length
      const microseconds = fastest(() => compress(text))
      return {
        level: name,
        ratio: (compressed / bytes).toFixed(3),
        microseconds: Math.round(microseconds),
        'bytes saved per microsecond': Math.round((bytes - compressed) / microseconds),
      }
    })
    console.table(Object.fromEntries(rows.map(({ level, ...row }) => [level, row])))
  }
}

async function readBodies(): Promise<{ path: string; text: string }[]> {
  const url = await openDatabase(process.env.TRADEHALL_TEST_BENCH_DATABASE_URL, undos)
  await migrateDatabase(url)
  const credentials = await seedDemo(url, modulesFor('sandbox'))
  if (!credentials) throw new Error('A new database has no demo data.')
  const api = await startChild({
    script: './api-process.ts',
    stop: new AbortController().signal,
    environment: serverEnvironment(url),
  })
  undos.push(api.end)
  const authorization = `Bearer ${await fetchToken(api.address, credentials)}`
  return await Promise.all(
    PATHS.map(async (path) => {
      const answer = await fetch(api.address + path, { headers: { accept: JSON_API, authorization } })
      return { path, text: await answer.text() }
    }),
  )
}

/** CPU time in microseconds. */
function fastest(call: () => unknown): number {
  let microseconds = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage()
    for (let i = 0; i < CALLS; i++) call()
    const { user, system } = process.cpuUsage(before)
    microseconds = Math.min(microseconds, (user + system) / CALLS)
  }
  return microseconds
}

try {
  await bench()
} finally {
  for (const undo of undos.toReversed()) await undo().catch(() => {})
}
