/**
 * The embedded PostgreSQL server in the data folder, reachable by unix socket only.
 *
 *   <data dir>/postgres      the database; created atomically
 *   <data dir>/run           the folder of the socket, closed to other users: access to it is the authentication
 *   <data dir>/postgres.log  the log of the server, rotated
 *
 * start: stop a leftover server of an earlier run → create on the first start → start the guard → ready
 * stop:  close the IPC channel of the guard → the guard stops the server → exited
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '@tradehall/kit/failures'
import type { Config } from '../../config.ts'
import { type LockHolder, lockDataDir, prepareDataDir, removeIfEmpty } from '../data-dir/data-dir.ts'
import { refuseMoved } from '../data-dir/moved.ts'
import { type GuardMessage, type GuardTask, readPostmasterFile } from './guard.ts'
import { stopLeftover } from './leftover.ts'
import { changeOwner, databaseDirOf, environment, prepareSetup, type Setup } from './setup.ts'
import { PORT, socketUrl } from './socket.ts'

export interface EmbeddedDatabase {
  url: string
  /** Fulfilled with an error message when the database ends unexpectedly; otherwise never. */
  died: Promise<string>
  stop: (how?: { immediate: boolean }) => Promise<void>
}

export interface EmbeddedDatabaseOptions {
  dataDir: string
  /** `false` skips every fsync, for tests, and for a database that is synced when it is complete. */
  durable?: boolean
  /** Called before a new database is created, which takes seconds. */
  onCreate?: () => void
  log: { info: (message: string) => void }
}

/** The caller must hold the lock of the data folder, or have exclusive use of it. */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, durable = true, onCreate, log } = options
  refuseMoved(dataDir)
  prepareDataDir(dataDir)
  const setup = await prepareSetup(dataDir, durable)
  await stopLeftover(setup.databaseDir, log)
  if (!existsSync(setup.databaseDir)) {
    onCreate?.()
    await createDatabase(setup)
  }
  return startServer(setup)
}

/** Writes a stopped database to disk that was filled without fsync. */
export async function syncDatabase(dataDir: string): Promise<void> {
  await runSync(await prepareSetup(dataDir, true), databaseDirOf(dataDir))
}

/** The database of a one-time command: the configured one, or the embedded one, which is started if it does not run. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} }
  prepareDataDir(config.dataDir)
  const lock = lockDataDir(config.dataDir, { pid: process.pid, address: 'none' })
  if ('heldBy' in lock) {
    refuseDuring(lock.heldBy, config.dataDir)
    return { url: runningUrl(config.dataDir), close: async () => {} }
  }
  try {
    const database = await startEmbeddedDatabase({ dataDir: config.dataDir, log: { info: () => {} } })
    return { url: database.url, close: () => database.stop().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Whether the folder has an embedded database. */
export const hasDatabase = (dataDir: string): boolean => existsSync(databaseDirOf(dataDir))

/** Deletes a folder with a database that nobody needs, and stops the server that a killed process has left there. */
export async function discardDatabase(dataDir: string): Promise<void> {
  await stopLeftover(databaseDirOf(dataDir), { info: () => {} })
  rmSync(dataDir, { recursive: true, force: true })
}

function refuseDuring({ pid, work }: LockHolder, dataDir: string): void {
  if (!work) return
  throw new StartRefused(
    `The database of the data folder ${dataDir} is in use by a ${work} (process ${pid}); wait until it has ended.`,
  )
}

function runningUrl(dataDir: string): string {
  const running = readPostmasterFile(databaseDirOf(dataDir))
  if (running?.status === 'ready') return socketUrl(running.socketDir)
  throw new StartRefused(
    `Another process uses the data folder ${dataDir} but its database is not ready yet; try again in a few seconds.`,
  )
}

/** Creates the database under a temporary name and renames it when complete, so that it is never half created. */
async function createDatabase(setup: Setup): Promise<void> {
  const { databaseDir, durable, account, binaries } = setup
  const draft = `${databaseDir}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  changeOwner(account, draft)
  await run(setup, binaries.initdb, [...INITDB_OPTIONS, '--pgdata', draft])
  await run(
    setup,
    binaries.postgres,
    ['--single', '-D', draft, '-c', 'fsync=off', 'postgres'],
    'create database tradehall\n',
  )
  if (durable) await runSync(setup, draft)
  renameSync(draft, databaseDir)
}

const runSync = (setup: Setup, databaseDir: string): Promise<void> =>
  run(setup, setup.binaries.initdb, ['--sync-only', '--pgdata', databaseDir])

const INITDB_OPTIONS = [
  '--username=tradehall',
  '--encoding=UTF8',
  // The same collation on every machine, independent of system libraries.
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  // The mode of the socket folder controls access.
  ...['--auth-local=trust', '--auth-host=reject'],
  // Synced once at the end, by `--sync-only`.
  '--no-sync',
  '--no-instructions',
]

async function run({ launcher }: Setup, binary: string, args: string[], input = ''): Promise<void> {
  const { command, args: line, identity } = launcher(binary, args)
  const child = spawn(command, line, { ...identity, env: environment(), cwd: '/', stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // The process may end before it has read its input; its exit code is reported.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code, error] = await new Promise<[number | null, string]>((resolve) => {
    child.once('error', (failure) => resolve([null, failure.message]))
    child.once('close', (exitCode) => resolve([exitCode, output]))
  })
  if (code !== 0) throw new StartRefused(`The embedded database could not be created: ${reason(error)}`)
}

/** After a crash up to half a gigabyte of write-ahead log is replayed. */
const START_TIMEOUT_MS = 60_000
/** Backends of a killed server exit shortly after it; until then PostgreSQL refuses to start. */
const STILL_IN_USE = /is still in use|already exists/
const STILL_IN_USE_MS = 10_000

async function startServer(setup: Setup): Promise<EmbeddedDatabase> {
  const deadline = performance.now() + STILL_IN_USE_MS
  for (;;) {
    const guard = startGuard(setup)
    const failure = await guard.started
    if (failure === undefined) return runningDatabase(setup, guard)
    if (guard.process.connected) guard.process.disconnect()
    refuseOtherMajorVersion(failure, setup.databaseDir)
    if (!STILL_IN_USE.test(failure) || performance.now() > deadline) {
      throw new StartRefused(
        `The embedded database did not start: ${reason(failure)} (see ${join(setup.dataDir, 'postgres.log')})`,
      )
    }
    await wait(100)
  }
}

const OTHER_MAJOR_VERSION = /initialized by PostgreSQL version (\d+).* not compatible with this version (\d+)/

/** Programs of the old version would be needed to read the files, and only the old package has them. */
function refuseOtherMajorVersion(failure: string, databaseDir: string): void {
  const [, found, own] = OTHER_MAJOR_VERSION.exec(failure) ?? []
  if (!found) return
  throw new StartRefused(
    `The database in ${databaseDir} was created by PostgreSQL ${found}, and this version of Tradehall contains PostgreSQL ${own}; make a backup with the version of Tradehall that you used before (\`tradehall backup --to <file>\`), then load it with this one (\`tradehall restore --from <file> --replace\`).`,
  )
}

interface Guard {
  process: ChildProcess
  /** Fulfilled with `undefined` when the server is ready, or with the output that explains the failure. */
  started: Promise<string | undefined>
  /** Fulfilled with the last output of the server. */
  ended: Promise<string>
}

function startGuard(setup: Setup): Guard {
  const { dataDir, databaseDir, binaries, launcher } = setup
  const task: GuardTask = {
    launch: launcher(binaries.postgres, ['-D', databaseDir, ...serverOptions(setup)]),
    environment: environment(),
    databaseDir,
    logFile: join(dataDir, 'postgres.log'),
  }
  const script = fileURLToPath(new URL('./guard.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const messages = (type: GuardMessage['type'], then: (message: GuardMessage) => void) =>
    child.on('message', (message: GuardMessage) => message.type === type && then(message))

  let lastOutput = 'the guard process was killed'
  messages('ended', (message) => {
    if (message.type === 'ended') lastOutput = message.lastOutput
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => {
      // The last message may still be in transit; the channel closes after it.
      if (child.connected) child.once('disconnect', () => resolve(lastOutput))
      else resolve(lastOutput)
    })
  })
  const ready = new Promise<undefined>((resolve) => messages('ready', () => resolve(undefined)))
  const late = wait(START_TIMEOUT_MS, 'the server was not ready after a minute', { ref: false })
  return { process: child, ended, started: Promise.race([ready, ended, late]) }
}

function serverOptions({ socketDir, durable }: Setup): string[] {
  const settings = {
    port: PORT,
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '128MB',
    // Bounds the disk usage and the recovery time after a crash.
    max_wal_size: '512MB',
    jit: 'off',
    // Parallel workers need memory in /dev/shm, which is small in containers, and the queries are short.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    // Errors of statements may contain user data and are reported to the client, so only messages about the server as a
    // whole are logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // Many test processes connect at once.
    ...(!durable && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Tests create hundreds of short-lived databases, and autovacuum would analyze each of them.
      autovacuum: 'off',
      max_wal_size: '128MB',
      max_connections: 600,
    }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function runningDatabase({ dataDir, socketDir }: Setup, guard: Guard): EmbeddedDatabase {
  let stopping = false
  const stop = async ({ immediate } = { immediate: false }) => {
    stopping = true
    if (immediate) guard.process.kill('SIGQUIT')
    if (guard.process.connected) guard.process.disconnect()
    await guard.ended
    if (!socketDir.startsWith(dataDir)) removeIfEmpty(socketDir)
  }
  const died = new Promise<string>((resolve) => {
    guard.ended.then((lastOutput) => {
      if (!stopping) resolve(`The embedded database ended unexpectedly: ${reason(lastOutput)}`)
    })
  })
  return { url: socketUrl(socketDir), died, stop }
}

/** The most informative line: the last fatal error with its detail, or else the last line. */
function reason(lastOutput: string): string {
  const lines = lastOutput.trim().split('\n')
  const fatal = lines.findLastIndex((candidate) => /FATAL|PANIC|error:/.test(candidate))
  const line = lines.at(fatal) ?? ''
  const detail = fatal < 0 ? undefined : /DETAIL: +(.*)/.exec(lines[fatal + 1] ?? '')?.[1]
  const message = line.replace(/^.*?(?=FATAL|PANIC|error:)/, '') || 'the server printed no message'
  return detail ? `${message}: ${detail}` : message
}
