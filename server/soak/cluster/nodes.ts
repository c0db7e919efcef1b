/**
 * PostgreSQL servers from a folder of binaries, with Citus for the coordinator and the workers of a cluster, in a network of the
 * run, or on ports of this machine's loopback, where whoever can log in to this machine may use them while the run lasts.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect, type Database } from '../../src/platform/database.ts'
import { databaseAccount, databaseLauncher, type Launcher } from '../../src/platform/embedded/account.ts'
import { environment } from '../../src/platform/embedded/setup.ts'
import { freePort } from '../../test/ports.ts'
import { addressOf, drop, isOwnNetwork, join as joinNetwork, NODES, restore } from './network.ts'

const USER = 'postgres'
const DATABASE = 'market'
const LOOPBACK = '127.0.0.1'

/** What is synced to disk is for machines that lose power. */
const SETTINGS = `
max_connections = 200
shared_buffers = 64MB
fsync = off
`
/** The log is read by the counts of remote commands. */
const CITUS_SETTINGS = `
shared_preload_libraries = 'citus'
max_prepared_transactions = 200
wal_level = logical
logging_collector = on
log_destination = 'jsonlog'
log_directory = 'log'
log_rotation_age = 0
log_rotation_size = 0
citus.node_conninfo = 'sslmode=disable tcp_user_timeout=500'
citus.recover_2pc_interval = '5s'
`
const START_MS = 30_000
const STOP_MS = 10_000

export class Node {
  readonly host: string
  readonly port: number
  readonly #folder: string
  readonly #launch: Launcher
  readonly #postgres: string
  #running: ChildProcess | undefined
  #isSilent = false

  constructor({ host, port, folder, binaries, launch }: NodeOptions) {
    this.host = host
    this.port = port
    this.#folder = folder
    this.#postgres = binaries.postgres
    this.#launch = launch
  }

  get name(): string {
    return `${this.host}:${this.port}`
  }

  url(database = DATABASE): string {
    return `postgresql://${USER}@${this.name}/${database}`
  }

  async start(): Promise<void> {
    const options = ['-D', this.#folder, '-h', this.host, '-p', `${this.port}`, '-k', this.#folder]
    const { command, args, identity } = this.#launch(this.#postgres, options)
    const child = spawn(command, args, { ...identity, ...SURROUNDINGS, detached: true, stdio: 'ignore' })
    this.#running = child
    const deadline = performance.now() + START_MS
    while (!(await accepts(this.url('postgres')))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${this.name}.`)
      if (performance.now() > deadline)
        throw new Error(`PostgreSQL does not accept connections: ${this.name}.`)
      await wait(100)
    }
  }

  /** A fast stop, which ends all sessions. */
  async stop(): Promise<void> {
    const child = this.#running
    this.#running = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    await this.hear()
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    const late = setTimeout(() => child.kill('SIGQUIT'), STOP_MS)
    await ended
    clearTimeout(late)
  }

  /** All packets to it are lost, and those that it sends. */
  async silence(): Promise<void> {
    this.#isSilent = true
    await drop(this.host)
  }

  async hear(): Promise<void> {
    if (this.#isSilent) await restore(this.host)
    this.#isSilent = false
  }
}

interface NodeOptions {
  host: string
  port: number
  folder: string
  binaries: Binaries
  launch: Launcher
}

interface Binaries {
  initdb: string
  postgres: string
}

/** Without the environment of the user, but for the variable by which a cleanup finds the processes of the run. */
const SURROUNDINGS = {
  cwd: '/',
  env: { ...environment(), TRADEHALL_TEST_RUN: process.env.TRADEHALL_TEST_RUN },
}

/** Creates and starts a server with an empty database that has Citus. */
export async function createNode(parent: string, number: number, folderOfBinaries: string): Promise<Node> {
  const host = isOwnNetwork ? addressOf(number) : LOOPBACK
  if (isOwnNetwork) await joinNetwork(host)
  const settings = `${CITUS_SETTINGS}citus.local_hostname = '${host}'\n`
  const node = await createServer(join(parent, `node-${number}`), folderOfBinaries, { host, settings })
  await withSession(node.url('postgres'), allowPlugin)
  await withSession(node.url(), (db) => db.unsafe('create extension citus'))
  return node
}

/** Creates and starts a server with an empty database. */
export async function createServer(
  folder: string,
  folderOfBinaries: string,
  { host = LOOPBACK, settings = '' } = {},
): Promise<Node> {
  const binaries = { initdb: join(folderOfBinaries, 'initdb'), postgres: join(folderOfBinaries, 'postgres') }
  await mkdir(folder, { mode: 0o700 })
  const account = databaseAccount(folder)
  if (account) await chown(folder, account.uid, account.gid)
  const launch = databaseLauncher(account, { folders: [folder], binaries: Object.values(binaries) })
  const options = ['-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const { command, args, identity } = launch(binaries.initdb, options)
  await promisify(execFile)(command, args, { ...identity, ...SURROUNDINGS })
  await appendFile(join(folder, 'pg_hba.conf'), `host all all ${NODES} trust\n`)
  await appendFile(join(folder, 'postgresql.conf'), SETTINGS + settings)
  const node = new Node({ host, port: await freePort(), folder, binaries, launch })
  await node.start()
  await withSession(node.url('postgres'), (db) => db.unsafe(`create database ${DATABASE}`))
  return node
}

/** Recent minor releases decode changes only by libraries that a setting lists; brands are isolated by that of Citus. */
async function allowPlugin(db: Database): Promise<void> {
  const [row] = await db<{ list: string }[]>`
    select setting as list from pg_settings where name = 'output_plugin_libraries'`
  if (!row) return
  const libraries = [...row.list.split(/,\s*/), 'citus'].map((name) => `'${name}'`)
  await db.unsafe(`alter system set output_plugin_libraries = ${libraries.join(', ')}`)
  await db`select pg_reload_conf()`
}

export async function withSession<T>(
  url: string,
  work: (db: Database) => PromiseLike<T>,
  serverSettings?: string,
): Promise<T> {
  const db = connect(url, { pool: 1, name: 'soak', ...(serverSettings && { serverSettings }) })
  try {
    return await work(db)
  } finally {
    await db.end({ timeout: 1 })
  }
}

const accepts = (url: string): Promise<boolean> =>
  withSession(url, (db) => db`select 1`).then(
    () => true,
    () => false,
  )
