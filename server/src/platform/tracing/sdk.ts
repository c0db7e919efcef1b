/** Records spans with the SDK of OpenTelemetry and sends them to a collector. Loaded only where one is configured. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../../config.ts'
import type { Log } from '../log.ts'
import { VERSION } from '../version.ts'
import { markFailed, type SpanPlace, type Tracing, type TracingOptions } from './tracing.ts'

/** Some megabytes of memory. Spans beyond it are dropped, so that a collector that hangs costs nothing else. */
const MAX_QUEUED_SPANS = 4096
const BATCH = 512
/** How late a span arrives at the collector. */
const EXPORT_EVERY_MS = 1000
const EXPORT_TIMEOUT_MS = 5000
/** Part of the three seconds in which a process has to stop. */
const STOP_MS = 1000
const LOG_EVERY_MS = 60_000

export function createTracing(
  config: Pick<Config, 'otlpHeaders' | 'traceRatio' | 'mode'> & { otlpUrl: string },
  { role, log }: TracingOptions,
): Tracing {
  const ids = new GivenIds()
  const exporter = new OTLPTraceExporter({
    url: `${config.otlpUrl}/v1/traces`,
    headers: Object.fromEntries(config.otlpHeaders),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    idGenerator: ids,
    // Depends on the id of the trace alone, so that all processes decide alike and callers have no influence.
    sampler: new TraceIdRatioBasedSampler(config.traceRatio),
    resource: resourceFromAttributes({
      'service.name': 'tradehall',
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'deployment.environment.name': config.mode,
      'tradehall.role': role,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logFailures(exporter, log),
        maxQueueSize: MAX_QUEUED_SPANS,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('tradehall', VERSION)
  const current = new AsyncLocalStorage<Span | null>()

  const tracing: Tracing = {
    start(place, name, options) {
      ids.given = place
      const span = tracer.startSpan(name, options, parentOf(place))
      ids.given = {}
      return span
    },
    startInside(name, options) {
      const parent = current.getStore()
      // A span that has ended records nothing: timers and streams that a request started may outlive it.
      if (!parent?.isRecording()) return undefined
      return tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent))
    },
    run: (span, work) => current.run(span, work),
    async trace<T>(place: SpanPlace, name: string, options: SpanOptions, work: (span: Span) => Promise<T>) {
      const span = tracing.start(place, name, options)
      try {
        return await current.run(span, () => work(span))
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    async stop() {
      // A collector that does not answer must not hold up the end of the process.
      await Promise.race([provider.shutdown().catch(() => {}), wait(STOP_MS, undefined, { ref: false })])
    },
  }
  return tracing
}

/** Generates random ids, except for those that the place of the span gives. */
class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  given: SpanPlace = {}

  generateTraceId(): string {
    return this.given.traceId ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.given.spanId ?? this.#random.generateSpanId()
  }
}

function parentOf({ traceId, parentId }: SpanPlace): Context {
  if (!traceId || !parentId) return ROOT_CONTEXT
  const context = { traceId, spanId: parentId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, context)
}

/** A collector that is away costs spans and nothing else, so it is logged once a minute. */
function logFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) {
          lost += spans.length
          if (performance.now() - loggedAt > LOG_EVERY_MS) {
            loggedAt = performance.now()
            // Not the error itself, which contains the response of the collector.
            log.warn({ spans: lost, reason: result.error.name }, 'spans could not be sent to the collector')
            lost = 0
          }
        }
        done(result)
      })
    },
    forceFlush: async () => await exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
