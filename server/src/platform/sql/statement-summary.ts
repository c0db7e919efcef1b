/** A short description of a statement, with few distinct values: what it does, to which tables. */

/** The limit that the conventions of OpenTelemetry recommend. */
const MAX_LENGTH = 255
/** A name that is followed by a parenthesis at once is a function. */
const TABLES = /\b(?:from|join|into|update|merge\s+into)\s+(?:only\s+)?([a-z_]\w*\.[a-z_]\w*)(?![\w(])/gi
const WRITE = /\b(insert\s+into|update|delete\s+from|merge\s+into)\s+[a-z_]\w*\.[a-z_]/i

export function summarizeStatement(text: string): string {
  const [, first = ''] = /^\s*([a-z]+)/i.exec(text) ?? []
  const [, write = ''] = WRITE.exec(text) ?? []
  const operation = (write.split(/\s/, 1)[0] || (/^with$/i.test(first) ? 'select' : first)).toUpperCase()
  const tables = new Set([...text.matchAll(TABLES)].map(([, table = '']) => table.toLowerCase()))
  let summary = operation
  for (const table of tables) {
    if (summary.length + table.length >= MAX_LENGTH) break
    summary += ` ${table}`
  }
  return summary
}
