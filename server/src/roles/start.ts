/** `tradehall start`: database, migrations, demo data, API and worker in one process tree. */
import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { StartRefused } from '@tradehall/kit/failures'
import { readSandboxFile, type SandboxFile } from '@tradehall/kit/sandbox-file'
import type { Config } from '../config.ts'
import { mayBePlain, reachable } from '../http/public-url.ts'
import { type DataDirLock, lockDataDir, prepareDataDir } from '../platform/data-dir/data-dir.ts'
import { refreshBaseUrl } from '../platform/data-dir/refresh-base-url.ts'
import { startEmbeddedDatabase } from '../platform/embedded/embedded-database.ts'
import { createLog, type Log } from '../platform/log.ts'
import { runOneShotProcess } from '../processes/one-shot-process.ts'
import { serveShared } from '../processes/shared-services.ts'
import { stopDelayMs } from '../processes/stop-delay.ts'
import {
  type ChildRole,
  listenForStop,
  type ProcessTree,
  reloadOnSignal,
  spawnAlone,
  spawnSharingPort,
  superviseProcesses,
} from '../processes/supervisor.ts'
import { choosePort } from './choose-port.ts'
import { buildDashboard } from './dashboard-build.ts'
import { apiProgram, type ChildSettings, preparation, workerProgram } from './programs.ts'
import { findSecretKey, storeSecretKey } from './resolve-settings.ts'
import { reportSteps, type Steps } from './steps.ts'
import { farewell, welcome } from './welcome.ts'

/** Returns the exit code. */
export const start = (config: Config): Promise<number> => runUntilStopped(config, bringUp)

/**
 * Runs what `bringUp` starts until a signal arrives or it returns an error message, closes all that it has opened, and
 * returns the exit code.
 */
export async function runUntilStopped(
  config: Config,
  bringUp: (config: Config, log: Log, opened: Opened[]) => Promise<string>,
): Promise<number> {
  const stopRequest = listenForStop()
  const log = createLog(config.logLevel)
  // Written now instead of at exit, so that on a first start the children can use the compile cache of the parent.
  flushCompileCache()
  const opened: Opened[] = []
  const end = bringUp(config, log, opened)
  // Stopping the database during a migration rejects this promise when no handler is attached any more.
  end.catch(() => {})
  try {
    const failure = await Promise.race([stopRequest.first, end])
    if (failure) process.stderr.write(`${failure}\n`)
    await closeAll(opened, stopRequest.second)
    await flush(log)
    if (!failure) process.stdout.write(farewell(config))
    return failure ? 1 : 0
  } catch (error) {
    await closeAll(opened, stopRequest.second)
    await flush(log)
    throw error
  }
}

const flush = (log: Log) => new Promise<void>((flushed) => log.flush(() => flushed()))

/** Resources are closed in reverse order: the children drain before the database stops, and the lock is released last. */
export interface Opened {
  close: () => Promise<void> | void
  /** The quick way out, when the user does not want to wait. */
  kill?: () => Promise<void> | void
}

async function closeAll(opened: Opened[], hurry: Promise<void>): Promise<void> {
  const inOrder = async () => {
    for (const { close } of opened.toReversed()) await close()
  }
  const atOnce = async () => {
    await hurry
    for (const { kill } of opened.toReversed()) await kill?.()
  }
  await Promise.race([inOrder(), atOnce()])
}

/** Starts the server. Fulfilled with an error message when the running server cannot continue. */
async function bringUp(config: Config, log: Log, opened: Opened[]): Promise<string> {
  const steps = reportSteps(process.stdout)
  const folder = holdDataDir(config, opened)
  const settings = { ...config, port: await choosePort(config) }
  opened.push(await serveShared(config, log))
  const dashboard = buildDashboard(steps)
  opened.push({ close: dashboard.kill, kill: dashboard.kill })
  const secretKey = findSecretKey(config)
  const database = await openServerDatabase(config, { log, steps }, opened)
  const wanted = { ...settings, secretKey, databaseUrl: database.url }
  await prepareDatabase(wanted, steps, opened)
  folder?.keep()
  // Stored after the checks have passed; until then nothing is encrypted with the key.
  const settled = { ...wanted, secretKey: storeSecretKey(config, secretKey) }
  const sandbox = config.mode === 'sandbox' ? readSandboxFile(config.dataDir) : undefined

  // API processes read the list of its files when they start.
  await dashboard.done
  if (steps.hasBegun()) steps.begin('Starting the API and the worker.')
  const tree = superviseProcesses(childRoles(settings, settled), { log, stopDelayMs: stopDelayMs(config) })
  opened.push({ close: tree.drain, kill: tree.kill })
  reloadOnSignal(config, tree)
  const failed = Promise.race([tree.failed, database.died])
  const address = await readyAddress(tree, failed)
  announce(settings, { address, sandbox, lock: folder?.lock })
  return failed
}

/**
 * A production server stores nothing in the folder, so that several can run side by side, on a read-only disk too. A
 * folder that was created for a start that fails is removed again, unless `keep` was called.
 */
export function holdDataDir(
  config: Config,
  opened: Opened[],
): { lock: DataDirLock; keep: () => void } | undefined {
  if (config.mode === 'production') return undefined
  let isKept = existsSync(config.dataDir)
  prepareDataDir(config.dataDir)
  const lock = lockDataDir(config.dataDir, {
    pid: process.pid,
    address: `http://${config.host}:${config.port}`,
  })
  if ('heldBy' in lock) {
    const { pid, address } = lock.heldBy
    throw new StartRefused(
      `Another Tradehall server uses the data folder ${config.dataDir}: process ${pid} at ${address}; stop it, or set TRADEHALL_DATA_DIR.`,
    )
  }
  const close = () => (isKept ? lock.release() : lock.discard())
  opened.push({ close, kill: close })
  const keep = () => {
    isKept = true
  }
  return { lock, keep }
}

export async function openServerDatabase(
  config: Config,
  { log, steps }: { log: Log; steps: Steps },
  opened: Opened[],
): Promise<{ url: string; died: Promise<string> }> {
  // An external database is managed elsewhere; while it is unavailable the readiness check fails.
  if (config.databaseUrl) return { url: config.databaseUrl, died: new Promise(() => {}) }
  const onCreate = () => {
    // The steps are the database, its tables, the demo data, and the processes.
    steps.expect(4)
    steps.begin(`Creating a database in ${config.dataDir}. Only the first start does this.`)
  }
  const database = await startEmbeddedDatabase({ dataDir: config.dataDir, onCreate, log })
  opened.push({ close: () => database.stop(), kill: () => database.stop({ immediate: true }) })
  return database
}

/** Schema and demo data change atomically, so the process can be killed at any time. */
export async function prepareDatabase(settled: ChildSettings, steps: Steps, opened: Opened[]): Promise<void> {
  const errand = runOneShotProcess(
    'preparation of the database',
    preparation(settled),
    ({ sentence, of }) => {
      if (of) steps.expect(of)
      steps.begin(sentence)
    },
  )
  opened.push({ close: errand.kill, kill: errand.kill })
  await errand.done
}

function childRoles(config: Config, settled: ChildSettings): ChildRole[] {
  const only = !config.databaseUrl
  return [
    {
      name: 'API process',
      count: config.processes,
      spawn: () => spawnSharingPort(apiProgram(settled)),
    },
    { name: 'worker process', count: 1, spawn: () => spawnAlone(workerProgram(settled, { only })) },
  ]
}

async function readyAddress(tree: ProcessTree, failed: Promise<string>): Promise<string> {
  const refused = failed.then((sentence) => {
    throw new StartRefused(sentence)
  })
  return (await Promise.race([tree.ready, refused])) ?? ''
}

export function announce(
  config: Config,
  {
    address,
    sandbox,
    lock,
  }: { address: string; sandbox: SandboxFile | undefined; lock: DataDirLock | undefined },
): void {
  const baseUrl = config.publicUrl ?? reachable(address)
  lock?.describe({ pid: process.pid, address: baseUrl })
  const credentials = sandbox && refreshBaseUrl(config.dataDir, sandbox, baseUrl)
  const { dataDir } = config
  process.stdout.write(welcome({ baseUrl, dataDir, credentials, plainAllowed: mayBePlain(config) }))
}
