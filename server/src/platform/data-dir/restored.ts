/**
 * Replaces files of the data folder by those that a restore has prepared.
 *
 *   <name>.restored  prepared; complete as soon as `postgres.restored` exists, which is created last
 *   <name>.replaced  the previous file, kept until the next restore
 *
 * If the process is killed in between, the names show which renames are done, and the next process that locks the
 * folder continues.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The database is last: while it has its old name, the restore is not finished. */
const NAMES = ['secret-key', 'sandbox.json', 'postgres']

export const restoredPath = (dataDir: string, name: string) => join(dataDir, `${name}.restored`)

/** The caller must hold the lock of the folder. */
export function finishRestore(dataDir: string): void {
  if (!existsSync(restoredPath(dataDir, 'postgres'))) return
  for (const name of NAMES.filter((one) => existsSync(restoredPath(dataDir, one)))) {
    const path = join(dataDir, name)
    if (existsSync(path)) {
      rmSync(`${path}.replaced`, { recursive: true, force: true })
      renameSync(path, `${path}.replaced`)
    }
    renameSync(restoredPath(dataDir, name), path)
  }
  syncFolder(dataDir)
}

/** Removes what an interrupted restore has prepared. The caller must hold the lock of the folder. */
export function discardRestore(dataDir: string): void {
  for (const name of NAMES) rmSync(restoredPath(dataDir, name), { recursive: true, force: true })
}

/** Makes the names in a folder durable. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
