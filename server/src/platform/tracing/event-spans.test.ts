import type { Span } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { traceEvents } from './event-spans.ts'
import type { SpanPlace, Tracing } from './tracing.ts'

const REQUEST = '019cad3a-5b00-7c21-9f3e-0242ac120002'
const OTHER = '019cad3a-5b00-7c21-9f3e-0242ac120009'

const event = (id: string, requestId: string | null) => ({
  id,
  type: 'order.brand_accepted',
  brandId: null,
  subjectId: id,
  requestId,
})
const events = (...requests: (string | null)[]) =>
  requests.map((requestId, i) => event(`019cad3a-5b10-7aa1-8b3d-0242ac12000${i}`, requestId))

function recorder() {
  const ended: string[] = []
  let current: string | null | undefined
  const tracing = {
    start: ({ traceId = '', spanId = '' }: SpanPlace) =>
      ({ spanContext: () => ({ traceId, spanId }), end: () => void ended.push(spanId) }) as unknown as Span,
    run<T>(span: Span | null, work: () => T): T {
      current = span?.spanContext().spanId ?? null
      return work()
    },
  } satisfies Pick<Tracing, 'start' | 'run'>
  return { tracing, ended, current: () => current }
}

test('statements of a batch that one request caused belong to its first event', () => {
  const { tracing, ended, current } = recorder()
  const spans = traceEvents(tracing, events(REQUEST, REQUEST))
  expect(spans.run(() => 'done')).toBe('done')
  expect(current()).toBe('8b3d0242ac120000')
  expect(ended).toEqual([])
  spans.end()
  expect(ended).toEqual(['8b3d0242ac120000', '8b3d0242ac120001'])
})

test.each([
  ['several requests', events(REQUEST, OTHER)],
  ['nobody', events(null, null)],
])('statements of a batch that %s caused belong to no trace', (_who, batch) => {
  const { tracing, current } = recorder()
  traceEvents(tracing, batch).run(() => {})
  expect(current()).toBeNull()
})

test('without tracing the work is still done', () => {
  const spans = traceEvents(undefined, events(REQUEST))
  expect(spans.run(() => 'done')).toBe('done')
  spans.end()
})
