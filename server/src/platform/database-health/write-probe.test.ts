import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { needs } from '../../../test/requirements.ts'
import { readConfig } from '../../config.ts'
import { connect, type Database } from '../database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded/embedded-database.ts'
import { createLog } from '../log.ts'
import { migrateDatabase } from '../migrations/migrate.ts'
import { createWriteProbe, type WriteProbeOptions } from './write-probe.ts'

const log = createLog('silent')

function open(url: string): Database {
  const db = connect(url, { pool: 2, name: 'test' })
  onTestFinished(() => db.end())
  return db
}

function probeOf(db: Database, options: WriteProbeOptions = {}, environment: Record<string, string> = {}) {
  return createWriteProbe({ db, log, config: readConfig(environment) }, options)
}

const writesOf = async (db: Database) =>
  Number((await db<{ writes: number }[]>`select writes from platform.write_probe`)[0]?.writes ?? 0)

test('a probe writes, and calls during it or soon after it share its result', async () => {
  const db = open(await createTestDatabase())
  const probe = probeOf(db, { everyMs: Number.POSITIVE_INFINITY })
  expect(await Promise.all([probe(), probe(), probe()])).toEqual([null, null, null])
  expect(await probe()).toBeNull()
  expect(await writesOf(db)).toBe(1)
})

test('a later probe writes again', async () => {
  const db = open(await createTestDatabase())
  const probe = probeOf(db, { everyMs: 0 })
  await probe()
  await probe()
  expect(await writesOf(db)).toBe(2)
})

test('the probe allocates new blocks of the disk, instead of using space that is already allocated', async () => {
  const db = open(await createTestDatabase())
  const temporary = async () =>
    Number(
      (
        await db<{ bytes: number }[]>`
          select temp_bytes::float8 as bytes from pg_stat_database where datname = current_database()`
      )[0]?.bytes ?? 0,
    )
  const before = await temporary()
  const probe = probeOf(db, { everyMs: 0 })
  await expect.poll(async () => (await probe()) ?? (await temporary()) - before > 100_000).toBe(true)
})

test('a read-only database is reported', async () => {
  const url = await createTestDatabase()
  const admin = open(url)
  await admin.unsafe(
    `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
  )
  expect(await probeOf(open(url))()).toBe('The database is read-only.')
})

test('an unreachable database is reported', async () => {
  const db = open('postgresql://127.0.0.1:1/nowhere')
  expect(await probeOf(db)()).toBe('The database does not answer.')
})

describe('a disk that is nearly full', () => {
  const freeBytes = async () => 63 * 1024 * 1024

  test('is reported before the database stops', async () => {
    const db = open(await createTestDatabase())
    expect(await probeOf(db, { freeBytes })()).toBe('Less than 64 MB are free on the disk of the database.')
    expect(await writesOf(db)).toBe(0)
  })
})

const mounted = mountSmallDisk()
const SMALL_DISK = {
  met: mounted !== undefined,
  missing: 'only root on Linux may mount the small disk that it fills',
}

describe('a disk that is full', needs(SMALL_DISK), () => {
  const disk = mounted as string
  const filler = join(disk, 'filler')
  let server: EmbeddedDatabase

  beforeAll(async () => {
    server = await startEmbeddedDatabase({
      dataDir: join(disk, 'data'),
      durable: false,
      log: { info: () => {} },
    })
    await migrateDatabase(server.url)
  })
  afterAll(async () => {
    await server?.stop({ immediate: true })
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })

  test('is reported by the error of the database, until there is free space again', async () => {
    const db = open(server.url)
    const probe = probeOf(db, { everyMs: 0 })
    expect(await probe()).toBeNull()
    // Starts a new segment of the write-ahead log, so that the next writes fit into it.
    await db`select pg_switch_wal()`
    expect(await probe()).toBeNull()
    fill()
    expect(await probe()).toBe('The disk of the database is full.')
    rmSync(filler)
    expect(await probe()).toBeNull()
  })

  test('is reported by its free space if the embedded database is on it', async () => {
    const db = open(server.url)
    const environment = { TRADEHALL_DATABASE_URL: server.url, TRADEHALL_DATA_DIR: join(disk, 'data') }
    writeFileSync(filler, Buffer.alloc(freeBytes() - 32 * 1024 * 1024))
    expect(await probeOf(db, {}, environment)()).toBe('Less than 64 MB are free on the disk of the database.')
    rmSync(filler)
    expect(await probeOf(db, {}, environment)()).toBeNull()
  })

  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize
  }

  function fill(): void {
    try {
      writeFileSync(filler, Buffer.alloc(freeBytes() + 1024 * 1024))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
})

/** A file system of its own, small enough to be filled; `undefined` where this user may not mount one. */
function mountSmallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'tradehall-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=755', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}
