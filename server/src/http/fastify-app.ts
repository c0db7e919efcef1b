/** Creates the Fastify instance: timeouts, TLS, connection slots, and the parsers of request bodies. */
import { Readable } from 'node:stream'
import { Server as TlsServer } from 'node:tls'
import { JSON_API } from '@tradehall/jsonapi'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import type { Platform } from '../platform/index.ts'
import type { Certificate } from '../platform/processes/certificate.ts'
import { parseJsonBody, parseMultipartBody } from './body.ts'
import { FORM, hasBody, MULTIPART } from './checks.ts'
import {
  type ConnectionTimeouts,
  connectionLimit,
  drainBeforeClose,
  requestTimeouts,
} from './connections/connections.ts'
import { createRefusals, MAX_HEADER_BYTES, type RefusalOptions } from './connections/refusals.ts'
import { ConnectionSlots } from './connections/slots.ts'

/** Enough for one resource. An operation with larger bodies declares its own `bodyLimit`. */
export const BODY_LIMIT = 256 * 1024

type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

export function createFastify(
  platform: Platform,
  transport: RefusalOptions & { certificate: Certificate | undefined },
  answerFrameworkError: AnswerError,
): { app: FastifyInstance; slots: ConnectionSlots } {
  const { config, log } = platform
  const refusals = createRefusals(platform, transport)
  const app = fastify({
    ...fastifyOptions(platform, transport),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: refusals.answerClientError,
  } as object) as unknown as FastifyInstance
  const slots = new ConnectionSlots(app.server, {
    limit: connectionLimit(config),
    log,
    writeRefusal: refusals.writeNoSlot,
  })
  drainBeforeClose(app.server, transport.timeouts)
  refusals.refuseTunnels(app.server)
  // Node would respond without an error document; `refuseExpectations` responds with one.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  addBodyParsers(app)
  serveCertificate(app, transport.certificate)
  return { app, slots }
}

function fastifyOptions(
  { config, log, ids }: Platform,
  { timeouts, certificate }: { timeouts: ConnectionTimeouts; certificate: Certificate | undefined },
): object {
  const http = {
    maxHeaderSize: MAX_HEADER_BYTES,
    ...requestTimeouts(timeouts),
    // Node would respond without an error document; `refuseUnclearHost` responds with one.
    requireHostHeader: false,
    // Most requests have no body, and a stream for each of them would be a large part of the cost of a small request.
    optimizeEmptyRequests: true,
  }
  return {
    loggerInstance: log,
    // `request-line.ts` logs each request.
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines name their request themselves, because a child logger per request would cost more than the line.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    genReqId: () => ids.next(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: http.requestTimeout,
    connectionTimeout: timeouts.inactivityMs,
    // Longer than the idle timeout of common proxies, so that the proxy closes the connection first.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // `Admission` refuses requests that arrive during a stop, with an error document.
    return503OnClosing: false,
    // Each operation parses its query itself, because it knows its parameters.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 500 },
    http,
    ...(certificate && {
      https: { ...http, ...certificate.pair(), handshakeTimeout: http.headersTimeout },
    }),
  }
}

function serveCertificate(app: FastifyInstance, certificate: Certificate | undefined): void {
  const { server } = app as { server: unknown }
  if (!certificate || !(server instanceof TlsServer)) return
  const serving = certificate.serveOn(server)
  app.addHook('onClose', async () => serving.stop())
}

function addBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('bytes', null)
  // With `optimizeEmptyRequests` a missing body never emits `end`, so a parser that reads it would wait forever.
  app.addHook('preParsing', (request, _reply, body, done) => {
    const isEmptyWithType = request.headers['content-type'] !== undefined && !hasBody(request)
    done(null, isEmptyWithType ? Readable.from([]) : body)
  })
  app.removeAllContentTypeParsers()
  const parseJson = (request: FastifyRequest, bytes: Buffer) => {
    request.bytes = bytes
    const { operation } = request.routeOptions.config
    return Promise.resolve(bytes).then((body) =>
      parseJsonBody(body, { anyText: operation?.anyText === true }),
    )
  }
  app.addContentTypeParser([JSON_API, 'application/json'], { parseAs: 'buffer' }, parseJson)
  const parseForm = (_request: FastifyRequest, text: string) => Promise.resolve(new URLSearchParams(text))
  app.addContentTypeParser(FORM, { parseAs: 'string' }, parseForm as never)
  const parseMultipart = (request: FastifyRequest, bytes: Buffer) =>
    parseMultipartBody(bytes, request.headers['content-type'] ?? '')
  app.addContentTypeParser(MULTIPART, { parseAs: 'buffer' }, parseMultipart)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body, byte for byte as it was sent. */
    bytes: Buffer | null
  }
}
