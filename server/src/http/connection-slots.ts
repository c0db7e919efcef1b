/** How many connections there may be, and which of them make room for new ones. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { Counter } from 'prom-client'
import type { Log } from '../platform/log.ts'
import { hasBody } from './checks.ts'
import { EvictionQueue, type Look, type Stage } from './eviction.ts'

export interface ConnectionSlots {
  /** Notes that the request on this socket came with valid credentials. */
  authenticate(socket: Socket): void
  /** Whether requests that are being processed take all slots, so that others have to be refused. */
  areBusy(): boolean
}

export interface SlotOptions {
  most: number
  log: Log
  /** Tells a client that its connection is about to be closed. */
  sayWhy: (socket: Socket) => void
}

interface Connection {
  socket: Socket
  /** What requests come with: the socket itself, or the one of TLS around it, which is not known before a request. */
  httpSocket: Socket | undefined
  /** Requests that have not been answered to the end. All but the last one have arrived as a whole. */
  exchanges: Set<Exchange>
  /** Whether the last request came with valid credentials. */
  isAuthenticated: boolean
  /** How many bytes had been read at the end of the last answer; undefined before it. */
  bytesAtRest: number | undefined
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Beyond `most` connections a new one takes the slot of another, chosen by `EvictionQueue`. Connections whose request
 * is being processed are never closed. When these and uploads with a valid token take all slots, a few more are there
 * for new connections, so that the health of the server can be asked for; `areBusy` lets the server refuse other
 * requests with an answer.
 */
export function boundConnections(server: Server, { most, log, sayWhy }: SlotOptions): ConnectionSlots {
  const reserved = reservedSlots(most)
  const all = new Set<Connection>()
  const bySocket = new WeakMap<Socket, Connection>()
  /** A request that came by TLS has a socket of its own; the address of the client leads from it to the connection. */
  const byClient = server instanceof TlsServer ? new Map<string, Connection>() : undefined
  const queue = new EvictionQueue<Connection>(lookAt)
  const countClosed = closedCounter(most, log)
  const update = (connection: Connection) => {
    if (all.has(connection)) queue.put(connection)
  }

  server.on('connection', (socket: Socket) => {
    const connection = newConnection(socket, byClient ? undefined : socket)
    all.add(connection)
    bySocket.set(socket, connection)
    queue.put(connection, { isNew: true })
    const client = clientOf(socket)
    byClient?.set(client, connection)
    socket.once('close', () => {
      forget(connection)
      if (byClient?.get(client) === connection) byClient.delete(client)
    })
    if (all.size > most) makeRoom()
  })

  // Before the framework, which may answer at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connectionOf(request.socket)
    if (!connection) return
    const exchange = { request, response }
    connection.exchanges.add(exchange)
    connection.isAuthenticated = false
    update(connection)
    // The connection would be the first to be closed after the answer, maybe with the next request on its way.
    if (all.size >= most) response.shouldKeepAlive = false
    if (hasBody(request)) request.once('end', () => update(connection))
    response.once('prefinish', () => {
      if (unsentBytes(connection.socket) > 0) update(connection)
    })
    response.once('close', () => {
      connection.exchanges.delete(exchange)
      connection.bytesAtRest = connection.socket.bytesRead
      update(connection)
    })
  })

  function connectionOf(socket: Socket): Connection | undefined {
    const known = bySocket.get(socket)
    if (known) return known
    const found = byClient?.get(clientOf(socket))
    if (!found) return undefined
    found.httpSocket = socket
    bySocket.set(socket, found)
    return found
  }

  /** Those that have not sent a whole request, or no token, share the reserved slots when others take all the rest. */
  function makeRoom(): void {
    if (queue.count('idle') + queue.count('anonymous') > reserved) close(queue.take())
    else if (all.size > most + reserved) close(queue.take(['authenticated']) ?? queue.take())
  }

  function close(connection: Connection | undefined): void {
    if (!connection) return
    const { socket, httpSocket, exchanges } = connection
    const stage = lookAt(connection).stage ?? 'anonymous'
    countClosed(stage)
    forget(connection)
    // Between two requests an answer would be taken for that of the next one, and in the middle of one for its rest.
    const isAnswering = [...exchanges].some(({ response }) => response.headersSent)
    if (httpSocket && stage !== 'idle' && !isAnswering) sayWhy(httpSocket)
    httpSocket?.destroy()
    socket.destroy()
  }

  function forget(connection: Connection): void {
    all.delete(connection)
    queue.delete(connection)
  }

  return {
    authenticate(socket) {
      const connection = bySocket.get(socket)
      if (!connection) return
      connection.isAuthenticated = true
      update(connection)
    },
    areBusy: () => all.size - queue.size > most,
  }
}

/** Enough that a client gets to send its request before as many others have come, and few beside the spare descriptors. */
const reservedSlots = (most: number) => Math.max(2, Math.min(16, Math.floor(most / 16)))

const newConnection = (socket: Socket, httpSocket: Socket | undefined): Connection => ({
  socket,
  httpSocket,
  exchanges: new Set(),
  isAuthenticated: false,
  bytesAtRest: undefined,
})

/** The kernel gives no two living connections of one client the same port. */
const clientOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

function lookAt(connection: Connection): Look {
  const { socket } = connection
  // Reading makes it larger, and so does sending what waits to be sent.
  return { stage: stageOf(connection), progress: socket.bytesRead - unsentBytes(socket) }
}

function stageOf({ socket, exchanges, isAuthenticated, bytesAtRest }: Connection): Stage | null {
  if (exchanges.size === 0) return bytesAtRest === socket.bytesRead ? 'idle' : 'anonymous'
  for (const exchange of exchanges) if (isProcessed(exchange)) return null
  return isAuthenticated ? 'authenticated' : 'anonymous'
}

const isProcessed = ({ request, response }: Exchange) =>
  !response.writableEnded && (request.complete || !hasBody(request))

/** What the kernel has not taken, because the client does not read. */
function unsentBytes(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  return socket._handle?.writeQueueSize ?? 0
}

const closedConnections = new Counter({
  name: 'tradehall_connections_closed_total',
  help: 'Connections that were closed because others needed their slots, by what they were doing.',
  labelNames: ['stage'],
})

const WARN_EVERY_MS = 60_000

/** Counts each, and warns at most once a minute. */
function closedCounter(most: number, log: Log): (stage: Stage) => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  let closed: Partial<Record<Stage, number>> = {}
  return (stage) => {
    closedConnections.inc({ stage })
    closed[stage] = (closed[stage] ?? 0) + 1
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn({ connections: most, closed }, 'too many connections: some are closed to make room for new ones')
    closed = {}
  }
}
