import pg from 'pg'
import { connectionCandidates } from './sql/settings.ts'

/** graphile-worker requires a `pg.Pool`, so the job queue has separate connections, opened on demand. */
export function openQueuePool(
  databaseUrl: string,
  { name, connections, onLost }: { name: string; connections: number; onLost: (error: Error) => void },
): pg.Pool {
  const [settings] = connectionCandidates(databaseUrl, { name })
  // Jobs may hold all connections while they run, so waiting for one must not time out.
  const pool = new pg.Pool({ ...settings, connectionTimeoutMillis: 0, max: connections })
  // The pool replaces a lost connection; without a listener the error would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}
