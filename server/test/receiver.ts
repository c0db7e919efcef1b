/** A local webhook receiver with configurable responses that records all requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { CleanUp } from './clean-up.ts'

export interface Received {
  path: string
  headers: Record<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members of the body.
  body: any
  /** Remote port, which identifies the connection. */
  port: number
}

/** A status, a list of statuses for consecutive requests (the last one repeats), or a handler. */
export type Answers = number | readonly number[] | ((received: Received, response: ServerResponse) => unknown)

export interface Receiver {
  url: string
  received: Received[]
  answers: Answers
  /** The number of open connections: 0 means that everything from a killed sender has arrived. */
  connections(): Promise<number>
}

export async function startReceiver(
  answers: Answers = 200,
  cleanUp: CleanUp = onTestFinished,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    // A check of the address, which is no delivery.
    if (request.method === 'GET') {
      response.writeHead(405).end()
      return
    }
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
