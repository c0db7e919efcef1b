/** The first walk through a file: whether all of it can be sent, how much there is, and, if wanted, whether it is valid. */
import type { OperationType } from '../operations/operation-rules.ts'
import { checkEntry, type Terms } from '../payload/check.ts'
import { repairTexts } from '../payload/texts.ts'
import { touchedMembers } from '../payload/touched.ts'
import type { ImportFile } from './import-file.ts'
import type { FileEntry } from './items.ts'
import type { Watch } from './xlsx.ts'

export interface Finding {
  line: number
  /** Of the product; undefined where the file itself is wrong. */
  id?: string
  field?: string
  message: string
}

export interface Scan {
  entries: number
  /** How many lines cannot be read. */
  mistakes: number
  /** How many entries would fail. */
  invalid: number
}

export interface ScanWish {
  /** Whether entries are checked as the server would check them. */
  rules?: { operation: OperationType; source: string; updateFields: readonly string[] }
  tell(finding: Finding): void
  watch: Watch
  signal: AbortSignal
}

export async function scan(file: ImportFile, { rules, tell, watch, signal }: ScanWish): Promise<Scan> {
  const found: Scan = { entries: 0, mistakes: 0, invalid: 0 }
  const issuesOf = rules && checker(rules)
  for await (const item of file.items(watch)) {
    signal.throwIfAborted()
    if ('mistake' in item) {
      found.mistakes += 1
      tell({ line: item.line, message: item.mistake })
      continue
    }
    found.entries += 1
    const issues = issuesOf?.(item.entry) ?? []
    if (issues.length > 0) found.invalid += 1
    for (const { field, message } of issues) tell({ line: item.line, id: item.entry.id, field, message })
  }
  return found
}

/** The rules of the server. The currency of the brand is taken to be the first one in the file. */
function checker({ operation, source, updateFields }: NonNullable<ScanWish['rules']>) {
  const touched = operation === 'update' ? touchedMembers(source, updateFields) : undefined
  let currency: unknown
  return (entry: FileEntry) => {
    currency ??= entry.attributes?.currency
    const terms: Terms = { operationType: operation, touched, brandCurrency: String(currency) }
    const { entry: storable, issues } = repairTexts(entry)
    const verdict = checkEntry(storable, terms, issues)
    return 'issues' in verdict ? verdict.issues : []
  }
}
