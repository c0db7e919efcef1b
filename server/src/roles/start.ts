/** `tradehall start`: database, migrations, demo data, API and worker in one process tree. */
import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { mayBePlain, reachable } from '../http/public-url.ts'
import {
  type DataDirLock,
  lockDataDir,
  newSecretKey,
  prepareDataDir,
  readOrCreateSecretKey,
  readSecretKey,
  StartRefused,
} from '../platform/data-dir.ts'
import { startEmbeddedDatabase } from '../platform/embedded-database.ts'
import { createLog, type Log } from '../platform/log.ts'
import { sendOnErrand } from '../processes/one-shot-process.ts'
import { serveShared } from '../processes/shared-services.ts'
import {
  type ChildRole,
  listenForStop,
  type ProcessTree,
  spawnAlone,
  spawnSharingPort,
  superviseProcesses,
} from '../processes/supervisor.ts'
import { apiProgram, preparation, type Settled, workerProgram } from './programs.ts'
import { readSandboxFile, refreshBaseUrl, type SandboxFile } from './sandbox-file.ts'
import { reportSteps, type Steps } from './steps.ts'
import { farewell, welcome } from './welcome.ts'

/** Answers the exit code. */
export async function start(config: Config): Promise<number> {
  const wish = listenForStop()
  const log = createLog(config.logLevel)
  // Else it would be written at the end, and on a first start the children would compile what is compiled already.
  flushCompileCache()
  const opened: Opened[] = []
  const end = bringUp(config, log, opened)
  // Taking its database away in the middle of a migration makes it fail once more, when nobody listens any longer.
  end.catch(() => {})
  try {
    const failure = await Promise.race([wish.first, end])
    if (failure) process.stderr.write(`${failure}\n`)
    await closeAll(opened, wish.second)
    await flush(log)
    if (!failure) process.stdout.write(farewell(config))
    return failure ? 1 : 0
  } catch (error) {
    await closeAll(opened, wish.second)
    await flush(log)
    throw error
  }
}

const flush = (log: Log) => new Promise<void>((flushed) => log.flush(() => flushed()))

/** Closed in reverse order: the children drain before their database goes, and the lock is the last to go. */
interface Opened {
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

/** Fulfilled with a sentence when the running server cannot go on. */
async function bringUp(config: Config, log: Log, opened: Opened[]): Promise<string> {
  const steps = reportSteps(process.stdout)
  const folder = holdDataDir(config, opened)
  const settings = { ...config, port: await choosePort(config) }
  opened.push(await serveShared(config, log))
  const secretKey = config.secretKey ?? readSecretKey(config.dataDir) ?? newSecretKey()
  const database = await openServerDatabase(config, { log, steps }, opened)
  const wanted = { ...settings, secretKey, databaseUrl: database.url }
  await prepareDatabase(wanted, steps, opened)
  folder?.keep()
  // Written when the checks of the preparation have passed; until then nothing is encrypted with it.
  const settled = {
    ...wanted,
    secretKey: config.secretKey ?? readOrCreateSecretKey(config.dataDir, secretKey),
  }
  const sandbox = config.mode === 'sandbox' ? readSandboxFile(config.dataDir) : undefined

  if (steps.hasBegun()) steps.begin('Starting the API and the worker.')
  const tree = superviseProcesses(childRoles(settings, settled), log)
  opened.push({ close: tree.drain, kill: tree.kill })
  const failed = Promise.race([tree.failed, database.died])
  const address = await readyAddress(tree, failed)
  announce(settings, { address, sandbox, lock: folder?.lock })
  return failed
}

/**
 * A production server keeps nothing in the folder: several may run beside each other, on a read-only disk too. A folder
 * that was made for a start that is refused is removed again, unless `keep` was called.
 */
function holdDataDir(config: Config, opened: Opened[]): { lock: DataDirLock; keep: () => void } | undefined {
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
      `Tradehall already runs on the data folder ${config.dataDir}: process ${pid} at ${address}.`,
    )
  }
  const close = () => (isKept ? lock.release() : lock.discard())
  opened.push({ close, kill: close })
  const keep = () => {
    isKept = true
  }
  return { lock, keep }
}

/**
 * Settles port 0 once, so that a child that starts again keeps its address, and finds out that the port is taken
 * before a database is made for nothing.
 */
async function choosePort({ host, port }: Config): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartRefused(
          `The API cannot listen on ${host}:${port} (${error.code}); set TRADEHALL_PORT or TRADEHALL_HOST.`,
        ),
      )
    })
    probe.listen({ host, port }, () => {
      const chosen = (probe.address() as { port: number }).port
      probe.close(() => resolve(chosen))
    })
  })
}

async function openServerDatabase(
  config: Config,
  { log, steps }: { log: Log; steps: Steps },
  opened: Opened[],
): Promise<{ url: string; died: Promise<string> }> {
  // A database by URL has its own keeper; the API reports it as not ready while it is away.
  if (config.databaseUrl) return { url: config.databaseUrl, died: new Promise(() => {}) }
  const onCreate = () => {
    // The database, its tables, the demo data, and the processes.
    steps.expect(4)
    steps.begin(`Creating a database in ${config.dataDir}. Only the first start does this.`)
  }
  const database = await startEmbeddedDatabase({ dataDir: config.dataDir, onCreate, log })
  opened.push({ close: () => database.stop(), kill: () => database.stop({ immediate: true }) })
  return database
}

/** Killed at any moment, it leaves the schema and the demo data that it found, or the whole of the new ones. */
async function prepareDatabase(settled: Settled, steps: Steps, opened: Opened[]): Promise<void> {
  const errand = sendOnErrand('preparation of the database', preparation(settled), ({ sentence, of }) => {
    if (of) steps.expect(of)
    steps.begin(sentence)
  })
  opened.push({ close: errand.kill, kill: errand.kill })
  await errand.done
}

function childRoles(config: Config, settled: Settled): ChildRole[] {
  const only = !config.databaseUrl
  // The preparation has reached the database.
  const awaitDatabase = true
  return [
    {
      name: 'API process',
      count: config.processes,
      spawn: () => spawnSharingPort(apiProgram(settled, { awaitDatabase })),
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

function announce(
  config: Config,
  { address, sandbox, lock }: { address: string; sandbox: SandboxFile | undefined; lock: DataDirLock | undefined },
): void {
  const baseUrl = config.publicUrl ?? reachable(address)
  lock?.describe({ pid: process.pid, address: baseUrl })
  const credentials = sandbox && refreshBaseUrl(config.dataDir, sandbox, baseUrl)
  const { dataDir } = config
  process.stdout.write(welcome({ baseUrl, dataDir, credentials, plainAllowed: mayBePlain(config) }))
}
