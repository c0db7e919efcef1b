import { describe, expect, test } from 'vitest'
import { linkToCaller, placeAfterEvent, placeAfterRequest, placeOfEvent, placeOfRequest } from './tracing.ts'

const requestId = '019cad3a-5b00-7c21-9f3e-0242ac120002'
const id = '019cad3a-5b10-7aa1-8b3d-0242ac120003'
const trace = '019cad3a5b007c219f3e0242ac120002'

describe('a place', () => {
  test('of a request has the id of the request', () => {
    expect(placeOfRequest(requestId)).toEqual({ traceId: trace, spanId: '9f3e0242ac120002' })
  })

  test('of an event is inside of the request that caused it, or the first of its own trace', () => {
    expect(placeOfEvent({ id, requestId })).toEqual({
      traceId: trace,
      spanId: '8b3d0242ac120003',
      parentId: '9f3e0242ac120002',
    })
    expect(placeOfEvent({ id, requestId: null })).toEqual({
      traceId: '019cad3a5b107aa18b3d0242ac120003',
      spanId: '8b3d0242ac120003',
    })
  })

  test('of an effect of an event is inside of the event, with a random id each time', () => {
    for (const cause of [requestId, null]) {
      const { traceId, spanId } = placeOfEvent({ id, requestId: cause })
      expect(placeAfterEvent({ id, requestId: cause })).toEqual({ traceId, parentId: spanId })
    }
  })

  test('of a job is inside of the request that caused it', () => {
    expect(placeAfterRequest(requestId)).toEqual({ traceId: trace, parentId: '9f3e0242ac120002' })
    expect(placeAfterRequest(null)).toEqual({})
  })
})

describe('the header traceparent', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const spanId = '00f067aa0ba902b7'

  test('names the span of the caller', () => {
    expect(linkToCaller(`00-${traceId}-${spanId}-03`)).toEqual([
      { context: { traceId, spanId, traceFlags: 1, isRemote: true } },
    ])
  })

  test.each([
    undefined,
    '',
    `00-${traceId}-${spanId}`,
    `01-${traceId}-${spanId}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}-01\n`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    [`00-${traceId}-${spanId}-01`],
    'x'.repeat(10_000),
  ])('is ignored as %j', (header) => {
    expect(linkToCaller(header)).toEqual([])
  })
})
