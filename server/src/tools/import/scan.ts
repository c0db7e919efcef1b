/** The first pass over a file: counts its entries, reports unreadable lines and optionally validates the entries. */

import { checkEntry, type EntryRules } from '../../domain/product-files/check.ts'
import type { OperationType } from '../../domain/product-files/operation-types.ts'
import { repairTexts } from '../../domain/product-files/texts.ts'
import { touchedMembers } from '../../domain/product-files/touched.ts'
import type { FileEntry } from './file-item.ts'
import type { ImportFile } from './import-file.ts'
import type { OnProgress } from './xlsx.ts'

export interface Finding {
  line: number
  /** The id of the product; undefined if the line cannot be read. */
  id?: string
  field?: string
  message: string
}

export interface ScanResult {
  entries: number
  /** The number of unreadable lines. */
  mistakes: number
  /** The number of entries that would fail. */
  invalid: number
}

export interface ScanOptions {
  /** If given, entries are validated by the rules of the server. */
  rules?: { operation: OperationType; source: string; updateFields: readonly string[] }
  report(finding: Finding): void
  onProgress: OnProgress
  signal: AbortSignal
}

export async function scan(
  file: ImportFile,
  { rules, report, onProgress, signal }: ScanOptions,
): Promise<ScanResult> {
  const found: ScanResult = { entries: 0, mistakes: 0, invalid: 0 }
  const issuesOf = rules && createValidator(rules)
  for await (const item of file.items(onProgress)) {
    signal.throwIfAborted()
    if ('mistake' in item) {
      found.mistakes += 1
      report({ line: item.line, message: item.mistake })
      continue
    }
    found.entries += 1
    const issues = issuesOf?.(item.entry) ?? []
    if (issues.length > 0) found.invalid += 1
    for (const { field, message } of issues) report({ line: item.line, id: item.entry.id, field, message })
  }
  return found
}

/** Applies the rules of the server. The brand's currency is assumed to be the first one in the file. */
function createValidator({ operation, source, updateFields }: NonNullable<ScanOptions['rules']>) {
  const touched = operation === 'update' ? touchedMembers(source, updateFields) : undefined
  let currency: unknown
  return (entry: FileEntry) => {
    currency ??= entry.attributes?.currency
    const entryRules: EntryRules = { operationType: operation, touched, brandCurrency: String(currency) }
    const { entry: storable, issues } = repairTexts(entry)
    const verdict = checkEntry(storable, entryRules, issues)
    return 'issues' in verdict ? verdict.issues : []
  }
}
