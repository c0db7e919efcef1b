/** Responses to requests that reach no route: parser errors, CONNECT, and evicted connections. Written to the socket. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorObject, errorDocument, JSON_API, type Problem } from '@tradehall/jsonapi'
import {
  badRequest,
  headersTooLarge,
  methodNotAllowed,
  requestTimeout,
  serviceUnavailable,
} from '../../domain/problems.ts'
import type { Platform } from '../../platform/index.ts'
import { type ConnectionTimeouts, drainAndClose } from './connections.ts'

/** The default of Node, set explicitly so that the error can name the limit. */
export const MAX_HEADER_BYTES = 16_384

export interface RefusalOptions {
  defaultHeaders: Record<string, string>
  timeouts: ConnectionTimeouts
}

export function createRefusals(
  { ids, log }: Pick<Platform, 'ids' | 'log'>,
  { defaultHeaders, timeouts }: RefusalOptions,
) {
  function refuse(socket: Socket, problem: Problem, drainMs = timeouts.drainMs): void {
    const requestId = write(socket, problem)
    const { status, message: reason } = problem
    log.info({ requestId, status, address: socket.remoteAddress, reason }, 'request refused')
    drainAndClose(socket, drainMs)
  }

  function write(socket: Socket, problem: Problem): string {
    const requestId = ids.next()
    const body = errorDocument(problem.errors)
    const headers = {
      ...defaultHeaders,
      ...problem.headers,
      'x-request-id': requestId,
      'content-type': JSON_API,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const head = [
      `HTTP/1.1 ${problem.status} ${(problem.errors[0] as ErrorObject).title}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    return requestId
  }

  return {
    answerClientError({ code = '' }: Error & { code?: string }, socket: Socket): void {
      // The client was refused already, and the rest of what it sends is not valid HTTP either.
      if (socket.writableEnded) return
      const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT'
      // All other codes are errors of the connection or of TLS.
      const isHttpError = isLate || code.startsWith('HPE_')
      if (!isHttpError || !socket.writable || isResponding(socket)) socket.destroy()
      // The client has used its time already, so draining is short.
      else if (isLate)
        refuse(socket, requestTimeout('The request did not arrive in time.'), timeouts.drainMs / 10)
      else refuse(socket, parserProblem(code))
    },

    /** Not logged, because an attack on the connection limit would write thousands of lines. */
    writeNoSlot(socket: Socket): void {
      if (socket.writable) write(socket, NO_SLOT)
    },

    refuseTunnels(server: Server): void {
      server.on('connect', ({ socket }: IncomingMessage) => {
        refuse(
          socket,
          methodNotAllowed('CONNECT is not possible: this server is no proxy.', { headers: { allow: '' } }),
        )
      })
    },
  }
}

/** For requests while all slots are busy, and for evicted connections with an incomplete request. */
export const NO_SLOT = serviceUnavailable('The server has too many connections. Try again shortly.', {
  headers: { 'retry-after': '1', connection: 'close' },
})

function parserProblem(code: string): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return headersTooLarge(`The address and the headers together are larger than ${MAX_HEADER_BYTES} bytes.`)
  }
  return badRequest('The request is not valid HTTP.')
}

/** A second response would be written into the first. Node stores the pending response at its socket. */
function isResponding(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true
}
