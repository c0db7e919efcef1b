/** A receiver of webhooks on this machine, which answers as a test wants and remembers what came. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export interface Received {
  path: string
  headers: Record<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by looking into it.
  body: any
  /** The connection it came by. */
  port: number
}

/** A status, one for each request in turn (the last one stays), or anything that is done by hand. */
export type Answers = number | readonly number[] | ((received: Received, response: ServerResponse) => unknown)

export interface Receiver {
  url: string
  received: Received[]
  answers: Answers
  /** How many connections are open: of a sender that was killed everything has arrived when there is none. */
  connections(): Promise<number>
}

export async function startReceiver(
  answers: Answers = 200,
  cleanUp: (undo: () => Promise<void>) => void = onTestFinished,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    readBody(request).then(
      (text) => {
        const { url = '', headers } = request
        const port = request.socket.remotePort ?? 0
        const received = {
          path: url,
          headers: headers as Received['headers'],
          text,
          body: JSON.parse(text),
          port,
        }
        receiver.received.push(received)
        answer(receiver, received, response)
      },
      () => response.destroy(),
    )
  })
  const receiver: Receiver = {
    url: '',
    received: [],
    answers,
    connections: promisify(server.getConnections.bind(server)),
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  cleanUp(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return receiver
}

function answer({ answers, received }: Receiver, one: Received, response: ServerResponse): void {
  if (typeof answers === 'function') {
    answers(one, response)
    return
  }
  const list = typeof answers === 'number' ? [answers] : answers
  response.writeHead(list[received.length - 1] ?? list.at(-1) ?? 200).end()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
