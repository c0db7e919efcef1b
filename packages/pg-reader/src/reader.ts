import type pg from 'pg'

/** A statement without effects. Made once for each text: the name belongs to this text alone. */
export interface Statement {
  /** Of the prepared statement; at most 63 bytes. */
  readonly name: string
  readonly text: string
}

/** A parameter, already written as text; bytes go to the database as they are. */
export type Value = string | Buffer | null

export type Row = Record<string, unknown>

export interface ReaderOptions {
  /** Opens and authenticates a connection, which is the reader's from then on. */
  open: () => Promise<pg.Client>
  /** At most. They are opened as they are needed. */
  connections: number
  /** Statements for each connection, waiting and under way. Beyond that a read fails at once with `ReaderBusy`. */
  queue: number
  /**
   * A connection that owes an answer and has been silent for this long is thrown away; whoever waits for it gets a
   * `ConnectionLost`. Absent: it may take as long as it likes.
   */
  answerWithinMs?: number
  /** What plain connections take as `types` too, so that both read the same values. */
  types: pg.CustomTypesConfig
  /** Told of each connection that was lost or could not be opened. */
  onLost?: (error: Error) => void
}

export interface Reader {
  /**
   * Rejects with `pg.DatabaseError` for what the database refuses, `ReaderBusy` when nothing more fits, and
   * `ConnectionLost` when no answer will come.
   */
  read(statement: Statement, values: readonly Value[]): Promise<Row[]>
  /** Takes no more reads, answers those under way, and closes the connections; all that within this time, if any. */
  end(how?: { withinMs: number }): Promise<void>
}

export declare function openReader(options: ReaderOptions): Reader
