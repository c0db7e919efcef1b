/** How many connections there may be, and how each of them comes to its end. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'

/** How long the server waits for its clients. Tests wait for less. */
export interface Patience {
  /** For a whole request, from its first byte or, when nothing comes, from the connection. */
  requestMs: number
  /** While no byte moves, because the answer is not read. More than the sandbox may delay an answer on purpose. */
  answerMs: number
  /** For bytes that are still on their way when the answer is out. */
  goodbyeMs: number
}

export const PATIENCE: Patience = { requestMs: 30_000, answerMs: 150_000, goodbyeMs: 10_000 }

/** Node looks for late requests at intervals; the last look is at the end of our patience, not after it. */
export function requestTimeouts({ requestMs }: Patience) {
  const timeoutMs = Math.round((requestMs * 5) / 6)
  return {
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: requestMs - timeoutMs,
  }
}

/** Database, Redis, parent, log, files being read: an idle API process has about 30 descriptors. */
const OTHER_DESCRIPTORS = 64
const FEWEST_CONNECTIONS = 10

/**
 * How many connections an API process takes. It must stay below the limit of open files: beyond it, the process could
 * neither open a file nor a connection to its database.
 */
export function connectionLimit({ maxConnections, databasePool }: Config): number {
  const possible = openFilesLimit() - OTHER_DESCRIPTORS - 2 * databasePool
  return Math.max(FEWEST_CONNECTIONS, Math.min(maxConnections, possible))
}

function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** The last answer of a connection reaches clients that are still sending, whoever decides that it is the last. */
export function closeGently(server: Server, { goodbyeMs }: Patience): void {
  const prepare = (socket: Socket) => {
    socket.destroySoon = () => sayGoodbye(socket, goodbyeMs)
  }
  server.on('connection', prepare)
  server.on('secureConnection', prepare)
}

/** More than any client sends by mistake. */
const MAX_SWALLOWED_BYTES = 32 * 1024 * 1024
/** A goodbye ends at the first of so many looks that finds nothing new. */
const LOOKS = 10

/**
 * Ends a connection from our side. What still arrives is thrown away for a while: a socket that is closed with unread
 * bytes is reset, and the client loses the answer. Then the connection is gone, whether the client agrees or not.
 */
export function sayGoodbye(socket: Socket, goodbyeMs: number): void {
  socket.on('error', () => {})
  socket.end()
  const first = socket.bytesRead
  let seen = first
  let looks = 0
  const timer = setInterval(() => {
    looks += 1
    const nothingNew = socket.bytesRead === seen
    seen = socket.bytesRead
    if (nothingNew || looks === LOOKS || seen - first > MAX_SWALLOWED_BYTES) socket.destroy()
  }, goodbyeMs / LOOKS)
  socket.once('close', () => clearInterval(timer))
}
