/**
 * What a browser talks to under `npm run dev`: the API, and the sources of the dashboard, as one origin. Requests that arrive
 * during a restart wait for its end.
 */
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { ViteDevServer } from 'vite'
import { serveSources } from '../../../dashboard/dev.ts'
import type { RestartableServer } from './server.ts'

interface Address {
  host: string
  port: number
}

export interface Front {
  watcher: ViteDevServer['watcher']
  close(): Promise<void>
}

export async function openFront(
  { host, port }: Address,
  { api, server }: { api: Address; server: RestartableServer },
): Promise<Front> {
  const front = createServer()
  const sources = await serveSources(front)
  front.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith(sources.config.base)) sources.middlewares(request, response)
    else forward(request, response, { api, server })
  })
  await new Promise<void>((listening, failed) => {
    front.once('error', failed).listen({ host, port }, listening)
  })
  return {
    watcher: sources.watcher,
    async close() {
      front.close()
      await sources.close()
      front.closeAllConnections()
    },
  }
}

/** With the `Host` of the request, so that the API takes it as sent to itself, and the page of the dashboard as its own. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { api, server }: { api: Address; server: RestartableServer },
): Promise<void> {
  const failure = await server.serving()
  if (response.destroyed) return
  if (failure !== undefined) {
    refuse(response, `${failure} The terminal of npm run dev says why; the next saved file starts it again.`)
    return
  }
  const { method, url: path, headers } = request
  const run = server.run()
  const onward = requestOf({ ...api, method, path, headers: withoutConnection(headers), agent: false })
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withPageWorkers(withoutConnection(answer.headers)))
    pipeline(answer, response, () => {})
  })
  onward.on('error', () => {
    const isStopped = run !== server.run()
    // Also what the sandbox does to connections when it is told to.
    if (response.headersSent || !isStopped) response.destroy()
    else if (method === 'GET') forward(request, response, { api, server })
    else refuse(response, 'The server was restarted during this request; send it again.')
  })
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

/** Headers that are about one connection are not forwarded. */
function withoutConnection<T extends IncomingMessage['headers']>({
  connection,
  'keep-alive': _,
  ...headers
}: T) {
  return headers
}

/** Vite's script waits in a worker for `npm run dev` to come back. Its styles have the nonce of the page. */
function withPageWorkers(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const policy = headers['content-security-policy']
  if (!policy?.includes("script-src 'self'")) return headers
  return { ...headers, 'content-security-policy': `${policy}; worker-src 'self' blob:` }
}

function refuse(response: ServerResponse, sentence: string): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`)
}
