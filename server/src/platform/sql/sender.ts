/**
 * Sends each statement over the connections for its kind. It is sent again if the database refused it because this process was
 * wrong about its kind or the types of its parameters, or once if it was lost between the nodes of a cluster or ended by a
 * deadlock, such as with a migration; in all cases it has had no effect.
 */
import { isOutdated, refusalOf } from '@tradehall/pg-reader'
import pg from 'pg'
import {
  DatabaseAway,
  isLostBetweenNodes,
  isNodeLost,
  isTransactionLostBetweenNodes,
} from '../database-health/away.ts'
import type { Hosts } from './hosts.ts'
import type { KnownStatements } from './known-statements.ts'
import type { Pipeline } from './pipeline.ts'
import type { Pool } from './pool.ts'
import { appendCallSite, type Query, type Row } from './query.ts'
import type { StatementSpans } from './statement-spans.ts'
import { type Statement, statementOf } from './statements.ts'
import type { TimeLimit } from './time-limit.ts'
import { runTransaction, type SendOn } from './transactions.ts'

export interface SenderOptions {
  hosts: Hosts
  /** For statements that are neither a single read nor a single write. */
  pool: Pool
  /** On which statements are learned. */
  describing: Pool
  reads: Pipeline
  writes: Pipeline
  known: KnownStatements
  limit: TimeLimit
}

export interface Sender {
  send(query: Query): Promise<Row[]>
  /** As one transaction; returns the rows of each. */
  sendTogether(pipeline: Pipeline, queries: readonly Query[]): Promise<Row[][]>
  /** Inside a transaction. A refused statement is not sent again, because the transaction has failed with it. */
  sendOn: SendOn
}

export function createSender({
  hosts,
  pool,
  describing,
  reads,
  writes,
  known,
  limit,
}: SenderOptions): Sender {
  async function send(query: Query, isRetry = false): Promise<Row[]> {
    try {
      limit.check()
      const { strings } = query
      if (typeof strings === 'string') return await pool.use((connection) => connection.script(strings))
      const call = statementOf(query)
      if (known.isLost(call) && isOfAllBrands())
        throw new DatabaseAway('A node of the database does not answer.')
      const { kind } = call.statement
      if (kind === 'read') return await reads.execute(call)
      if (kind === 'write') return await writes.execute(call)
      return await pool.use((connection) => connection.execute(call))
    } catch (error) {
      if (known.isDistributed && isNodeLost(error) && isOfAllBrands() && typeof query.strings !== 'string')
        known.noteLoss(statementOf(query))
      if (reclassifyRead(error, query) || evictStaleTypes(error, known)) return await send(query)
      if (!isRetry && (refreshTypes(error, known) || isLostBetweenNodes(error) || isConflict(error)))
        return await send(query, true)
      throw failureOf(error, query)
    }
  }

  /** Whether it is for a request that is not for one brand, such as a list of all orders. Work without a request is for some. */
  function isOfAllBrands(): boolean {
    const { wait } = limit
    return wait !== undefined && !wait.home
  }

  async function sendTogether(
    pipeline: Pipeline,
    queries: readonly Query[],
    isRetry = false,
  ): Promise<Row[][]> {
    try {
      limit.check()
      if (pipeline === writes && (await isDistributed())) return await sendAsTransaction(queries)
      return await pipeline.executeTogether(queries.map(statementOf))
    } catch (error) {
      if (evictStaleTypes(error, known)) return await sendTogether(pipeline, queries)
      const hadNoEffect = isTransactionLostBetweenNodes(error) || isConflict(error)
      if (!isRetry && (refreshTypes(error, known) || hadNoEffect))
        return await sendTogether(pipeline, queries, true)
      throw failureOf(error, queries[0] as Query)
    }
  }

  async function isDistributed(): Promise<boolean> {
    if (!known.isAsked) await describing.use((connection) => connection.askForNodes())
    return known.isDistributed
  }

  /** On nodes, statements without BEGIN are a transaction each, even if they share a round trip. */
  const sendAsTransaction = (queries: readonly Query[]): Promise<Row[][]> =>
    pool.use((connection) =>
      runTransaction(connection, sendOn, () =>
        Promise.all(queries.map((query) => sendOn(connection, query))),
      ),
    )

  const sendOn: SendOn = async (connection, query) => {
    try {
      if (typeof query.strings === 'string') return await connection.script(query.strings)
      return await connection.execute(statementOf(query))
    } catch (error) {
      if (!evictStaleTypes(error, known)) refreshTypes(error, known)
      throw failureOf(error, query)
    }
  }

  function failureOf(error: unknown, query: Query): unknown {
    if (codeOf(error) === READ_ONLY) hosts.suspect()
    if (error instanceof pg.DatabaseError) appendCallSite(error, query)
    return error
  }

  return { send, sendTogether, sendOn }
}

/** A statement that is sent again stays within one span. */
export function traceSender(sender: Sender, { statement }: StatementSpans): Sender {
  return {
    send: (query) => statement([query], () => sender.send(query)),
    sendTogether: (pipeline, queries) => statement(queries, () => sender.sendTogether(pipeline, queries)),
    sendOn: (connection, query) => statement([query], () => sender.sendOn(connection, query)),
  }
}

export const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/** Whether PostgreSQL has ended it in favour of another transaction. It has had no effect, and may succeed at the next try. */
export const isConflict = (error: unknown): boolean =>
  codeOf(error) === SERIALIZATION_FAILURE || codeOf(error) === DEADLOCK

const READ_ONLY = '25006'

/** Whether a read was refused because it calls a function that writes. It had no effect and is reclassified. */
function reclassifyRead(error: unknown, query: Query): boolean {
  if (codeOf(error) !== READ_ONLY || typeof query.strings === 'string') return false
  const { statement } = statementOf(query)
  if (statement.kind !== 'read') return false
  statement.kind = 'other'
  return true
}

/** Whether the tables have changed since the statement was prepared. It did not run; its types are evicted. */
function evictStaleTypes(error: unknown, known: KnownStatements): boolean {
  if (!isOutdated(error)) return false
  const refusal = refusalOf(error)
  if (refusal) known.forget(refusal.statement as Statement)
  return true
}

/**
 * Whether the database refused values that were serialized for outdated parameter types, because its tables have changed.
 * The cached types are replaced with the current ones.
 */
function refreshTypes(error: unknown, known: KnownStatements): boolean {
  const refusal = refusalOf(error)
  return refusal !== undefined && known.refresh(refusal.statement as Statement, refusal.types)
}
