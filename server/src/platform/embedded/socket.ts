/** The path of the unix socket of the embedded database, and the URL to connect to it. */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Part of the names of the socket and its lock file; no TCP port is opened. */
export const PORT = 5432
/** The lowest limit of the supported systems: 104 bytes including the terminating zero, on macOS. */
const MAX_SOCKET_PATH_BYTES = 103

/** The port is explicit, so that a PGPORT in the environment of the user has no effect. */
export const socketUrl = (socketDir: string) =>
  `postgresql://tradehall@localhost:${PORT}/tradehall?host=${encodeURIComponent(socketDir)}`

export function socketDirFor(dataDir: string): string {
  const beside = join(dataDir, 'run')
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES) return beside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `tradehall-${name}`)
}

export const embeddedDatabaseUrl = (dataDir: string) => socketUrl(socketDirFor(dataDir))
