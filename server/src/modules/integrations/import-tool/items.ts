/** What is found in a file, in its order. */
export interface FileEntry {
  id: string
  type: 'catalog-integration-product'
  attributes?: Record<string, unknown>
}

/** An entry, or what is wrong at a line that would have to be one. */
export type Item = { line: number; entry: FileEntry } | { line: number; mistake: string }
