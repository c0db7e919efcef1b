/** The database is not there, or does not do its work now: whoever asked may ask again. */
export class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY'
}

/** What Node says of a connection that broke, or could not be opened; and what reads say of theirs. */
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

/** Whether the database could not be reached, hung up, or refused to work for now: the caller may try again. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return false
  // A socket that is not there, but no other missing file.
  return LOST.has(code) || REFUSES.test(code) || (code === 'ENOENT' && syscall === 'connect')
}
