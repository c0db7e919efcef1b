/** The limit on connections, their timeouts, and how the server closes them. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../../config.ts'

/** How long the server waits for its clients. Tests set shorter times. */
export interface ConnectionTimeouts {
  /** For the arrival of a whole request, from its first byte or, if nothing arrives, from the opening of the connection. */
  requestMs: number
  /** For a socket without traffic while a response is pending. Longer than the delays that the sandbox can inject. */
  inactivityMs: number
  /** For bytes of the client that still arrive after the last response. */
  drainMs: number
}

export const CONNECTION_TIMEOUTS: ConnectionTimeouts = {
  requestMs: 30_000,
  inactivityMs: 150_000,
  drainMs: 10_000,
}

/** Node checks timeouts at intervals. The values add up so that the last check is at `requestMs`, not after it. */
export function requestTimeouts({ requestMs }: ConnectionTimeouts) {
  const timeoutMs = Math.round((requestMs * 5) / 6)
  return {
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: requestMs - timeoutMs,
  }
}

/** For the database, Redis, the parent, the log and open files: an idle API process has about 30 descriptors. */
const OTHER_DESCRIPTORS = 64
const MIN_CONNECTIONS = 10

/**
 * How many connections an API process accepts. The number stays below the limit of open files, because at that limit the
 * process could open neither a file nor a connection to its database.
 */
export function connectionLimit({ maxConnections, databasePool }: Config): number {
  const possible = openFilesLimit() - OTHER_DESCRIPTORS - 2 * databasePool
  return Math.max(MIN_CONNECTIONS, Math.min(maxConnections, possible))
}

function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** Makes Node and Fastify drain a connection before they close it, so that a client that still sends gets its response. */
export function drainBeforeClose(server: Server, { drainMs }: ConnectionTimeouts): void {
  const prepare = (socket: Socket) => {
    socket.destroySoon = () => drainAndClose(socket, drainMs)
  }
  server.on('connection', prepare)
  server.on('secureConnection', prepare)
}

/** More than any client sends by mistake. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024
/** Draining ends at the first of these checks that finds no new bytes. */
const DRAIN_CHECKS = 10

/**
 * Half-closes a connection, discards what still arrives for a limited time, then destroys it. A socket that is closed with
 * unread bytes is reset by the kernel, and the client loses the response.
 */
export function drainAndClose(socket: Socket, drainMs: number): void {
  socket.on('error', () => {})
  socket.end()
  const first = socket.bytesRead
  let seen = first
  let checks = 0
  const timer = setInterval(() => {
    checks += 1
    const nothingNew = socket.bytesRead === seen
    seen = socket.bytesRead
    if (nothingNew || checks === DRAIN_CHECKS || seen - first > MAX_DRAINED_BYTES) socket.destroy()
  }, drainMs / DRAIN_CHECKS)
  socket.once('close', () => clearInterval(timer))
}
