/** Splits a migration file into statements, because they are sent one by one: Citus requires it, and errors name a line. */
import { postgreSplitterOptions, splitQuery } from 'dbgate-query-splitter'

export interface MigrationStatement {
  text: string
  /** Of the file, where the statement begins after its comments. */
  line: number
  /** Its first line without comments, for messages. */
  summary: string
  /** Repeated until it changes no row: a comment line `-- repeat until 0 rows` precedes it. */
  isRepeated: boolean
  /** The index that it builds concurrently. When such a build is interrupted, an invalid index is left. */
  concurrentIndex: string | undefined
  /** Its wait for locks does not block others, so it needs no lock timeout. */
  isConcurrent: boolean
}

/** What the splitter returns with `returnRichInfo`. */
interface SplitStatement {
  text: string
  trimStart: { line: number }
}

const OPTIONS = { ...postgreSplitterOptions, returnRichInfo: true }
const REPEAT = /^\s*-- repeat until 0 rows$/m
const CONCURRENT = /^(?:(?:create|drop)\s+(?:unique\s+)?index|reindex\s+\w+)\s+concurrently\b/i
const CONCURRENT_INDEX =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+(?:only\s+)?(?:(\w+)\.)?\w+/i

export function statementsIn(sql: string): MigrationStatement[] {
  const parts = splitQuery(sql, OPTIONS) as SplitStatement[]
  return parts.flatMap(({ text, trimStart }) => {
    const lines = text.split('\n')
    const first = lines.findIndex((line) => !/^\s*(?:--.*)?$/.test(line))
    // Comments at the end of the file.
    if (first < 0) return []
    const code = lines.slice(first).join('\n').trim()
    const [, index, schema = 'public'] = CONCURRENT_INDEX.exec(code) ?? []
    return {
      text,
      line: trimStart.line + first + 1,
      summary: (lines[first] as string).trim(),
      isRepeated: REPEAT.test(lines.slice(0, first).join('\n')),
      concurrentIndex: index && `${schema}.${index}`,
      isConcurrent: CONCURRENT.test(code),
    }
  })
}
