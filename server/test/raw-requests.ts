/** Requests as text, for what clients of HTTP do not let a test send. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** The response to a request that makes the server close the connection. */
export async function speak(port: number, request: string): Promise<string> {
  const client = connect(port, '127.0.0.1')
  client.write(request)
  return await text(client)
}

export const requestTo = (host: string, path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`

export const statusIn = (response: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
