/** A product of a file, as the API accepts it. */
export interface FileEntry {
  id: string
  type: 'catalog-integration-product'
  attributes?: Record<string, unknown>
}

/** An entry, or the reason why the lines of an entry cannot be read. */
export type FileItem = { line: number; entry: FileEntry } | { line: number; mistake: string }
