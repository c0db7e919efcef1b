/**
 * Receivers of webhooks, one for each way to respond. They record every request: its content, its time, and its
 * response. At the end of a run all of them respond well.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const MANNERS = ['answers', 'slow', 'stumbles', 'fails', 'closes', 'hangs'] as const
type Manner = (typeof MANNERS)[number]

export interface Received {
  /** `/<account>/<manner>`, or that of a callback. */
  path: string
  eventId: string
  atMs: number
  digest: string
  /** Undefined until there is a response, or if the connection was closed. */
  status: number | undefined
}

export interface Receivers {
  origin: string
  received: Received[]
  /** All receivers respond well from now on. */
  answerAll(): void
  close(): Promise<void>
}

const SLOW_MS = 1_500
/** The receiver that stumbles refuses every request whose number is a multiple of this. */
const STUMBLES_AT = 3

export async function startReceivers(): Promise<Receivers> {
  const received: Received[] = []
  let isGood = false
  const server = createServer((request, response) => {
    void readBody(request).then(
      (digest) => {
        const note: Received = {
          path: request.url ?? '',
          eventId: String(request.headers['webhook-id'] ?? ''),
          atMs: performance.now(),
          digest,
          status: undefined,
        }
        received.push(note)
        const manner = MANNERS.find((one) => note.path.endsWith(`/${one}`)) ?? 'answers'
        const answer = (status: number) => {
          note.status = status
          response.writeHead(status).end()
        }
        TREAT[isGood ? 'answers' : manner](answer, response, received.length)
      },
      // The sender has disconnected before it had sent everything.
      () => response.destroy(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerAll() {
      isGood = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type Treat = (answer: (status: number) => void, response: ServerResponse, number: number) => void

const TREAT: Record<Manner, Treat> = {
  answers: (answer) => answer(204),
  slow: (answer) => void setTimeout(answer, SLOW_MS, 204),
  stumbles: (answer, _response, number) => answer(number % STUMBLES_AT === 0 ? 500 : 204),
  fails: (answer) => answer(503),
  closes: (_answer, response) => void response.socket?.destroy(),
  hangs: () => {},
}

async function readBody(request: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of request) hash.update(chunk)
  return hash.digest('hex')
}
