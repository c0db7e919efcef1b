import { readFileSync } from 'node:fs'
import { StartRefused } from '../failures.ts'

/** Reads a file in the data folder; `undefined` if there is none. The error message ends with `remedy`. */
export function readDataFile(path: string, remedy: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    const action = code === 'EACCES' ? 'make it readable for this user' : remedy
    throw new StartRefused(`The file ${path} cannot be read (${message}); ${action}.`, { cause: error })
  }
}
