/**
 * `npm run dev`: what `tradehall start` runs, for those who change it. The database goes on; API and worker start again when
 * a file is saved; the dashboard comes from its sources.
 *
 *   browser → front, at TRADEHALL_PORT → /dashboard/assets/   Vite
 *                                      → everything else      the API, at a port of its own
 */
import { enableCompileCache } from 'node:module'
import { join, relative } from 'node:path'
import { ConfigError } from '@tradehall/kit/failures'
import { readSandboxFile } from '@tradehall/kit/sandbox-file'
import { type Config, readConfig, unknownVariables } from '../src/config.ts'
import { mayBePlain, settledUrl } from '../src/http/public-url.ts'
import type { Log } from '../src/platform/log.ts'
import { failureMessage } from '../src/processes/refusals.ts'
import { serveShared } from '../src/processes/shared-services.ts'
import { type ChildRole, type Program, spawnAlone, spawnSharingPort } from '../src/processes/supervisor.ts'
import { choosePort } from '../src/roles/choose-port.ts'
import { apiProgram, type ChildSettings, workerProgram } from '../src/roles/programs.ts'
import { findSecretKey, storeSecretKey } from '../src/roles/resolve-settings.ts'
import {
  announce,
  holdDataDir,
  type Opened,
  openServerDatabase,
  prepareDatabase,
  runUntilStopped,
} from '../src/roles/start.ts'
import { reportSteps } from '../src/roles/steps.ts'
import type { Front } from './dev/front.ts'
import { restartableServer } from './dev/server.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROCESS = join(import.meta.dirname, 'dev/process.ts')
const MIGRATIONS = join(ROOT, 'server/migrations')
/** What a running server has loaded. */
const WATCHED = [
  MIGRATIONS,
  ...[
    'server/src',
    ...['jsonapi', 'kit', 'pg-reader', 'product-files'].map((name) => `packages/${name}/src`),
  ].map((folder) => join(ROOT, folder)),
]
/** Files that are saved together restart the server once. The watcher is silent about a file for 50 ms after a change. */
const TOGETHER_MS = 60

// As the launcher of `tradehall` does: each restart would otherwise compile all files again.
const { directory } = enableCompileCache()
if (directory) process.env.NODE_COMPILE_CACHE ??= directory

try {
  for (const variable of unknownVariables(process.env))
    process.stderr.write(`Warning: ${variable} is not a setting of Tradehall and does nothing.\n`)
  const config = readConfig(process.env)
  refuseNetwork(config)
  process.exit(await runUntilStopped(config, develop))
} catch (error) {
  process.stderr.write(`${(await failureMessage(error)) ?? (error as Error).stack}\n`)
  process.exit(1)
}

/** Sources and demo data are for this machine alone. */
function refuseNetwork(config: Config): void {
  if (mayBePlain(config) && !config.tlsCert) return
  throw new ConfigError(
    '`npm run dev` runs a sandbox on the loopback interface without TLS and proxy; `npm start` runs others.',
  )
}

/** Fulfilled with an error message when the database ends. */
async function develop(config: Config, log: Log, opened: Opened[]): Promise<string> {
  let steps = reportSteps(process.stdout)
  const folder = holdDataDir(config, opened)
  const settings = { ...config, port: await choosePort(config) }
  const address = settledUrl(settings)
  const api = { host: config.host, port: await choosePort({ host: config.host, port: 0 }) }
  opened.push(await serveShared(config, log))
  const secretKey = findSecretKey(config)
  const database = await openServerDatabase(config, { log, steps }, opened)
  const settled = { port: api.port, dataDir: config.dataDir, secretKey, databaseUrl: database.url }

  let isPrepared = false
  const prepare = async () => {
    if (isPrepared) return
    await prepareDatabase(settled, steps, opened)
    folder?.keep()
    storeSecretKey(config, secretKey)
    if (steps.hasBegun()) steps.begin('Starting the API and the worker.')
    // Those of a new migration are counted anew.
    steps = reportSteps(process.stdout)
    isPrepared = true
  }
  const server = restartableServer(rolesOf(config, settled, address), {
    log,
    stopDelayMs: 0,
    prepare,
    onCrash: reportFailure,
  })
  opened.push({ close: server.stop, kill: server.stop })
  const first = server.restart([])
  // Loaded here, beside the first start, as the bundler takes a second.
  const { openFront } = await import('./dev/front.ts')
  const front = await openFront(settings, { api, server })
  opened.push({ close: front.close, kill: front.close })

  let isAnnounced = false
  const report = (outcome: Awaited<typeof first>, restarted = '') => {
    if (!outcome) return
    if (outcome.failure !== undefined) reportFailure(outcome.failure)
    else if (isAnnounced) process.stdout.write(restarted)
    else {
      isAnnounced = true
      announce(settings, { address, sandbox: readSandboxFile(config.dataDir), lock: folder?.lock })
    }
  }
  onSave(front.watcher, async (saved, at) => {
    if (saved.some((path) => path.startsWith(MIGRATIONS))) isPrepared = false
    const outcome = await server.restart(saved)
    const names = saved.map((path) => relative(ROOT, path))
    const shown = names.length > 3 ? `${names.length} files` : names.join(', ')
    report(outcome, `Restarted in ${Math.round(performance.now() - at)} ms: ${shown}.\n`)
  })
  report(await first)
  return database.died
}

function rolesOf(config: Config, settled: ChildSettings, address: string): ChildRole[] {
  const ahead = ({ args, environment }: Program): Program => ({
    script: PROCESS,
    args,
    // For links outside of requests, as in mails: the port of the settings is that of the API.
    environment: { ...environment, TRADEHALL_PUBLIC_URL: address },
  })
  const api = ahead(apiProgram(settled))
  const worker = ahead(workerProgram(settled, { only: !config.databaseUrl }))
  return [
    { name: 'API process', count: config.processes, spawn: () => spawnSharingPort(api) },
    { name: 'worker process', count: 1, spawn: () => spawnAlone(worker) },
  ]
}

/** `at`: when the first of the files was saved. */
function onSave(watcher: Front['watcher'], restart: (saved: string[], at: number) => void): void {
  const saved = new Set<string>()
  let at = 0
  let timer: NodeJS.Timeout | undefined
  watcher.add(WATCHED).on('all', (_event, path) => {
    if (!WATCHED.some((folder) => path.startsWith(folder)) || path.endsWith('.test.ts')) return
    if (saved.size === 0) at = performance.now()
    saved.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      restart([...saved], at)
      saved.clear()
    }, TOGETHER_MS)
  })
}

function reportFailure(sentence: string): void {
  process.stderr.write(`${sentence} The next saved file starts it again.\n`)
}
