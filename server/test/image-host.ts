/** A local HTTP server for images, with a configurable response per path and a log of the requests. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { CleanUp } from './clean-up.ts'

/** The smallest valid PNG: one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type ImageAnswer = Buffer | ((response: ServerResponse) => unknown)

export interface ImageHost {
  /** The URL of a path; every path responds with an image unless `answers` overrides it. */
  at(path: string): string
  answers: Map<string, ImageAnswer>
  /** The requested paths, in order. */
  asked: string[]
}

export async function startImageHost(cleanUp: CleanUp = onTestFinished): Promise<ImageHost> {
  const answers: ImageHost['answers'] = new Map()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path) ?? PNG
    if (typeof answer === 'function') answer(response)
    else response.writeHead(200, { 'content-type': 'image/png' }).end(answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUp(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  return { at: (path) => `http://127.0.0.1:${port}${path}`, answers, asked }
}

/** A response body that never ends, written as fast as it is read. */
export const endless =
  (begin: Buffer): ImageAnswer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.write(begin)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20)));
    }
    response.on('drain', more)
    more()
  }

export const withStatus =
  (status: number, headers: Record<string, string> = {}, body: Buffer | string = PNG): ImageAnswer =>
  (response) =>
    response.writeHead(status, headers).end(body)
