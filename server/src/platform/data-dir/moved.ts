/** The mark of a data folder whose database was moved to another server, so that no server uses the old database. */
import { join } from 'node:path'
import { readDataFile } from '@tradehall/kit/data-file'
import { StartRefused } from '@tradehall/kit/failures'
import { writeSecretFile } from './data-dir.ts'

export interface Moved {
  /** Without password. */
  to: string
  movedAt: string
}

const pathOf = (dataDir: string) => join(dataDir, 'moved.json')

export function readMoved(dataDir: string): Moved | undefined {
  const path = pathOf(dataDir)
  const remedy = 'delete it to go on with the database in the folder'
  const text = readDataFile(path, remedy)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Moved
  } catch (cause) {
    throw new StartRefused(`The file ${path} is not JSON; ${remedy}.`, { cause })
  }
}

export const markMoved = (dataDir: string, moved: Moved): void =>
  writeSecretFile(pathOf(dataDir), `${JSON.stringify(moved, null, 2)}\n`)

export function refuseMoved(dataDir: string): void {
  const moved = readMoved(dataDir)
  if (!moved) return
  throw new StartRefused(
    `The database of the data folder ${dataDir} was moved to ${moved.to} at ${moved.movedAt}; set TRADEHALL_DATABASE_URL to that database, or delete ${pathOf(dataDir)} to go on with the data as they were then.`,
  )
}
