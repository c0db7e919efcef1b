/** What is copied, whether it comes from a database or from a backup file. */
import type { Readable } from 'node:stream'
import type { Migration } from './catalog.ts'
import type { TableFigures } from './row-digest.ts'

/** Available before the rows are read. */
export interface CopyHeader {
  /** Identifies the source, so that a copy that was interrupted is recognized by its target. */
  id: string
  /** The version of Tradehall that read the source. */
  tradehall: string
  postgresql: string
  /** By the clock of the database. */
  createdAt: string
  migrations: Migration[]
  tables: { name: string; columns: string[] }[]
}

/** Available after the rows are read. */
export interface CopySummary {
  tables: Record<string, TableFigures>
  /** Read after the rows, so that no sequence generates a number again that a copied row already has. */
  sequences: { name: string; value: string; isCalled: boolean }[]
  /** Sums of the stock ledger. */
  sums: Record<string, string>
}

export interface CopySource {
  header: CopyHeader
  /** In the order of the header; each has to be read to its end before the next. Tables without rows may be left out. */
  tables(): AsyncIterable<{ name: string; rows: Readable }>
  summary(): Promise<CopySummary>
}

/** The text of one statement that returns rows with `name` and `sum`. */
export type SumsQuery = string

/** The names of tables, sequences and sums in which two summaries differ, with the values of both. */
export function differencesBetween(a: CopySummary, b: CopySummary): string[] {
  return [
    ...differing(a.tables, b.tables).map((name) => {
      const [one, other] = [a.tables[name], b.tables[name]].map((table) => table?.rows ?? 'no such table')
      return one === other
        ? `${name} (${one} rows, with other values)`
        : `${name} (${one} against ${other} rows)`
    }),
    ...differing(a.sums, b.sums).map((name) => `${name} (${a.sums[name]} against ${b.sums[name]})`),
  ]
}

function differing<T>(a: Record<string, T>, b: Record<string, T>): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
}
