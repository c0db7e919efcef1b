/**
 * Renders the text of statements and caches it for each call site and the fragments that it was called with.
 *
 * The strings of a template are the same array at each call, so a statement is found in a trie: from its template along
 * the content of each `${}`, which is a value, another template, or the columns of a row. On a cache hit only the values
 * are collected.
 */
import { channel } from 'node:diagnostics_channel'
import { type Argument, callSiteOf, Json, Name, Query, quoteIdentifier, Rows } from './query.ts'

/** A message on the channel `tradehall.statement`: a text that is sent for the first time, or is not cached. */
export interface RenderedStatement {
  text: string
  /** Whether it is marked with `onNodeOf`. */
  isOnNode: boolean
  /** See `callSiteOf`. */
  callSite: string
}

/** Tests check the shape of every statement that they send. Costs nothing without subscribers or on a cache hit. */
const rendered = channel('tradehall.statement')

/** A statement that is prepared under its name. Without a name it is parsed and planned at each use. */
export interface Statement {
  readonly name: string
  readonly text: string
  kind: StatementKind
}

/**
 * Decides on which connection a single statement runs. Reads have no effects and writes affect only rows, so both can be
 * pipelined with others of the same kind. Any other statement may wait for a lock or change the state of its session.
 */
export type StatementKind = 'read' | 'write' | 'other'

/** The cast by kind of value, for types that the database could not infer. */
const CASTS = ['', '::timestamptz', '::boolean', '::bytea', '::jsonb'] as const
const [PLAIN, INSTANT, BOOLEAN, BYTES, JSON_VALUE] = [0, 1, 2, 3, 4] as const

class StatementNode {
  named: Statement | undefined
  /** The statement of a query with `isPlannedAnew`. */
  unnamed: Statement | undefined
  /** The next node after a value, by the kind of the value. */
  readonly #values: (StatementNode | undefined)[] = []
  /** The next node after anything else that the text depends on: the strings of a template, or a constant text. */
  readonly #others = new Map<unknown, StatementNode>()

  afterValue(kind: number): StatementNode {
    let next = this.#values[kind]
    if (!next) {
      next = new StatementNode()
      this.#values[kind] = next
    }
    return next
  }

  after(key: unknown): StatementNode {
    let next = this.#others.get(key)
    if (!next) {
      next = new StatementNode()
      this.#others.set(key, next)
    }
    return next
  }
}

/** Several times the number in all modules; bounds the memory that generated texts can use. */
const MAX_CACHED_STATEMENTS = 3000
let start = new StatementNode()
let cachedCount = 0
let names = 0

/** A statement with its values. */
export interface Call {
  statement: Statement
  values: readonly unknown[]
  /** Of a statement that runs on the node of this brand: see `onNodeOf`. */
  brandId: string | undefined
}

export function statementOf(query: Query): Call {
  const { brandId } = query
  const values: unknown[] = []
  const node = walk(start, query, values)
  const known = query.isPlannedAnew ? node?.unnamed : node?.named
  if (known) return { statement: known, values, brandId }
  const text = textOf(query)
  if (rendered.hasSubscribers) {
    rendered.publish({
      text,
      isOnNode: brandId !== undefined,
      callSite: callSiteOf(query),
    } satisfies RenderedStatement)
  }
  if (!node) return { statement: { name: '', text, kind: 'other' }, values, brandId }
  const statement: Statement = query.isPlannedAnew
    ? { name: '', text, kind: 'other' }
    : { name: `s${++names}`, text, kind: kindOfText(text) }
  if (query.isPlannedAnew) node.unnamed = statement
  else node.named = statement
  if (++cachedCount >= MAX_CACHED_STATEMENTS) evictAll()
  return { statement, values, brandId }
}

function evictAll(): void {
  start = new StatementNode()
  cachedCount = 0
}

/** Collects the values in the order of their parameter numbers. Returns no node when the text is not to be cached. */
function walk(from: StatementNode | undefined, query: Query, values: unknown[]): StatementNode | undefined {
  const { strings, args } = query
  let node = from?.after(strings)
  for (let i = 0; i < args.length; i++) node = step(node, args[i], strings[i] as string, values)
  return node
}

function step(
  node: StatementNode | undefined,
  argument: Argument | undefined,
  before: string,
  values: unknown[],
): StatementNode | undefined {
  if (argument instanceof Query) return walk(node, argument, values)
  if (argument instanceof Name) return node?.after(argument.text)
  if (argument instanceof Rows) return stepThroughRows(node, argument, before, values)
  if (isFragments(argument)) {
    let next = node?.after(argument.length)
    for (const fragment of argument) next = walk(next, fragment, values)
    return next
  }
  if (argument === undefined) throw new TypeError(`The value after "${before.trim()}" is undefined.`)
  values.push(argument)
  return node?.afterValue(kindOf(argument))
}

function stepThroughRows(
  node: StatementNode | undefined,
  { given }: Rows,
  before: string,
  values: unknown[],
): StatementNode | undefined {
  const use = useAfter(before)
  if (use === 'in') {
    const list = padded(given as readonly Argument[])
    let next = node?.after(list.length)
    for (const value of list) next = step(next, value, before, values)
    return next
  }
  const rows = rowsOf(given)
  const columns = Object.keys(rows[0] as object)
  // Each number of rows has a different text, so only the text for a single row is cached.
  let next = rows.length === 1 ? node?.after(columns.join()) : undefined
  for (const row of rows) for (const column of columns) next = step(next, row[column], column, values)
  return next
}

const kindOf = (value: Argument) =>
  value instanceof Date
    ? INSTANT
    : typeof value === 'boolean'
      ? BOOLEAN
      : value instanceof Uint8Array
        ? BYTES
        : value instanceof Json
          ? JSON_VALUE
          : PLAIN

/** An empty array counts as an array of values. */
const isFragments = (argument: unknown): argument is readonly Query[] =>
  Array.isArray(argument) && argument[0] instanceof Query

type RowsUsage = 'insert' | 'set' | 'in'

/** The usage of rows follows from the keyword before them. */
function useAfter(before: string): RowsUsage {
  const [, use = ''] = /\b(?:(insert)\s+into\s+[\w."]+|(set)|(in))\s*$/i.exec(before)?.filter(Boolean) ?? []
  if (!use)
    throw new TypeError(`Rows are only allowed after "insert into …", "set" or "in", not after "${before}".`)
  return use.toLowerCase() as RowsUsage
}

type RowValues = Readonly<Record<string, Argument>>

function rowsOf(given: object): readonly RowValues[] {
  const rows = (Array.isArray(given) ? given : [given]) as readonly RowValues[]
  if (rows.length === 0) throw new TypeError('The list of rows to insert is empty.')
  return rows
}

/**
 * Pads a list to a power of two by repeating its last value, so that few texts serve all lengths. An empty list becomes
 * `null`, which equals nothing.
 */
function padded(list: readonly Argument[]): readonly Argument[] {
  if (list.length === 0) return [null]
  const length = 2 ** Math.ceil(Math.log2(list.length))
  return Array.from({ length }, (_, i) => list[Math.min(i, list.length - 1)] as Argument)
}

function textOf(query: Query): string {
  let text = ''
  let count = 0
  print(query)
  return text

  function print({ strings, args }: Query): void {
    if (typeof strings === 'string') {
      text += strings
      return
    }
    text += strings[0]
    args.forEach((argument, i) => {
      printArgument(argument, strings[i] as string)
      text += strings[i + 1]
    })
  }

  function printArgument(argument: Argument, before: string): void {
    if (argument instanceof Query) print(argument)
    else if (argument instanceof Name) text += argument.text
    else if (argument instanceof Rows) printRows(argument.given, useAfter(before))
    else if (isFragments(argument)) separated(argument, ' ', print)
    else text += `$${++count}${CASTS[kindOf(argument)]}`
  }

  function printRows(given: object, use: RowsUsage): void {
    if (use === 'in') {
      printList(padded(given as readonly Argument[]))
      return
    }
    const rows = rowsOf(given)
    const columns = Object.keys(rows[0] as object)
    if (use === 'set') {
      separated(columns, ', ', (column) => {
        text += `${quoteIdentifier(column)} = `
        printArgument(rows[0]?.[column] as Argument, '')
      })
      return
    }
    text += `(${columns.map(quoteIdentifier).join(', ')}) values `
    separated(rows, ', ', (row) => printList(columns.map((column) => row[column] as Argument)))
  }

  function printList(list: readonly Argument[]): void {
    text += '('
    separated(list, ', ', (value) => printArgument(value, ''))
    text += ')'
  }

  function separated<T>(items: readonly T[], separator: string, printItem: (item: T) => void): void {
    items.forEach((item, i) => {
      if (i > 0) text += separator
      printItem(item)
    })
  }
}

/**
 * Functions of the system and of the queue that may have any effect. Functions of the schema need no entry: one that
 * writes fails on a read-only connection and is reclassified (`reclassifyRead` in `database.ts`).
 */
const CALLS = /\b(set_config|nextval|setval)\b|\b((lo|pg|dblink)_|graphile_worker\.)\w+\s*\(/i
const WRITES = /\b(insert|update|delete|merge)\b/i
/** `WRITES` already covers `for update`. */
const LOCKS = /\b(into|for\s+(key\s+)?share)\b/i

/** When in doubt `other`: such a statement has exclusive use of its connection. */
function kindOfText(text: string): StatementKind {
  const [, first = ''] = /^\s*(select|with|insert|update|delete|merge)\b/i.exec(text) ?? []
  if (!first || CALLS.test(text)) return 'other'
  if (/^(select|with)$/i.test(first) && !WRITES.test(text)) return LOCKS.test(text) ? 'other' : 'read'
  return /^select$/i.test(first) ? 'other' : 'write'
}
