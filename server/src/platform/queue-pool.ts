import pg from 'pg'
import { connectionCandidates } from './sql/settings.ts'

/** The queue takes a pool of the library, so it has connections of its own. They open when needed. */
export function openQueuePool(
  databaseUrl: string,
  { name, connections, onLost }: { name: string; connections: number; onLost: (error: Error) => void },
): pg.Pool {
  const [settings] = connectionCandidates(databaseUrl, { name })
  // Jobs may hold them all for as long as they take: to wait for one is no failure.
  const pool = new pg.Pool({ ...settings, connectionTimeoutMillis: 0, max: connections })
  // A lost connection is replaced; without a listener it would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}
