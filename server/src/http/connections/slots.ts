/** Limits the number of open connections and closes some of them to make room for new ones. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { Counter } from 'prom-client'
import type { Log } from '../../platform/log.ts'
import { hasBody } from '../checks.ts'
import { type ConnectionActivity, EvictionQueue, STAGES, type Stage } from './eviction.ts'

export interface SlotOptions {
  limit: number
  log: Log
  /** Writes the 503 response to a client whose connection is about to be closed. */
  writeRefusal: (socket: Socket) => void
}

interface Connection {
  socket: Socket
  /** The socket of the requests: with TLS another one than `socket`, unknown until the first request. */
  httpSocket: Socket | undefined
  /** Requests whose responses are not complete. All but the last of them have arrived completely. */
  exchanges: Set<Exchange>
  /** Whether the last request had valid credentials. */
  isAuthenticated: boolean
  /** The number of bytes read when the last response ended; undefined before that. */
  bytesAtRest: number | undefined
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Above the limit, a new connection takes the slot of another one, which `EvictionQueue` chooses. Connections whose
 * request is being processed are never closed. If these and authenticated uploads occupy all slots, a few reserved slots
 * remain for new connections, so that health checks are still served; `areBusy` lets the server refuse other requests
 * with a response.
 */
export class ConnectionSlots {
  readonly #options: SlotOptions
  readonly #reserved: number
  readonly #all = new Set<Connection>()
  readonly #bySocket = new WeakMap<Socket, Connection>()
  /** Requests over TLS have a socket of their own, which is matched to its connection by the address of the client. */
  readonly #byClient: Map<string, Connection> | undefined
  readonly #queue = new EvictionQueue<Connection>(activityOf)
  readonly #countClosed: (stage: Stage) => void

  constructor(server: Server, options: SlotOptions) {
    this.#options = options
    this.#reserved = reservedSlots(options.limit)
    this.#byClient = server instanceof TlsServer ? new Map() : undefined
    this.#countClosed = closedCounter(options.limit, options.log)
    server.on('connection', (socket: Socket) => this.#open(socket))
    // Registered before the listener of the framework, which may respond synchronously.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#startExchange(request, response),
    )
  }

  /** Records that the request on this socket has valid credentials. */
  authenticate(socket: Socket): void {
    const connection = this.#bySocket.get(socket)
    if (!connection) return
    connection.isAuthenticated = true
    this.#update(connection)
  }

  /** Whether requests that are being processed occupy all slots, so that other requests must be refused. */
  areBusy(): boolean {
    return this.#all.size - this.#queue.size > this.#options.limit
  }

  #open(socket: Socket): void {
    const connection = newConnection(socket, this.#byClient ? undefined : socket)
    this.#all.add(connection)
    this.#bySocket.set(socket, connection)
    this.#queue.put(connection, { isNew: true })
    const client = clientOf(socket)
    this.#byClient?.set(client, connection)
    socket.once('close', () => {
      this.#forget(connection)
      if (this.#byClient?.get(client) === connection) this.#byClient.delete(client)
    })
    if (this.#all.size > this.#options.limit) this.#makeRoom()
  }

  #startExchange(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connectionOf(request.socket)
    if (!connection) return
    const exchange = { request, response }
    connection.exchanges.add(exchange)
    connection.isAuthenticated = false
    this.#update(connection)
    // An idle connection is evicted first, possibly while its next request is in flight, so the client must not reuse it.
    if (this.#all.size >= this.#options.limit) response.shouldKeepAlive = false
    if (hasBody(request)) request.once('end', () => this.#update(connection))
    // Both events happen once; `once` would cost a wrapper and a removal for each.
    response.on('prefinish', () => {
      if (unsentBytes(connection.socket) > 0) this.#update(connection)
    })
    response.on('close', () => {
      connection.exchanges.delete(exchange)
      connection.bytesAtRest = connection.socket.bytesRead
      this.#update(connection)
    })
  }

  #connectionOf(socket: Socket): Connection | undefined {
    const known = this.#bySocket.get(socket)
    if (known) return known
    const found = this.#byClient?.get(clientOf(socket))
    if (!found) return undefined
    found.httpSocket = socket
    this.#bySocket.set(socket, found)
    return found
  }

  #update(connection: Connection): void {
    if (this.#all.has(connection)) this.#queue.put(connection)
  }

  /** When other connections occupy all regular slots, idle and anonymous connections share the reserved ones. */
  #makeRoom(): void {
    const queue = this.#queue
    if (queue.count('idle') + queue.count('anonymous') > this.#reserved) this.#close(queue.evict())
    else if (this.#all.size > this.#options.limit + this.#reserved)
      this.#close(queue.evict(['authenticated']) ?? queue.evict())
  }

  #close(connection: Connection | undefined): void {
    if (!connection) return
    const { socket, httpSocket, exchanges } = connection
    const stage = activityOf(connection).stage ?? 'anonymous'
    this.#countClosed(stage)
    this.#forget(connection)
    // A response between two requests would be taken for that of the next request, and one within another for its rest.
    const isResponding = [...exchanges].some(({ response }) => response.headersSent)
    if (httpSocket && stage !== 'idle' && !isResponding) this.#options.writeRefusal(httpSocket)
    httpSocket?.destroy()
    socket.destroy()
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection)
    this.#queue.delete(connection)
  }
}

/**
 * Enough that a client can send its request before newer ones evict it, and few compared with the spare descriptors.
 */
const reservedSlots = (limit: number) => Math.max(2, Math.min(16, Math.floor(limit / 16)))

const newConnection = (socket: Socket, httpSocket: Socket | undefined): Connection => ({
  socket,
  httpSocket,
  exchanges: new Set(),
  isAuthenticated: false,
  bytesAtRest: undefined,
})

/** Unique among open connections, because the kernel reuses no port of a client while its connection is open. */
const clientOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

function activityOf(connection: Connection): ConnectionActivity {
  const { socket } = connection
  // The number grows with each byte read and with each pending byte that is sent.
  return { stage: stageOf(connection), progress: socket.bytesRead - unsentBytes(socket) }
}

function stageOf({ socket, exchanges, isAuthenticated, bytesAtRest }: Connection): Stage | null {
  if (exchanges.size === 0) return bytesAtRest === socket.bytesRead ? 'idle' : 'anonymous'
  for (const exchange of exchanges) if (isProcessing(exchange)) return null
  return isAuthenticated ? 'authenticated' : 'anonymous'
}

const isProcessing = ({ request, response }: Exchange) =>
  !response.writableEnded && (request.complete || !hasBody(request))

/** The bytes that the kernel has not accepted, because the client does not read. */
function unsentBytes(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  return socket._handle?.writeQueueSize ?? 0
}

const closedConnections = new Counter({
  name: 'tradehall_connections_closed_total',
  help: 'Connections that were closed because others needed their slots, by what they were doing.',
  labelNames: ['stage'],
})
// Prometheus sees no increase of a counter that begins at 1.
for (const stage of STAGES) closedConnections.inc({ stage }, 0)

const WARN_EVERY_MS = 60_000

/** Counts closed connections, and logs a warning at most once a minute. */
function closedCounter(limit: number, log: Log): (stage: Stage) => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  let closed: Partial<Record<Stage, number>> = {}
  return (stage) => {
    closedConnections.inc({ stage })
    closed[stage] = (closed[stage] ?? 0) + 1
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn(
      { connections: limit, closed },
      'connection limit reached: closing connections to make room for new ones',
    )
    closed = {}
  }
}
