/**
 * What the connector must not forget, in an SQLite file. Node has SQLite built in, a transaction is on disk when it has
 * ended, and the primary key of a task refuses an event that was delivered before.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from './settings.ts'

/** Something to do once: a delivered event, an order found by polling, or a requested action. */
export interface Task {
  id: string
  /** Tasks of a queue are done one after the other. */
  queue: TaskQueue
  /** The name of the event or of the action. */
  kind: string
  input: unknown
}

export type TaskQueue = 'events' | 'actions' | 'imports'

export interface DueTask extends Task {
  /** How often it has failed. */
  attempts: number
}

export interface KnownOrder {
  id: string
  reference: number
  status: string
  updatedAt: string
  /** Null if it is not known. */
  shipTo: string | null
}

/** Increased when the tables change. */
const VERSION = 1

const TABLES = `
  create table tasks (
    id text primary key,
    queue text not null,
    kind text not null,
    input text not null,
    taken_at text not null,
    due_at integer not null default 0,
    attempts integer not null default 0,
    done_at text,
    result text,
    failure text
  ) strict;
  create index tasks_open on tasks (queue, due_at) where done_at is null;
  create table orders (
    id text primary key,
    reference integer not null,
    status text not null,
    updated_at text not null,
    ship_to text,
    accepted_at text,
    labels text
  ) strict;
  create table positions (name text primary key, value text not null) strict;
  pragma user_version = ${VERSION};
`

/** Deliveries can be repeated for 14 days; after that a finished task need not be remembered. */
const REMEMBERED_DAYS = 30

const SQLITE_BUSY = 5

export class Store {
  readonly #db: DatabaseSync

  constructor(path: string) {
    this.#db = open(path)
    const oldest = new Date(Date.now() - REMEMBERED_DAYS * 86_400_000).toISOString()
    this.#db.prepare('delete from tasks where done_at < ?').run(oldest)
  }

  close(): void {
    this.#db.close()
  }

  /** All of it is stored, or nothing. */
  transaction(work: () => void): void {
    this.#db.exec('begin immediate')
    try {
      work()
      this.#db.exec('commit')
    } catch (error) {
      this.#db.exec('rollback')
      throw error
    }
  }

  /** False if the task was added before. The task is on disk when this returns. */
  addTask({ id, queue, kind, input }: Task): boolean {
    const added = this.#db
      .prepare('insert or ignore into tasks (id, queue, kind, input, taken_at) values (?, ?, ?, ?, ?)')
      .run(id, queue, kind, JSON.stringify(input), now())
    return added.changes === 1
  }

  /** The first task of the queue that is due, or when the next one will be. */
  nextTask(queue: TaskQueue): DueTask | { dueAt: number } {
    const row = this.#db
      .prepare(
        `select id, kind, input, attempts, due_at from tasks
         where queue = ? and done_at is null order by max(due_at, ?), rowid limit 1`,
      )
      .get(queue, Date.now()) as
      | { id: string; kind: string; input: string; attempts: number; due_at: number }
      | undefined
    if (!row) return { dueAt: Number.POSITIVE_INFINITY }
    if (row.due_at > Date.now()) return { dueAt: row.due_at }
    const { id, kind, input, attempts } = row
    return { id, queue, kind, input: JSON.parse(input), attempts }
  }

  endTask(
    id: string,
    { result = null, failure = null }: { result?: unknown; failure?: string | null },
  ): void {
    this.#db
      .prepare('update tasks set done_at = ?, result = ?, failure = ? where id = ?')
      .run(now(), JSON.stringify(result), failure, id)
  }

  postponeTask(id: string, delayMs: number, failure: string): void {
    this.#db
      .prepare('update tasks set attempts = attempts + 1, due_at = ?, failure = ? where id = ?')
      .run(Date.now() + delayMs, failure, id)
  }

  findTask(id: string): object | undefined {
    const row = this.#db.prepare(`${TASKS} where id = ?`).get(id)
    return row && readTask(row)
  }

  /** What the last request to ship an order asked for. */
  lastShipInput(order: string): Record<string, unknown> | undefined {
    const row = this.#db
      .prepare(
        `select input from tasks where kind = 'ship' and input ->> '$.order' = ? order by rowid desc limit 1`,
      )
      .get(order)
    return row && JSON.parse(row.input as string)
  }

  order(id: string): KnownOrder | undefined {
    return this.#db
      .prepare(
        'select id, reference, status, updated_at as updatedAt, ship_to as shipTo from orders where id = ?',
      )
      .get(id) as KnownOrder | undefined
  }

  recordOrder({ id, reference, status, updatedAt, shipTo }: KnownOrder): void {
    this.#db
      .prepare(
        `insert into orders (id, reference, status, updated_at, ship_to) values (?, ?, ?, ?, ?)
         on conflict (id) do update set status = excluded.status, updated_at = excluded.updated_at,
           ship_to = coalesce(excluded.ship_to, ship_to)`,
      )
      .run(id, reference, status, updatedAt, shipTo)
  }

  recordAcceptance(id: string): void {
    this.#db.prepare('update orders set accepted_at = coalesce(accepted_at, ?) where id = ?').run(now(), id)
  }

  recordLabels(id: string, path: string): void {
    this.#db.prepare('update orders set labels = ? where id = ?').run(path, id)
  }

  /** Up to which time the orders were polled. */
  get position(): string | undefined {
    const row = this.#db.prepare(`select value from positions where name = 'orders'`).get()
    return row?.value as string | undefined
  }

  set position(value: string) {
    this.#db.prepare(`insert or replace into positions (name, value) values ('orders', ?)`).run(value)
  }

  /** Everything that was recorded; events as numbers, because they are many. */
  books(): object {
    const db = this.#db
    return {
      orders: db
        .prepare(
          `select id, reference, status, updated_at as updatedAt, ship_to as shipTo,
             accepted_at as acceptedAt, labels
           from orders order by reference`,
        )
        .all(),
      actions: db.prepare(`${TASKS} where queue <> 'events' order by rowid`).all().map(readTask),
      events: db
        .prepare(
          `select count(*) as received, count(done_at) as processed,
             count(*) filter (where done_at is not null and failure is not null) as failed
           from tasks where queue = 'events'`,
        )
        .get(),
      polledUntil: this.position ?? null,
    }
  }
}

const TASKS = `select id, kind, taken_at as takenAt, done_at as doneAt, attempts, result, failure from tasks`

const readTask = (row: Record<string, unknown>): object => ({
  ...row,
  result: JSON.parse((row.result as string | null) ?? 'null'),
})

const now = () => new Date().toISOString()

function open(path: string): DatabaseSync {
  const refuse = (problem: string) =>
    new Refusal(`The file ${path} ${problem}, or set STORE_FILE to another file.`)
  let db: DatabaseSync | undefined
  try {
    // Only for its owner, because orders have addresses of people.
    closeSync(openSync(path, 'a', 0o600))
    db = new DatabaseSync(path, { timeout: 0 })
    // Two connectors on one file would do everything twice, so the first one locks it. A commit waits for the disk.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full')
    db.exec('begin immediate; commit')
    const version = Number(db.prepare('pragma user_version').get()?.user_version)
    if (version > VERSION) throw refuse('was written by a newer version of this connector; use that version')
    if (version === 0) db.exec(`begin immediate; ${TABLES} commit`)
    return db
  } catch (error) {
    db?.close()
    if (error instanceof Refusal) throw error
    const isLocked = (error as { errcode?: number }).errcode === SQLITE_BUSY
    if (isLocked) throw refuse('is used by another connector; stop it')
    throw refuse(`cannot be used (${(error as Error).message}); make it a file that this user may write`)
  }
}
