/** The spans of events that the relay dispatches. */
import { type Span, SpanKind } from '@opentelemetry/api'
import { placeOfEvent, type Tracing } from './tracing.ts'

interface TracedEvent {
  id: string
  type: string
  brandId: string | null
  subjectId: string
  requestId: string | null
}

export interface EventSpans {
  /** Statements of a batch that belongs to several traces are part of none of them. */
  run<T>(work: () => T): T
  /** To be called after the commit. Spans of a batch that was rolled back are dropped: its events are dispatched again. */
  end(): void
}

const UNTRACED: EventSpans = { run: (work) => work(), end() {} }

export function traceEvents(
  tracing: Pick<Tracing, 'start' | 'run'> | undefined,
  events: readonly TracedEvent[],
): EventSpans {
  if (!tracing || events.length === 0) return UNTRACED
  const spans = events.map((event) =>
    tracing.start(placeOfEvent(event), `event ${event.type}`, {
      kind: SpanKind.CONSUMER,
      attributes: attributesOf(event),
    }),
  )
  const [first] = spans as [Span, ...Span[]]
  const isOneTrace = spans.every((span) => span.spanContext().traceId === first.spanContext().traceId)
  return {
    run: (work) => tracing.run(isOneTrace ? first : null, work),
    end() {
      for (const span of spans) span.end()
    },
  }
}

const attributesOf = ({ id, type, brandId, subjectId }: TracedEvent) => ({
  'tradehall.event.id': id,
  'tradehall.event.type': type,
  'tradehall.subject.id': subjectId,
  ...(brandId !== null && { 'tradehall.brand.id': brandId }),
})
