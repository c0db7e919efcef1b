import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../../../test/processes.ts'
import { LINUX, needs } from '../../../test/requirements.ts'
import { signalAll } from '../../../test/stopped.ts'
import { until } from '../../../test/time.ts'
import { connect } from '../database.ts'
import { databaseAccount, firstClosedFolder } from './account.ts'
import { type EmbeddedDatabase, openDatabase, startEmbeddedDatabase } from './embedded-database.ts'
import { readPostmasterFile } from './guard.ts'

const log = { info: () => {} }
const isRoot = process.getuid?.() === 0
let parent: string
let dataDir: string
const running: EmbeddedDatabase[] = []

beforeAll(() => {
  // As root this folder is closed to the account of the database, as that of a fresh clone often is.
  parent = mkdtempSync(join(tmpdir(), 'tradehall-embedded-'))
  dataDir = join(parent, 'data')
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((database) => database.stop()))
})

afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('starts, answers on its socket only, and keeps the data over a restart', async () => {
  const first = await start(dataDir)
  const [settings] = await query(
    first.url,
    `select current_user, current_database(), current_setting('listen_addresses') as listening,
            current_setting('server_encoding') as encoding, current_setting('fsync') as fsync`,
  )
  expect(settings).toEqual({
    current_user: 'tradehall',
    current_database: 'tradehall',
    listening: '',
    encoding: 'UTF8',
    fsync: 'on',
  })
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

  const second = await start(dataDir)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(statSync(join(dataDir, 'run')).mode & 0o777).toBe(0o700)
  if (isRoot) expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
})

test('logs no values of statements, but the state of the server', async () => {
  const { url } = await start(dataDir)
  const db = connect(url, { pool: 1, name: 'test' })
  const mark = 'kept-to-myself'
  await db.unsafe('create table if not exists noted (text text primary key check (length(text) < 20))')
  await db`insert into noted values (${mark}) on conflict do nothing`
  const failures = [
    db`select ${mark}::text::int`,
    db`insert into noted values (${mark})`,
    db`insert into noted values (${mark.repeat(2)})`,
    db`select (${`{"a": "${mark}`}::text)::jsonb`,
    db.unsafe(`select '${mark}' from nowhere`),
    db.unsafe(`do $$ begin raise warning '${mark}'; raise exception '${mark}'; end $$`),
  ]
  for (const failure of failures) await expect(failure).rejects.toThrow()
  await db.end()
  const said = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(said).toContain('database system is ready')
  expect(said).not.toContain(mark)
})

test('two servers run side by side, one of them in a folder too deep for a socket', async () => {
  const deep = join(parent, 'd'.repeat(60), 'e'.repeat(60))
  const [near, far] = await Promise.all([start(dataDir), start(deep, { durable: false })])
  expect(far.url).toContain(encodeURIComponent(join(tmpdir(), 'tradehall-')))
  expect(await query(near.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await query(far.url, "select current_setting('fsync') as fsync")).toEqual([{ fsync: 'off' }])
  const socketDir = readPostmasterFile(join(deep, 'postgres'))?.socketDir ?? ''
  expect(statSync(socketDir).mode & 0o777).toBe(0o700)
  await far.stop()
  expect(existsSync(socketDir)).toBe(false)
})

test('a database that ends unexpectedly is reported', async () => {
  const database = await start(dataDir)
  process.kill(databasePid(), 'SIGINT')
  expect(await database.died).toMatch(/ended unexpectedly/)
})

test('the guard stops the database when its parent is killed', async () => {
  const owner = await startInOtherProcess()
  const pid = databasePid()
  owner.kill('SIGKILL')
  await until(() => !isAlive(pid))
})

test('the database ends when its guard is killed', needs(LINUX), async () => {
  const database = await start(dataDir)
  const pid = databasePid()
  process.kill(parentOf(pid), 'SIGKILL')
  expect(await database.died).toMatch(/guard process was killed/)
  await until(() => !isAlive(pid))
})

test('a database left by an earlier run is stopped, and its data are kept', async () => {
  const owner = await startInOtherProcess()
  const left = databasePid()
  const next = await start(dataDir)
  expect(isAlive(left)).toBe(false)
  expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  owner.kill('SIGKILL')
})

test('a database that is killed together with its guard and the server recovers on the next start', async () => {
  const owner = await startInOtherProcess()
  const pid = databasePid()
  const guard = parentOf(pid)
  signalAll([owner.pid ?? 0, guard, pid], 'SIGKILL')
  const next = await start(dataDir)
  expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a one-time command uses the running database server, or starts its own', async () => {
  const alone = await openDatabase({ databaseUrl: undefined, dataDir })
  const beside = await openDatabase({ databaseUrl: undefined, dataDir })
  expect(beside.url).toBe(alone.url)
  expect(await query(beside.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await beside.close()
  expect(await query(alone.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await alone.close()
  expect(readPostmasterFile(join(dataDir, 'postgres'))).toBeUndefined()

  const url = 'postgresql://user@db.example.test/tradehall'
  expect(await openDatabase({ databaseUrl: url, dataDir })).toMatchObject({ url })
})

test('a database of another major version is refused with instructions for moving its data', async () => {
  const path = join(dataDir, 'postgres', 'PG_VERSION')
  const own = readFileSync(path, 'utf8').trim()
  writeFileSync(path, '14\n')
  await expect(start(dataDir)).rejects.toThrow(
    `The database in ${join(dataDir, 'postgres')} was created by PostgreSQL 14, and this version of Tradehall contains PostgreSQL ${own}; make a backup with the version of Tradehall that you used before (\`tradehall backup --to <file>\`), then load it with this one (\`tradehall restore --from <file> --replace\`).`,
  )
  writeFileSync(path, `${own}\n`)
})

test('the topmost folder that an account may not enter is found', () => {
  const closed = join(parent, 'closed')
  mkdirSync(join(closed, 'inside'), { recursive: true })
  chmodSync(parent, 0o711)
  chmodSync(closed, 0o700)
  const stranger = { uid: 4_000_000, gid: 4_000_000 }
  expect(firstClosedFolder(stranger, join(closed, 'inside'))).toBe(closed)
  expect(firstClosedFolder({ uid: statSync(closed).uid, gid: 0 }, closed)).toBeUndefined()
  chmodSync(parent, 0o700)
})

test('a folder that an ordinary user created stays owned by that user', () => {
  const owner = databaseAccount(join(dataDir, 'postgres'))
  if (isRoot) expect(owner?.uid).toBe(statSync(join(dataDir, 'postgres')).uid)
  else expect(owner).toBeUndefined()
})

async function start(folder: string, options: { durable?: boolean } = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir: folder, log, ...options })
  running.push(database)
  return database
}

async function startInOtherProcess(): Promise<ChildProcess> {
  const module = new URL('./embedded-database.ts', import.meta.url).href
  const script = `
    import { startEmbeddedDatabase } from ${JSON.stringify(module)}
    await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {} } })
    process.stdout.write('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function query(url: string, text: string): Promise<unknown[]> {
  const db = connect(url, { pool: 1, name: 'test' })
  try {
    return [...(await db.unsafe(text))]
  } finally {
    await db.end()
  }
}

const databasePid = () => readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0

function parentOf(pid: number): number {
  if (process.platform === 'linux') {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  }
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
}
