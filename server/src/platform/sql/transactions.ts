/** Runs transactions and savepoints. A transaction has exclusive use of a connection from its first statement to `commit`. */
import { DatabaseAway } from '../database-health/away.ts'
import type { Connection } from './connection.ts'
import { type Query, type Row, type Sql, sqlOf } from './query.ts'

export interface Transaction extends Sql {
  /** Runs `work` in a savepoint; when it fails, only its own changes are rolled back. */
  savepoint<T>(work: TransactionBody<T>): Promise<T>
}

export type TransactionBody<T> = (tx: Transaction) => Promise<T>
export type SendOn = (connection: Connection, query: Query) => Promise<Row[]>

export async function runTransaction<T>(
  connection: Connection,
  send: SendOn,
  work: TransactionBody<T>,
): Promise<T> {
  await connection.askForNodes()
  connection.begin()
  return await runStep(connection, send, connection.isDistributed ? committedJointly(work) : work, 0)
}

/**
 * Citus commits on a node first, and here afterwards: whoever dies in between leaves an order without its event. A change
 * of this table, which is one of Citus on the coordinator, makes it prepare the transaction on the node (two-phase commit).
 */
const committedJointly =
  <T>(work: TransactionBody<T>): TransactionBody<T> =>
  async (tx) => {
    // Sent with BEGIN. If it fails, the transaction fails with its error.
    tx`delete from platform.joint_commits`.execute().catch(() => {})
    return await work(tx)
  }

/** After the end of the step or the loss of the connection no statement is sent: it would run outside the transaction. */
async function runStep<T>(
  connection: Connection,
  send: SendOn,
  work: TransactionBody<T>,
  depth: number,
): Promise<T> {
  const name = `s${depth}`
  let isOver = false
  let failure: unknown
  async function sendInside(query: Query): Promise<Row[]> {
    if (isOver || connection.lost) throw new DatabaseAway('The connection of the transaction was lost.')
    try {
      return await send(connection, query)
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  const sql = sqlOf(sendInside)
  const savepoint = async <S>(inner: TransactionBody<S>): Promise<S> => {
    await sql.unsafe(`savepoint s${depth + 1}`)
    return await runStep(connection, send, inner, depth + 1)
  }

  try {
    const result = await work(Object.assign(sql, { savepoint }))
    // A statement sent from here on would follow COMMIT and run outside the transaction.
    isOver = true
    // PostgreSQL has aborted the transaction, even if the caller caught the error.
    if (failure) throw failure
    await (depth === 0 ? connection.endTransaction('commit') : connection.script(`release ${name}`))
    return result
  } catch (error) {
    isOver = true
    const rollback = () =>
      depth === 0 ? connection.endTransaction('rollback') : connection.script(`rollback to ${name}`)
    if (!connection.lost) await rollback().catch((reason) => connection.lose(reason))
    throw isAborted(error) ? (failure ?? error) : error
  }
}

const IN_FAILED_TRANSACTION = '25P02'
const isAborted = (error: unknown) => (error as { code?: unknown } | null)?.code === IN_FAILED_TRANSACTION
