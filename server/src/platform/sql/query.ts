/**
 * A piece of SQL with its values: part of another one, or a statement of its own, which is sent when somebody waits
 * for it.
 */

// biome-ignore lint/suspicious/noExplicitAny: whoever asks without naming the columns knows what they are.
export type Row = Record<string, any>

/** What stands for itself in `${…}`. Arrays of fragments follow one another. */
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

// biome-ignore lint/suspicious/noExplicitAny: a fragment fits in everywhere, whatever its rows would be.
export class Query<T extends readonly unknown[] = any> implements Promise<T> {
  /** The pieces around the values; a text of its own when there are none. */
  readonly strings: TemplateStringsArray | string
  readonly args: readonly Argument[]
  /** See `planAnew`. */
  isPlannedAnew = false
  readonly #send: Send
  #rows: Promise<T> | undefined

  constructor(strings: TemplateStringsArray | string, args: readonly Argument[], send: Send) {
    this.strings = strings
    this.args = args
    this.#send = send
  }

  /** Sends it without waiting. */
  execute(): this {
    this.#sent()
    return this
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is waited for like a promise, and sent only then.
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

/** A value that goes to the database as JSON, also where nothing else says so. */
export class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** The name of a table or a column; a dot separates the schema. */
export class Name {
  readonly text: string
  constructor(name: string) {
    this.text = quoted(name)
  }
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`

/** What `insert into … ${}`, `set ${}` and `in ${}` take. */
export class Rows {
  readonly given: object
  constructor(given: object) {
    this.given = given
  }
}

/** Writes SQL: as a tag of a template, or around what a template takes. */
export interface Sql {
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...args: readonly Argument[]
  ): Query<T>
  (name: string): Name
  /** A row or rows to insert, the changes of an update, or the values of a list. */
  (given: object): Rows
  json(value: unknown): Json
  /** A text that is SQL already. Alone it may have several statements; the rows are those of the last. */
  unsafe<T extends readonly unknown[] = Row[]>(text: string): Query<T>
}

export function sqlOf(send: Send): Sql {
  function sql(first: TemplateStringsArray | string | object, ...args: readonly Argument[]) {
    if (isTemplate(first)) {
      if (!callers.has(first)) noteCaller(first)
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

/** Where each template stands. An error is made far from there, when an answer arrives. */
const callers = new WeakMap<TemplateStringsArray, string>()

function noteCaller(strings: TemplateStringsArray): void {
  const [, ...lines] = new Error().stack?.split('\n') ?? []
  // Without this function and the tag.
  callers.set(strings, lines.slice(2, 6).join('\n'))
}

/** Says in the stack of an error which query it is about. */
export function nameCaller(error: Error, { strings }: Query): void {
  if (typeof strings !== 'string') error.stack += `\n${callers.get(strings)}`
}
