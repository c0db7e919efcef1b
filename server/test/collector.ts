/** An OpenTelemetry collector on loopback that records the spans it gets. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createLog } from '../src/platform/log.ts'
import { createTracing } from '../src/platform/tracing/sdk.ts'
import type { Tracing } from '../src/platform/tracing/tracing.ts'
import type { CleanUp } from './clean-up.ts'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  links: { traceId: string; spanId: string }[]
  attributes: Record<string, unknown>
  /** Of the process. */
  resource: Record<string, unknown>
}

export interface Collector {
  url: string
  spans: CollectedSpan[]
  /** The headers of each request. */
  headers: Record<string, unknown>[]
  /** Everything that arrived, as text. */
  texts: string[]
}

/** `answer` may leave a request open, as a collector that hangs does. */
export async function startCollector(
  cleanUp: CleanUp,
  answer: (response: ServerResponse) => void = (response) => void response.writeHead(200).end('{}'),
): Promise<Collector> {
  const collector: Collector = { url: '', spans: [], headers: [], texts: [] }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    collector.headers.push(request.headers)
    collector.texts.push(body)
    collector.spans.push(...spansOf(JSON.parse(body)))
    answer(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  cleanUp(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return collector
}

/** Traces everything for a collector, as a process of its own would. `sent` is to be called before the spans are read. */
export function traceFor({ url }: Collector): { tracing: Tracing; sent(): Promise<void> } {
  const config = {
    otlpUrl: url,
    otlpHeaders: new Map<string, string>(),
    traceRatio: 1,
    mode: 'sandbox' as const,
  }
  const tracing = createTracing(config, { role: 'worker', log: createLog('silent') })
  return { tracing, sent: () => tracing.stop() }
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'resource'> & { attributes: Attribute[] })[] }[]
  }[]
}

const spansOf = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        links: span.links ?? [],
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  )

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
