/**
 * The data folder: who may look into it, who runs on it, and the small secrets in it.
 *
 * `lock.db` and `running.json`  one server at a time, and which one it is
 * `secret-key`                  generated key of a sandbox
 * `postgres/`, `run/`           the embedded database and its socket (`embedded-database.ts`)
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
import { isSecretKey } from '../config.ts'

/** The server cannot start as things are. The message is one sentence for the person who started it. */
export class StartRefused extends Error {}

export interface Holder {
  pid: number
  address: string
}

export interface Lock {
  /** Tells others where the holder can be reached. Only informative: the lock itself is the kernel's. */
  describe: (holder: Holder) => void
  release: () => void
  /** Releases it and removes its files, and the folder if nothing else is in it. */
  discard: () => void
}

/**
 * Creates the folder. As root it must be traversable: the database runs under another account and lives inside.
 * Every secret in it has mode 0600 of its own. A folder that is already there keeps its mode, which somebody chose.
 */
export function prepareDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return
  explain(dataDir, () => {
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  })
}

/**
 * Takes the folder for this process. An open SQLite transaction is the lock because Node has no `flock`, and a pid
 * file cannot tell a dead holder from a reused pid: the kernel drops the file lock below it when the process ends,
 * however it ends.
 */
export function lockDataDir(dataDir: string, holder: Holder): Lock | { heldBy: Holder } {
  const database = explain(dataDir, () => openLockFile(join(dataDir, 'lock.db')))
  if (!database) return { heldBy: readHolder(dataDir) }
  const describe = (current: Holder) =>
    writeSecretFile(join(dataDir, 'running.json'), `${JSON.stringify(current)}\n`)
  const release = () => {
    rmSync(join(dataDir, 'running.json'), { force: true })
    database.close()
  }
  const discard = () => {
    // Before the release: whoever takes the lock afterwards has a file of its own.
    for (const name of ['lock.db', 'lock.db-journal']) rmSync(join(dataDir, name), { force: true })
    release()
    removeIfEmpty(dataDir)
  }
  explain(dataDir, () => describe(holder))
  return { describe, release, discard }
}

const KEY_REMEDY = 'put the key back, or delete the whole data folder to begin anew'

const secretKeyPath = (dataDir: string) => join(dataDir, 'secret-key')

export const newSecretKey = (): string => randomBytes(32).toString('base64')

/** The key that encrypts secrets at rest, or `undefined` when the folder has none yet. */
export function readSecretKey(dataDir: string): string | undefined {
  const path = secretKeyPath(dataDir)
  const key = readDataFile(path, KEY_REMEDY)?.trim()
  if (key === undefined || isSecretKey(key)) return key
  throw new StartRefused(`The file ${path} does not hold a key of 32 bytes in base64; ${KEY_REMEDY}.`)
}

/** Keeps a new key unless there is one, and answers the one that is kept: processes that race end with the same key. */
export function readOrCreateSecretKey(dataDir: string, candidate = newSecretKey()): string {
  const path = secretKeyPath(dataDir)
  explain(dataDir, () => {
    if (!existsSync(path)) writeUnlessThere(path, `${candidate}\n`)
  })
  return readSecretKey(dataDir) ?? candidate
}

/** The text of a file in the data folder, `undefined` when there is none, or a refusal that ends with the remedy. */
export function readDataFile(path: string, remedy: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    const mend = code === 'EACCES' ? 'give it to this user' : remedy
    throw new StartRefused(`The file ${path} cannot be read (${message}); ${mend}.`, { cause: error })
  }
}

/** Replaces a file in one step, readable by its owner only: a reader sees the old text or the new, never half. */
export function writeSecretFile(path: string, text: string): void {
  const draft = writeDraft(path, text)
  renameSync(draft, path)
}

const SQLITE_BUSY = 5

function openLockFile(path: string): DatabaseSync | undefined {
  closeToOthers(path)
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
 * SQLite makes files that anybody may read, and whoever may read a file may lock it: as root, whose data folder can be
 * passed, another user could keep the server from starting. The journal beside it takes over its mode.
 */
function closeToOthers(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

function readHolder(dataDir: string): Holder {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as Holder
  } catch {
    // The holder has the lock but has not written its details yet, or they belong to another user.
    return { pid: 0, address: 'unknown' }
  }
}

function writeUnlessThere(path: string, text: string): void {
  const draft = writeDraft(path, text)
  try {
    // Unlike a rename, a link never replaces a key that another process has just made.
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
    // Something is in it, or somebody removed it first.
  }
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

function explain<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new StartRefused(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}); give it to this user or set TRADEHALL_DATA_DIR to another one.`,
      { cause: error },
    )
  }
}
