/** Where the socket of the embedded database lies, and the URL that leads there. */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names socket and lock file in the socket folder; no TCP port of that number is opened. */
export const PORT = 5432
/** The shortest limit of the supported systems: 104 bytes with the final zero, on macOS. */
const MAX_SOCKET_PATH_BYTES = 103

/** The port is spelt out so that a PGPORT of the user's shell does not lead drivers elsewhere. */
export const socketUrl = (socketDir: string) =>
  `postgresql://tradehall@localhost:${PORT}/tradehall?host=${encodeURIComponent(socketDir)}`

export function socketDirFor(dataDir: string): string {
  const beside = join(dataDir, 'run')
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES) return beside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `tradehall-${name}`)
}

export const embeddedDatabaseUrl = (dataDir: string) => socketUrl(socketDirFor(dataDir))
