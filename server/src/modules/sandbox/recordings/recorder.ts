/**
 * Records every request of the applications that have a recording, in this process. Nothing is left out, unlike in the
 * request log: requests without a response, with invalid tokens or to unknown paths are evidence too.
 */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../../http/http.ts'
import { TESTING_API } from '../../../http/testing-api.ts'
import { Connections, readClaimant } from './claimants.ts'
import { type Arrival, describeRequest, faultOf } from './recorded-request.ts'
import { listRecordings, type Outcome, type RecordingRow, storeRequests } from './recording-queries.ts'
import { bufferRequests } from './request-buffer.ts'

export const RECORDINGS = `${TESTING_API}/recordings`
/** Requests to the recordings themselves are not recorded. */
const OF_RECORDINGS = new RegExp(`^${RECORDINGS}(?=[/?]|$)`)
/** Limited because a connector may send requests endlessly. */
const MAX_REQUESTS = 20_000
const DAY_MS = 24 * 3600 * 1000

/** Real time in milliseconds of the epoch, fine enough to order requests. */
export const preciseNow = () => performance.timeOrigin + performance.now()

/** Recordings that began before this time are over. */
export const recordedSince = () => preciseNow() - DAY_MS

export interface Recorder {
  /** Stores what this process has recorded, so that a query returns it. */
  flush(): Promise<void>
}

export function recordRequests(http: Http): Recorder {
  const { app, platform } = http
  const { db, clock, log, signals } = platform
  const connections = new Connections()
  let recordings: readonly RecordingRow[] = []
  signals.on('recordings', async () => {
    recordings = await listRecordings(db, recordedSince())
  })
  const buffer = bufferRequests(log, async (rows, incomplete) => {
    const full = new Set(await storeRequests(db, rows, { max: MAX_REQUESTS, incomplete }))
    if (full.size > 0) recordings = recordings.filter(({ id }) => !full.has(id))
  })
  app.addHook('onClose', buffer.stop)

  http.onArrival((request, reply) => {
    if (recordings.length > 0 && !OF_RECORDINGS.test(request.url)) watch(request, reply)
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.isWatched && typeof payload === 'string') request.answerText = payload
    done(null, payload)
  })

  function watch(request: FastifyRequest, reply: FastifyReply): void {
    const arrival = { ms: preciseNow(), at: clock.now() }
    // Recordings that begin during the request do not include it.
    const candidates = recordings
    const { socket } = request.raw
    request.isWatched = true
    let isOver = false
    const end = (outcome: Outcome) => {
      if (isOver) return
      isOver = true
      record({ request, reply }, candidates, arrival, outcome)
    }
    // Fastify does not call `onResponse` without a response, nor for paths that it cannot parse.
    reply.raw.once('finish', () => end('responded'))
    reply.raw.once('close', () =>
      end(faultOf(request) !== null && !hasLeft(socket) ? 'disconnected' : 'aborted'),
    )
  }

  function record(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    candidates: readonly RecordingRow[],
    arrival: Arrival,
    outcome: Outcome,
  ): void {
    const durationMs = preciseNow() - arrival.ms
    const claimant = readClaimant(request)
    const { actor, routeOptions } = request
    const gotToken = routeOptions.config.operation?.media === 'form' && reply.statusCode === 200
    for (const recording of candidates) {
      const isLasting = recording.started_ms > arrival.ms - DAY_MS
      if (!isLasting || !connections.isOf(recording, claimant, request)) continue
      const isAuthenticated = actor?.applicationId === recording.application_id || gotToken
      if (isAuthenticated) connections.authenticated(request.raw.socket, recording.application_id)
      const ending = { durationMs, outcome, isAuthenticated, limit: buffer.textLimit() }
      buffer.add(describeRequest(recording, { request, reply }, claimant, arrival, ending))
    }
  }

  return { flush: buffer.flush }
}

/** Whether the client ended the connection. */
const hasLeft = ({ readableEnded, errored }: Socket) => readableEnded || errored !== null

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request may be part of a recording. */
    isWatched?: true
  }
}
