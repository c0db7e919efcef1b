/** What an interrupted import needs to go on, kept beside its file until it has ended. */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StartRefused } from '../../../platform/data-dir.ts'
import type { ImportFile } from './import-file.ts'

export interface ImportState {
  /** Made up before the first call, so that calling again opens no second operation. */
  operationId: string
  /** What the operation is of; an import of anything else is another one. */
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
  throw new StartRefused(`${path} cannot be read. Remove it to begin anew.`)
}

export function beginState(file: ImportFile, of: string): ImportState {
  const state = { operationId: randomUUID(), of }
  const path = statePath(file)
  try {
    // Whole or not at all, whenever we are stopped.
    writeFileSync(`${path}.new`, JSON.stringify(state))
    renameSync(`${path}.new`, path)
  } catch (error) {
    throw new StartRefused(
      `${path} cannot be written, and without it an interrupted import could not go on: ${(error as Error).message}.`,
    )
  }
  return state
}

export const forgetState = (file: ImportFile): void => rmSync(statePath(file), { force: true })
