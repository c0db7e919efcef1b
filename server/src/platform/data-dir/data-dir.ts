/**
 * The data folder: its permissions, its lock, and the secret files in it.
 *
 * `lock.db` and `running.json`  the lock that admits one server at a time, and the server that holds it
 * `secret-key`                  generated key of a sandbox, or a ring of keys, one a line
 * `postgres/`, `run/`           the embedded database and its socket (`embedded-database.ts`)
 * `moved.json`                  where the database has been moved (`moved.ts`)
 * `*.restored`, `*.replaced`    what a restore has prepared, and what it has replaced (`restored.ts`)
 */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readDataFile } from '@tradehall/kit/data-file'
import { StartRefused } from '@tradehall/kit/failures'
import { isKeyRing, secretKeysIn } from '../secrets/key-ring.ts'
import { finishRestore } from './restored.ts'

export interface LockHolder {
  pid: number
  address: string
  /** Work during which nobody else may use the database. */
  work?: 'move' | 'restore'
}

export interface DataDirLock {
  /** Publishes the address of the holder, for information only: the lock itself is a file lock of the kernel. */
  describe: (holder: LockHolder) => void
  release: () => void
  /** Releases the lock and removes its files, and the folder if it is empty then. */
  discard: () => void
}

/**
 * Creates the folder. When created by root it must be traversable, because the database in it runs under another account;
 * every secret file has mode 0600. The mode of an existing folder is not changed.
 */
export function prepareDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return
  withDataDirError(dataDir, () => {
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  })
}

/**
 * Acquires the lock of the folder for this process. The lock is an open SQLite transaction, because Node has no `flock`
 * and a pid file cannot distinguish a dead holder from a reused pid: the kernel releases the underlying file lock when
 * the process ends for any reason.
 */
export function lockDataDir(dataDir: string, holder: LockHolder): DataDirLock | { heldBy: LockHolder } {
  const database = withDataDirError(dataDir, () => openLockFile(join(dataDir, 'lock.db')))
  if (!database) return { heldBy: readHolder(dataDir) }
  const describe = (current: LockHolder) =>
    writeSecretFile(join(dataDir, 'running.json'), `${JSON.stringify(current)}\n`)
  const release = () => {
    rmSync(join(dataDir, 'running.json'), { force: true })
    database.close()
  }
  const discard = () => {
    // Deleted before the release, so that the next process to acquire the lock creates a new file.
    for (const name of ['lock.db', 'lock.db-journal']) rmSync(join(dataDir, name), { force: true })
    release()
    removeIfEmpty(dataDir)
  }
  withDataDirError(dataDir, () => {
    finishRestore(dataDir)
    describe(holder)
  })
  return { describe, release, discard }
}

const KEY_REMEDY = 'restore the key, or delete the whole data folder to start over'

const secretKeyPath = (dataDir: string) => join(dataDir, 'secret-key')

export const newSecretKey = (): string => randomBytes(32).toString('base64')

/** The ring of keys that encrypt secrets at rest, as in the settings, or `undefined` when the folder has none yet. */
export function readSecretKey(dataDir: string): string | undefined {
  const path = secretKeyPath(dataDir)
  const ring = readDataFile(path, KEY_REMEDY)
  if (ring === undefined) return undefined
  if (isKeyRing(ring)) return secretKeysIn(ring).join(',')
  throw new StartRefused(`The file ${path} does not contain a key of 32 bytes in base64; ${KEY_REMEDY}.`)
}

/** Stores `candidate` unless there is a key, and returns the stored key, so that concurrent processes get the same one. */
export function readOrCreateSecretKey(dataDir: string, candidate = newSecretKey()): string {
  const path = secretKeyPath(dataDir)
  withDataDirError(dataDir, () => {
    if (!existsSync(path)) writeIfAbsent(path, `${candidate}\n`)
  })
  return readSecretKey(dataDir) ?? candidate
}

/** Atomically replaces a file that only its owner may read. */
export function writeSecretFile(path: string, text: string): void {
  const draft = writeDraft(path, text)
  renameSync(draft, path)
}

const SQLITE_BUSY = 5

function openLockFile(path: string): DatabaseSync | undefined {
  restrictToOwner(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
    return database
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

/**
 * SQLite creates files that everybody may read, and whoever can read a file can lock it: in the traversable folder of root
 * another user could prevent the server from starting. The journal file inherits this mode.
 */
function restrictToOwner(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

function readHolder(dataDir: string): LockHolder {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as LockHolder
  } catch {
    // The holder has not written its details yet, or this user may not read them.
    return { pid: 0, address: 'unknown' }
  }
}

function writeIfAbsent(path: string, text: string): void {
  const draft = writeDraft(path, text)
  try {
    // Unlike a rename, a link never replaces a key that another process has just created.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The folder is not empty, or was already removed.
  }
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

function withDataDirError<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new StartRefused(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}); make it writable for this user, or set TRADEHALL_DATA_DIR to another one.`,
      { cause: error },
    )
  }
}
