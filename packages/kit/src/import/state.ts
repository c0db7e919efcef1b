/** The state of an unfinished import, stored beside its file so that the import can be resumed. */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StartRefused } from '../failures.ts'
import type { ImportFile } from './import-file.ts'

export interface ImportState {
  /** Generated before the first request and used as idempotency key, so that a retry opens no second operation. */
  operationId: string
  /** Identifies the file and the options; an import with another value cannot resume this one. */
  of: string
}

export const statePath = (file: ImportFile) => `${file.path}.import-state.json`

export function readState(file: ImportFile): ImportState | undefined {
  const path = statePath(file)
  try {
    const { operationId, of } = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof operationId === 'string' && typeof of === 'string') return { operationId, of }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  }
  throw new StartRefused(`${path} cannot be parsed. Delete it to start over.`)
}

export function createState(file: ImportFile, of: string): ImportState {
  const state = { operationId: randomUUID(), of }
  const path = statePath(file)
  try {
    // The rename makes the write atomic, also if the process is killed.
    writeFileSync(`${path}.new`, JSON.stringify(state))
    renameSync(`${path}.new`, path)
  } catch (error) {
    throw new StartRefused(
      `${path} cannot be written, and without it an interrupted import could not be resumed: ${(error as Error).message}.`,
    )
  }
  return state
}

export const deleteState = (file: ImportFile): void => rmSync(statePath(file), { force: true })
