/**
 * Errors that mean that the database is unavailable for now, so that the operation may be retried.
 *
 * Where an unresponsive database is detected: `sql/time-limit.ts` counts the ticks that a request has waited,
 * `Connection.checkTimeout` (`sql/connection.ts`) and `Pool.checkTimeouts` (`sql/pool.ts`) give up statements and waits
 * for a connection, and `write-probe.ts` tests writes for the readiness check.
 */

/** The database cannot be reached or does not respond; the caller may retry. */
export class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY'
}

/** Codes of Node and of `@tradehall/pg-reader` for connections that were lost or could not be opened. */
const LOST = new Set([
  'DATABASE_AWAY',
  'CONNECTION_LOST',
  'READER_BUSY',
  'UNREADABLE_ROW',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * By SQLSTATE: connection exceptions (08), insufficient resources such as too many connections (53), a transaction
 * that may only read, as during a failover (25006), a statement that took too long (57014), and a server that shuts
 * down, starts or crashed (57P01 to 57P05).
 */
const REFUSES = /^(08...|53...|25006|57014|57P0[1-5])$/

/**
 * How the coordinator of a Citus cluster reports the loss of a node that a write needs, before and during its commit, and its own
 * end, without a SQLSTATE of their own. Other losses of nodes have one of class 08.
 */
const NODE_LOST =
  /^(failure on connection marked as essential|could not commit transaction |postmaster was shut down)/

/**
 * Whether the coordinator of a Citus cluster lost a statement or a transaction between its nodes before anything was
 * committed, so that it may be sent again at once. A commit whose outcome is unknown is reported in other words ("could not
 * commit transaction for shard").
 */
export function isLostBetweenNodes(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  // A shard was moved meanwhile, and what was computed for its old place was not found.
  if (code === 'CIINF') return true
  return code === 'XX000' && /^failure on connection marked as essential/.test(String(message))
}

/**
 * The same of a transaction whose connection to a node had ended, as each of the coordinator has once when a node returns. The
 * next try opens a new one, as Citus itself does for a single statement. A new one that cannot be opened in time has another
 * message.
 */
export function isTransactionLostBetweenNodes(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return isLostBetweenNodes(error) || (code === '08006' && NODE_CONNECTION_ENDED.test(String(message)))
}

/** Whether the coordinator of a Citus cluster could not reach a node for a statement. Of its own it says nothing with this class. */
export function isNodeLost(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  return severity !== undefined && String(code).startsWith('08')
}

const NODE_CONNECTION_ENDED = /^connection to the remote node \S+ failed with the following error: /

/** Whether the database could not be reached, closed the connection, or is temporarily refusing work. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: unknown }
  if (typeof code !== 'string') return false
  if (code === 'XX000') return NODE_LOST.test(String(message))
  if (code === 'CIINF') return true
  // ENOENT only counts for a missing unix socket, not for other missing files.
  return LOST.has(code) || REFUSES.test(code) || (code === 'ENOENT' && syscall === 'connect')
}
