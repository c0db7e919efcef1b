/**
 * One HTTP connection that sends requests one after the other, as fast as they are answered. Requests are rendered
 * beforehand, and only the status and the end of a response are parsed: the load generator shares the machine with the
 * server and must use as little CPU as possible.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { BenchRequest } from './cases.ts'

export interface HttpLine {
  /** Sends one request after the other until the time is over, and reports each response. */
  repeat: (nextRequest: () => Buffer, how: { seconds: number; onAnswer: OnAnswer }) => Promise<void>
  end: () => void
}

export interface HttpAnswer {
  status: number
  /** The size of the body. */
  bytes: number
}

type OnAnswer = (answer: HttpAnswer, time: { ms: number; isLate: boolean }) => void

export async function openHttpLine(origin: string): Promise<HttpLine> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const answers = readAnswers(socket)
  return {
    async repeat(nextRequest, { seconds, onAnswer }) {
      const endsAt = performance.now() + seconds * 1000
      for (;;) {
        const sentAt = performance.now()
        if (sentAt >= endsAt) return
        socket.write(nextRequest())
        const answer = await answers.next()
        const now = performance.now()
        onAnswer(answer, { ms: now - sentAt, isLate: now >= endsAt })
      }
    },
    end: () => socket.destroy(),
  }
}

export function httpBytes(origin: string, { method, path, headers, body = '' }: BenchRequest): Buffer {
  const all = {
    host: new URL(origin).host,
    ...headers,
    ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** 304 is the success of a conditional request. */
export const isSuccess = (status: number) => (status >= 200 && status <= 299) || status === 304

const HEAD_END = '\r\n\r\n'

/** Splits the received chunks into responses, wherever chunks are cut. */
function readAnswers(socket: Socket) {
  let head: Buffer = Buffer.alloc(0)
  let answer: HttpAnswer = { status: 0, bytes: 0 }
  let missing = 0
  let waiting: PromiseWithResolvers<HttpAnswer> | undefined
  let failure: Error | undefined

  function fail(error: Error): void {
    failure ??= error
    socket.destroy()
    waiting?.reject(failure)
  }
  function take(bytes: Buffer): void {
    if (missing > 0) {
      missing -= bytes.length
    } else {
      head = head.length > 0 ? Buffer.concat([head, bytes]) : bytes
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      const status = Number(text.slice(9, 12))
      answer = { status, bytes: lengthOf(status, text) }
      missing = answer.bytes - (head.length - end - HEAD_END.length)
      head = Buffer.alloc(0)
    }
    if (missing < 0) throw new Error('The server sent more than one response to a request.')
    if (missing === 0) waiting?.resolve(answer)
  }
  socket.on('data', (bytes: Buffer) => {
    try {
      take(bytes)
    } catch (error) {
      fail(error as Error)
    }
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection.')))

  return {
    /** The next response, once it is complete. */
    next(): Promise<HttpAnswer> {
      if (failure) return Promise.reject(failure)
      waiting = Promise.withResolvers()
      return waiting.promise
    },
  }
}

function lengthOf(status: number, head: string): number {
  if (status === 204 || status === 304) return 0
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length === undefined) throw new Error(`A response has no Content-Length: ${head}`)
  return Number(length)
}
