/** A server with several API processes and a certificate of its own, which is renewed while it runs. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { certificate, renewedCertificate } from './certificate.ts'
import { createTestDatabase } from './database.ts'
import { temporaryFolder } from './folders.ts'
import { freePort } from './ports.ts'
import { runProgram } from './programs.ts'
import { until } from './time.ts'

test('SIGHUP to the first process makes every API process serve the renewed certificate', async () => {
  const folder = temporaryFolder('renewal')
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const publish = (pair: { cert: string; key: string }) => {
    writeFileSync(cert, pair.cert)
    writeFileSync(key, pair.key)
  }
  publish(certificate)
  const port = await freePort()
  const server = runProgram(['api'], {
    TRADEHALL_DATABASE_URL: await createTestDatabase(),
    TRADEHALL_DATA_DIR: join(folder, 'data'),
    TRADEHALL_PORT: String(port),
    TRADEHALL_PROCESSES: '2',
    TRADEHALL_TLS_CERT: cert,
    TRADEHALL_TLS_KEY: key,
  })
  const served = () => certificateOf(port).catch(() => '')
  await until(async () => (await served()) === 'DNS:hooks.example', server.errors)
  publish(renewedCertificate)
  server.process.kill('SIGHUP')
  const news = () => server.lines().filter((line) => line.includes('serving a new certificate'))
  await until(() => news().length === 2, server.output)
  for (let i = 0; i < 10; i++) expect(await served()).toBe('DNS:renewed.example')
  expect(server.process.exitCode).toBeNull()
})

async function certificateOf(port: number): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect')
    return socket.getPeerCertificate().subjectaltname
  } finally {
    socket.destroy()
  }
}
