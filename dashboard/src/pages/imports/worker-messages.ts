/** What the page and its worker send each other. */
import type {
  Encoding,
  Figures,
  FileEntry,
  FileNote,
  Headers,
  Issue,
  ValidationRules,
} from '@tradehall/product-files'

/** Lines that are listed; the file of bad rows has all of them. */
export const MAX_LISTED = 500
/** Products that can be corrected on the page. */
export const MAX_FIXED = 200

export interface Opened {
  format: 'csv' | 'json' | 'jsonl' | 'xlsx'
  /** Of the columns of a sheet; empty for JSON. */
  names: readonly string[]
  rows: readonly (readonly string[])[]
  mapping: Headers
}

export interface Reading extends ValidationRules {
  encoding: Encoding
  mapping?: Headers
}

export interface BadProduct {
  /** Among the products of the file, from 0. */
  index: number
  line: number
  entry: FileEntry
  issues: Issue[]
}

/** A line that cannot be read. */
export interface Unreadable {
  line: number
  code: string
  meta?: Figures
}

export interface Checked {
  entries: number
  mistakes: number
  invalid: number
  unreadable: Unreadable[]
  /** At most one for each column. */
  notes: FileNote[]
  bad: BadProduct[]
}

/** Why a file cannot be read. Without a code it is an error of the program or of the browser. */
export interface FileProblem {
  message: string
  code?: string
  line?: number | undefined
  meta?: Figures | undefined
}

export type Method = 'open' | 'check' | 'validate' | 'send' | 'next' | 'badRows'

export interface WorkerRequest {
  id: number
  method: Method
  argument: unknown
}

export type WorkerMessage = { id: number } & (
  | { result: unknown }
  | { problem: FileProblem }
  | { progress: number }
)
