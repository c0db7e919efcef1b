import type { Figures, Flaw } from './bad-file.ts'

/** A product of a file, as the API accepts it. */
export interface FileEntry {
  id: string
  type: 'catalog-integration-product'
  attributes?: Record<string, unknown>
}

/** An entry, or the reason why the lines of an entry cannot be read. */
export type FileItem = { line: number; entry: FileEntry } | ({ line: number } & Flaw)

/** How something of a file was understood that could be read in another way. */
export interface FileNote {
  line: number
  field: string
  note: string
  meta: Figures
}
