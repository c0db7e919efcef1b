/** The first pass over a file: counts its entries, reports unreadable lines and optionally validates the entries. */

import { checkEntry, type EntryRules } from './check.ts'
import type { FileEntry, FileItem } from './file-item.ts'
import type { Issue } from './issues.ts'
import type { OperationType } from './operation-types.ts'
import { repairTexts } from './texts.ts'
import { touchedMembers } from './touched.ts'

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

export interface ValidationRules {
  operation: OperationType
  source: string
  updateFields: readonly string[]
  /** That of the brand; left out, the first one in the file is taken for it. */
  currency?: string
}

export interface ScanOptions {
  /** If given, entries are validated by the rules of the server. */
  rules?: ValidationRules
  report(finding: Finding): void
  signal: AbortSignal
}

export async function scan(
  items: AsyncIterable<FileItem>,
  { rules, report, signal }: ScanOptions,
): Promise<ScanResult> {
  const found: ScanResult = { entries: 0, mistakes: 0, invalid: 0 }
  const issuesOf = rules && createValidator(rules)
  for await (const item of items) {
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

/** Applies the rules of the server to one entry after the other. */
export function createValidator({ operation, source, updateFields, currency }: ValidationRules) {
  const touched = operation === 'update' ? touchedMembers(source, updateFields) : undefined
  let brandCurrency: unknown = currency
  return (entry: FileEntry): Issue[] => {
    brandCurrency ??= entry.attributes?.currency
    const entryRules: EntryRules = {
      operationType: operation,
      touched,
      brandCurrency: String(brandCurrency),
    }
    const { entry: storable, issues } = repairTexts(entry)
    const verdict = checkEntry(storable, entryRules, issues)
    return 'issues' in verdict ? verdict.issues : []
  }
}
