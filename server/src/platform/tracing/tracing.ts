/**
 * Traces of requests, statements, events, jobs and deliveries, for an OpenTelemetry collector.
 *
 * The id of a request is a random 128-bit number, and so is the id of a trace: a request's trace has the id of the
 * request, without its hyphens. Events, jobs and deliveries store the id of the request that caused them, so every process
 * finds their trace and their parent without any other column, and decides alike whether the trace is sampled
 * (docs/decisions/0031-traces.md).
 *
 * Where tracing is off, `Platform.tracing` is undefined and nothing of OpenTelemetry's SDK is loaded (`open.ts`).
 */
import { type Link, type Span, type SpanOptions, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import type { Log } from '../log.ts'

/** Where a span belongs. Ids that are absent are random; without a parent the span is the first of its trace. */
export interface SpanPlace {
  traceId?: string
  spanId?: string
  parentId?: string
}

export interface Tracing {
  /** Starts a span. One whose trace is not sampled records nothing. */
  start(place: SpanPlace, name: string, options?: SpanOptions): Span
  /** Starts a span within the one that `run` made current; undefined where there is none, or none that is sampled. */
  startInside(name: string, options: SpanOptions): Span | undefined
  /** Makes a span the current one of `work`, or none. */
  run<T>(span: Span | null, work: () => T): T
  /** Runs `work` in a span of its own, which ends with it. */
  trace<T>(place: SpanPlace, name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** Exports what is left, within a second. */
  stop(): Promise<void>
}

export interface TracingOptions {
  role: 'api' | 'worker'
  log: Log
}

const traceIdOf = (id: string): string => id.replaceAll('-', '')
/** The random half of an id. Its first bits are those of the UUID's variant, so it is never zero. */
const spanIdOf = (id: string): string => traceIdOf(id).slice(16)

export const placeOfRequest = (id: string): SpanPlace => ({ traceId: traceIdOf(id), spanId: spanIdOf(id) })

interface CausedEvent {
  id: string
  /** Null where the server acted by itself: then the trace begins with the event and has its id. */
  requestId: string | null
}

export const placeOfEvent = ({ id, requestId }: CausedEvent): SpanPlace =>
  requestId === null
    ? { traceId: traceIdOf(id), spanId: spanIdOf(id) }
    : { traceId: traceIdOf(requestId), spanId: spanIdOf(id), parentId: spanIdOf(requestId) }

/** The place of an effect of an event; each attempt has a random id. */
export const placeAfterEvent = ({ id, requestId }: CausedEvent): SpanPlace => ({
  traceId: traceIdOf(requestId ?? id),
  parentId: spanIdOf(id),
})

/** The place of any other effect of a request; a separate trace if there was no request. */
export const placeAfterRequest = (requestId: string | null | undefined): SpanPlace =>
  requestId ? { traceId: traceIdOf(requestId), parentId: spanIdOf(requestId) } : {}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * The span of the caller, as a link. Its trace is not continued: a caller could then choose the ids of requests, and decide
 * what is sampled. Anything but a well-formed header of version 00 is ignored.
 */
export function linkToCaller(traceparent: string | string[] | undefined): Link[] {
  const [, traceId, spanId, flags = ''] =
    (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)) || []
  if (!traceId || !spanId) return []
  const traceFlags = Number.parseInt(flags, 16) & 1
  return [{ context: { traceId, spanId, traceFlags, isRemote: true } }]
}

/** Runs `work` in a span of its own inside of the current one; without a span where there is none. */
export async function traceInside<T>(
  tracing: Pick<Tracing, 'startInside'> | undefined,
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = tracing?.startInside(name, options)
  try {
    return await work(span)
  } catch (error) {
    if (span) markFailed(span, error)
    throw error
  } finally {
    span?.end()
  }
}

/** Records the code or the name of the error, but not its message, which may quote what a client sent. */
export function markFailed(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown }
  const type = typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** For log lines: the id of the trace, where it is sampled; also after the span has ended. */
export const sampledTraceId = (span: Span | null | undefined): string | undefined =>
  span && span.spanContext().traceFlags & TraceFlags.SAMPLED ? span.spanContext().traceId : undefined
