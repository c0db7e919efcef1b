/**
 * The text of statements, made once for each call site and the fragments it was called with.
 *
 * A template is known by its strings, which are the same array at each call. So a statement is found by walking a tree:
 * from its template along what each `${}` holds, which is a value, another template, or the columns of a row. A walk
 * that has been gone before only gathers the values.
 */
import { type Argument, Json, Name, Query, quoted, Rows } from './query.ts'

/** A statement that the database may keep prepared under its name. Without a name it is forgotten after use. */
export interface Statement {
  readonly name: string
  readonly text: string
  kind: Kind
}

/**
 * What decides where it runs when it stands alone. Reads have no effects, and writes none beyond their rows, so that
 * either may run among others of its kind. Of the rest anything may be: it may wait for a lock or change its session.
 */
export type Kind = 'read' | 'write' | 'other'

/** By kind of value, what the text says of its type where the database could not find out by itself. */
const CASTS = ['', '::timestamptz', '::boolean', '::bytea', '::jsonb'] as const
const [PLAIN, INSTANT, BOOLEAN, BYTES, JSON_VALUE] = [0, 1, 2, 3, 4] as const

class Place {
  named: Statement | undefined
  /** Of one that is planned anew each time. */
  unnamed: Statement | undefined
  /** Where the walk goes on after a value, by its kind. */
  readonly #values: (Place | undefined)[] = []
  /** Where it goes on otherwise, by what the text depends on: strings of a template, or a text of ours. */
  readonly #others = new Map<unknown, Place>()

  afterValue(kind: number): Place {
    let next = this.#values[kind]
    if (!next) {
      next = new Place()
      this.#values[kind] = next
    }
    return next
  }

  after(key: unknown): Place {
    let next = this.#others.get(key)
    if (!next) {
      next = new Place()
      this.#others.set(key, next)
    }
    return next
  }
}

/** Several times what all modules have; a program that makes up texts must not fill the memory with them. */
const MOST_STATEMENTS = 3000
let start = new Place()
let kept = 0
let names = 0

export function statementOf(query: Query): { statement: Statement; values: readonly unknown[] } {
  const values: unknown[] = []
  const place = walk(start, query, values)
  const known = query.isPlannedAnew ? place?.unnamed : place?.named
  if (known) return { statement: known, values }
  const text = textOf(query)
  if (!place) return { statement: { name: '', text, kind: 'other' }, values }
  const statement: Statement = query.isPlannedAnew
    ? { name: '', text, kind: 'other' }
    : { name: `s${++names}`, text, kind: kindOfText(text) }
  if (query.isPlannedAnew) place.unnamed = statement
  else place.named = statement
  if (++kept >= MOST_STATEMENTS) forgetAll()
  return { statement, values }
}

function forgetAll(): void {
  start = new Place()
  kept = 0
}

/** Gathers the values in the order of their numbers. No place: the text is not worth keeping. */
function walk(from: Place | undefined, query: Query, values: unknown[]): Place | undefined {
  const { strings, args } = query
  let place = from?.after(strings)
  for (let i = 0; i < args.length; i++) place = step(place, args[i], strings[i] as string, values)
  return place
}

function step(
  place: Place | undefined,
  argument: Argument | undefined,
  before: string,
  values: unknown[],
): Place | undefined {
  if (argument instanceof Query) return walk(place, argument, values)
  if (argument instanceof Name) return place?.after(argument.text)
  if (argument instanceof Rows) return stepThroughRows(place, argument, before, values)
  if (isFragments(argument)) {
    let next = place?.after(argument.length)
    for (const fragment of argument) next = walk(next, fragment, values)
    return next
  }
  if (argument === undefined) throw new TypeError(`The value after "${before.trim()}" is undefined.`)
  values.push(argument)
  return place?.afterValue(kindOf(argument))
}

function stepThroughRows(
  place: Place | undefined,
  { given }: Rows,
  before: string,
  values: unknown[],
): Place | undefined {
  const use = useAfter(before)
  if (use === 'in') {
    const list = padded(given as readonly Argument[])
    let next = place?.after(list.length)
    for (const value of list) next = step(next, value, before, values)
    return next
  }
  const rows = rowsOf(given)
  const columns = Object.keys(rows[0] as object)
  // Each number of rows is a text of its own.
  let next = rows.length === 1 ? place?.after(columns.join()) : undefined
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

/** An empty array is one of values. */
const isFragments = (argument: unknown): argument is readonly Query[] =>
  Array.isArray(argument) && argument[0] instanceof Query

type Use = 'insert' | 'set' | 'in'

/** What rows are meant for follows from the words before them. */
function useAfter(before: string): Use {
  const [, use = ''] = /\b(?:(insert)\s+into\s+[\w."]+|(set)|(in))\s*$/i.exec(before)?.filter(Boolean) ?? []
  if (!use) throw new TypeError(`Rows stand after "insert into …", "set" or "in", not after "${before}".`)
  return use.toLowerCase() as Use
}

type Values = Readonly<Record<string, Argument>>

function rowsOf(given: object): readonly Values[] {
  const rows = (Array.isArray(given) ? given : [given]) as readonly Values[]
  if (rows.length === 0) throw new TypeError('There is no row to write.')
  return rows
}

/**
 * Lists of a length that is a power of two, so that few texts serve all lengths: the last value stands again. `null`
 * equals nothing, as nothing is in an empty list.
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

  function printRows(given: object, use: Use): void {
    if (use === 'in') {
      printList(padded(given as readonly Argument[]))
      return
    }
    const rows = rowsOf(given)
    const columns = Object.keys(rows[0] as object)
    if (use === 'set') {
      separated(columns, ', ', (column) => {
        text += `${quoted(column)} = `
        printArgument(rows[0]?.[column] as Argument, '')
      })
      return
    }
    text += `(${columns.map(quoted).join(', ')}) values `
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
 * Calls that may do anything: of the queue's functions, and of those of the system. Our own are judged by what they do:
 * one that writes is refused where only reads run.
 */
const CALLS = /\b(set_config|nextval|setval)\b|\b((lo|pg|dblink)_|graphile_worker\.)\w+\s*\(/i
const WRITES = /\b(insert|update|delete|merge)\b/i
/** `for update` is among those that write. */
const LOCKS = /\b(into|for\s+(key\s+)?share)\b/i

/** When in doubt it is another: then it runs alone on its connection. */
function kindOfText(text: string): Kind {
  const [, first = ''] = /^\s*(select|with|insert|update|delete|merge)\b/i.exec(text) ?? []
  if (!first || CALLS.test(text)) return 'other'
  if (/^(select|with)$/i.test(first) && !WRITES.test(text)) return LOCKS.test(text) ? 'other' : 'read'
  return /^select$/i.test(first) ? 'other' : 'write'
}
