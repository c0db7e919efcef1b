/** SQL fragments with their values. A fragment can be embedded in another one, or is sent as a statement when awaited. */

// biome-ignore lint/suspicious/noExplicitAny: callers that do not name the columns know their types.
export type Row = Record<string, any>

/** What `${…}` accepts: a parameter, or a part of the statement. An array of fragments is concatenated. */
export type Argument =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly (string | number | boolean | Date | Uint8Array | null)[]
  | Json
  | Name
  | Rows
  | Query
  | readonly Query[]

type Send = (query: Query) => Promise<Row[]>

// biome-ignore lint/suspicious/noExplicitAny: a fragment can be embedded anywhere, whatever the type of its rows.
export class Query<T extends readonly unknown[] = any> implements Promise<T> {
  /** The parts of the template around the values, or a plain text without values. */
  readonly strings: TemplateStringsArray | string
  readonly args: readonly Argument[]
  /** See `planAnew`. */
  isPlannedAnew = false
  /** See `onNodeOf`. */
  brandId: string | undefined
  readonly #send: Send
  #rows: Promise<T> | undefined

  constructor(strings: TemplateStringsArray | string, args: readonly Argument[], send: Send) {
    this.strings = strings
    this.args = args
    this.#send = send
  }

  /** Sends the statement without waiting for its result. */
  execute(): this {
    this.#sent()
    return this
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited like a promise, and is only sent then.
  then<A = T, B = never>(
    onRows?: ((rows: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#sent().then(onRows, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#sent().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#sent().finally(onEnd)
  }

  get [Symbol.toStringTag](): string {
    return 'Query'
  }

  #sent(): Promise<T> {
    this.#rows ??= this.#send(this) as Promise<unknown> as Promise<T>
    return this.#rows
  }
}

/** A value that is serialized as JSON whatever the type of its parameter. */
export class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** The name of a table or a column as a quoted identifier; a dot separates the schema. */
export class Name {
  readonly text: string
  constructor(name: string) {
    this.text = quoteIdentifier(name)
  }
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`

/** The rows, changes or values after `insert into …`, `set` or `in`. */
export class Rows {
  readonly given: object
  constructor(given: object) {
    this.given = given
  }
}

/** Builds SQL: as a template tag, or as a function that wraps arguments of a template. */
export interface Sql {
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...args: readonly Argument[]
  ): Query<T>
  (name: string): Name
  /** Rows to insert, the changes of an update, or the values of a list. */
  (given: object): Rows
  json(value: unknown): Json
  /** Raw SQL. Sent alone it may contain several statements; the result is that of the last one. */
  unsafe<T extends readonly unknown[] = Row[]>(text: string): Query<T>
}

export function sqlOf(send: Send): Sql {
  function sql(first: TemplateStringsArray | string | object, ...args: readonly Argument[]) {
    if (isTemplate(first)) {
      if (!callSites.has(first)) recordCallSite(first)
      return new Query(first, args, send)
    }
    return typeof first === 'string' ? new Name(first) : new Rows(first)
  }
  return Object.assign(sql as Sql, {
    json: (value: unknown) => new Json(value),
    unsafe: (text: string) => new Query(text, [], send),
  }) as Sql
}

const isTemplate = (first: object | string): first is TemplateStringsArray =>
  Array.isArray(first) && 'raw' in first

/** The call site of each template: the stack of an error from the database does not contain it. */
const callSites = new WeakMap<TemplateStringsArray, string>()

function recordCallSite(strings: TemplateStringsArray): void {
  const [, ...lines] = new Error().stack?.split('\n') ?? []
  // Skips the frames of this function and of the tag.
  callSites.set(strings, lines.slice(2, 6).join('\n'))
}

/** Lines of a stack, the nearest caller first; empty for raw SQL. */
export const callSiteOf = ({ strings }: Query): string =>
  typeof strings === 'string' ? '' : (callSites.get(strings) ?? '')

/** Appends the call site of the query to the stack of an error. */
export function appendCallSite(error: Error, query: Query): void {
  if (typeof query.strings !== 'string') error.stack += `\n${callSiteOf(query)}`
}
