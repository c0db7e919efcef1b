/** Requests that never reach a route: the HTTP parser refuses them, or they want a tunnel. Answers are written by hand. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorObject, errorDocument, JSON_API, type Problem } from '@tradehall/jsonapi'
import {
  badRequest,
  headersTooLarge,
  methodNotAllowed,
  requestTimeout,
  serviceUnavailable,
} from '../domain/problems.ts'
import type { Platform } from '../platform/index.ts'
import { type Patience, sayGoodbye } from './connections.ts'

/** Node's own default, set by hand so that the limit can be told. */
export const MAX_HEADER_BYTES = 16_384

export interface RefusalOptions {
  defaultHeaders: Record<string, string>
  patience: Patience
}

export function createRefusals(
  { ids, log }: Pick<Platform, 'ids' | 'log'>,
  { defaultHeaders, patience }: RefusalOptions,
) {
  function refuse(socket: Socket, problem: Problem, goodbyeMs = patience.goodbyeMs): void {
    const requestId = write(socket, problem)
    const { status, message: reason } = problem
    log.info({ requestId, status, address: socket.remoteAddress, reason }, 'request refused')
    sayGoodbye(socket, goodbyeMs)
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
      // It has its answer, and what it still sends is no HTTP either.
      if (socket.writableEnded) return
      const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT'
      // The rest are troubles of the connection or of its TLS.
      const isReadable = isLate || code.startsWith('HPE_')
      if (!isReadable || !socket.writable || isAnswering(socket)) socket.destroy()
      // It had its time, so it is not waited for again.
      else if (isLate)
        refuse(socket, requestTimeout('The request did not arrive in time.'), patience.goodbyeMs / 10)
      else refuse(socket, parserProblem(code))
    },

    /** Without a log line: these come by the thousand when somebody wants to use up all connections. */
    sayNoSlot(socket: Socket): void {
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

/** While requests that are being processed take all connections, or one that has not arrived gives way to others. */
export const NO_SLOT = serviceUnavailable('The server has too many connections. Try again shortly.', {
  headers: { 'retry-after': '1', connection: 'close' },
})

function parserProblem(code: string): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return headersTooLarge(`The address and the headers together are larger than ${MAX_HEADER_BYTES} bytes.`)
  }
  return badRequest('The request is not valid HTTP.')
}

/** A second answer would end up in the middle of the first. Node keeps the one under way at its socket. */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true
}
