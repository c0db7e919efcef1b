import { once } from 'node:events'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { certificate as first, renewedCertificate as renewed } from '../../../test/certificate.ts'
import { temporaryFolder } from '../../../test/folders.ts'
import { until } from '../../../test/time.ts'
import { openCertificate } from './certificate.ts'

let folder: string
let lines: string[]
let port: number
let certificate: NonNullable<ReturnType<typeof openCertificate>>

beforeEach(async () => {
  folder = temporaryFolder('certificate')
  // One list per test: a poll that is under way when a test ends may log that its files are gone.
  const said: string[] = []
  lines = said
  publish('first', first)
  // As in a secret that Kubernetes mounts, the paths contain a link to a folder, which is replaced as a whole.
  for (const name of ['cert', 'key']) symlinkSync(join('current', name), join(folder, name))
  const log = {
    info: (_: object, line: string) => said.push(line),
    warn: (_: object, line: string) => said.push(line),
  }
  const files = { tlsCert: join(folder, 'cert'), tlsKey: join(folder, 'key') }
  certificate = openCertificate(files, log as never, { pollMs: 10 }) as typeof certificate
  const server = createServer(certificate.pair(), (socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  const serving = certificate.serveOn(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  onTestFinished(() => {
    serving.stop()
    server.close()
  })
})

/** Replaces both files atomically. */
function publish(name: string, { cert, key }: { cert: string; key: string }): void {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'cert'), cert)
  writeFileSync(join(folder, name, 'key'), key)
  symlinkSync(name, join(folder, 'next'))
  renameSync(join(folder, 'next'), join(folder, 'current'))
}

async function open(): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

const nameOf = (socket: TLSSocket) => socket.getPeerCertificate().subjectaltname
const served = async () => nameOf(await open())

test('new connections get a renewed certificate, and open ones continue', async () => {
  const early = await open()
  expect(nameOf(early)).toBe('DNS:hooks.example')
  publish('second', renewed)
  await until(async () => (await served()) === 'DNS:renewed.example')
  expect(certificate.report()).toEqual({
    subject: 'DNS:renewed.example',
    expiresAt: '2121-01-01T00:00:00.000Z',
  })
  early.write('still here')
  expect(String((await once(early, 'data'))[0])).toBe('still here')
  expect(lines).toEqual(['serving a new certificate'])
})

test.each([
  ['do not belong together', { cert: renewed.cert, key: first.key }, /mismatch/],
  ['are no certificate', { cert: 'garbage', key: first.key }, /PEM|no start line/i],
])('files that %s are refused, and the previous certificate is still served', async (_what, pair, reason) => {
  publish('broken', pair)
  await until(() => lines.length > 0)
  expect(lines).toEqual([
    'the certificate files have changed and cannot be used; the previous certificate is still served',
  ])
  expect(await served()).toBe('DNS:hooks.example')
  expect(certificate.report()).toMatchObject({
    subject: 'DNS:hooks.example',
    refused: expect.stringMatching(reason),
  })
  publish('second', renewed)
  await until(async () => (await served()) === 'DNS:renewed.example')
  expect(certificate.report().refused).toBeUndefined()
})

test('files that are written one after the other are served when both are complete', async () => {
  writeFileSync(join(folder, 'first', 'cert'), renewed.cert)
  await until(() => certificate.report().refused !== undefined)
  writeFileSync(join(folder, 'first', 'key'), renewed.key)
  await until(async () => (await served()) === 'DNS:renewed.example')
})
