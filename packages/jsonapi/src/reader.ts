/** The interface of the parsers of the query parameter families. */
import type { Problem } from './errors.ts'

/** One parameter of the request: its decoded name, the name split at its brackets, its decoded value. */
export interface QueryParameter {
  name: string
  path: readonly string[]
  value: string
}

/** Parses the parameters of one family. Reports mistakes and continues, so that one response lists all of them. */
export interface ParameterReader<T> {
  read(given: readonly QueryParameter[], report: (problem: Problem) => void): T
}
