/** A connection for copying whole databases. COPY streams need one of `pg` itself: our own layer has no COPY. */
import type pg from 'pg'
import { hostsOf } from '../sql/hosts.ts'

export type Session = pg.Client

/**
 * Rows are written as text, so both sides must spell values alike. The timeouts of a role or a database are meant for
 * requests: here a statement may take as long as its table is large. Scans begin at the start of a table.
 */
const SETTINGS = {
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  synchronize_seqscans: 'off',
}

/** Aborting the signal closes the connection, so that a pending statement fails and its transaction is rolled back. */
export async function openSession(url: string, signal?: AbortSignal): Promise<Session> {
  const session = await hostsOf(url).clients({ name: 'tradehall copy' })()
  await session.connect()
  // The pending statement reports a lost connection.
  session.on('error', () => {})
  signal?.addEventListener('abort', () => void session.end().catch(() => {}), { once: true })
  signal?.throwIfAborted()
  for (const [name, value] of Object.entries(SETTINGS)) {
    await session.query('select set_config($1, $2, false)', [name, value])
  }
  return session
}

/** Closes the session and ignores errors. */
export const closeSession = (session: Session): Promise<void> => session.end().catch(() => {})

/** The address of a database without password and options, for messages and files. */
export function shownUrl(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url)
  const socket = searchParams.get('host')
  const at = socket?.startsWith('/') ? `${socket}:` : host
  return `postgresql://${username && `${username}@`}${at}${pathname}`
}
