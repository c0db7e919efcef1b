import type { Problem } from './errors.ts'

/** One parameter of the request: its decoded name, the name split at its brackets, its decoded value. */
export interface Given {
  name: string
  path: readonly string[]
  value: string
}

/** Reads the parameters of one family; reports what is wrong and goes on, so that one answer names all mistakes. */
export interface Reader<T> {
  read(given: readonly Given[], report: (problem: Problem) => void): T
}
