/**
 * What the compose file in `deploy/` starts, played without a container engine: started here, with its commands and its
 * settings, behind its balancer.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { certificate } from './certificate.ts'
import { createTestDatabase } from './database.ts'
import { temporaryFolder } from './folders.ts'
import { freePort } from './ports.ts'
import { PROGRAM } from './programs.ts'
import { requestTo, speak, statusIn } from './raw-requests.ts'
import { needs } from './requirements.ts'
import { variablesIn } from './settings-file.ts'
import { until } from './time.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const HAPROXY = {
  met: spawnSync('haproxy', ['-v']).status === 0,
  missing: 'the program haproxy is not installed',
}

const folder = temporaryFolder('deployment', afterAll)

const containerfile = read('Containerfile')
const compose = parse(read('compose/compose.yaml'), { merge: true }) as Compose
interface Compose {
  services: Record<string, Service>
}
interface Service {
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: { test?: string[] }
}

describe('what the compose file starts', async () => {
  const databaseUrl = await createTestDatabase(afterAll)
  const balancerPort = await freePort()
  const nodes = [
    { name: 'api-1', port: await freePort(), metricsPort: await freePort() },
    { name: 'api-2', port: await freePort(), metricsPort: await freePort() },
  ] as const
  const [workerPort, plainPort] = [await freePort(), await freePort()]
  const running = new Map<string, ChildProcess>()
  afterAll(() => {
    for (const child of running.values()) child.kill('SIGKILL')
  })

  /** The settings of a container, with addresses of this machine instead of those of its network. */
  const settingsOf = (name: string, own: Record<string, string> = {}) => {
    const image = variablesIn(
      (/^ENV ((?:.*\\\n)*.*)$/m.exec(containerfile)?.[1] ?? '').replaceAll(/\s*\\\n\s*/g, '\n'),
    )
    return {
      ...image,
      ...variablesIn(read('compose/tradehall.env.example')),
      ...compose.services[name]?.environment,
      TRADEHALL_SECRET_KEY: secretKey,
      TRADEHALL_PAYMENT_PUBLIC_KEY: 'pk_live_example',
      TRADEHALL_DATABASE_URL: databaseUrl,
      TRADEHALL_REDIS_URL: '',
      TRADEHALL_HOST: '127.0.0.1',
      TRADEHALL_METRICS_HOST: '127.0.0.1',
      TRADEHALL_TRUST_PROXY: '127.0.0.1',
      ...own,
    }
  }
  const secretKey = randomBytes(32).toString('base64')

  const commandOf = (name: string) => compose.services[name]?.command ?? []
  const run = (name: string, own: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [PROGRAM, ...commandOf(name)], {
      env: { PATH: process.env.PATH, ...settingsOf(name, own) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    running.set(name, child)
    return child
  }
  const startNode = async ({ name, port, metricsPort }: (typeof nodes)[number]) => {
    run(name, { TRADEHALL_PORT: String(port), TRADEHALL_METRICS_PORT: String(metricsPort) })
    await until(
      async () =>
        (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status === 200,
    )
  }

  test('migrates, then serves from both nodes with a worker', async () => {
    const [code] = await once(run('migrate'), 'exit')
    expect(code).toBe(0)
    run('worker-1', { TRADEHALL_WORKER_METRICS_PORT: String(workerPort) })
    await Promise.all(nodes.map(startNode))
  })

  test('answers the health checks of the image and of the balancer, and scrapers that ask by the name of a service', async () => {
    const [, check = ''] = /^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(containerfile) ?? []
    const [, ...args] = JSON.parse(check) as string[]
    expect(read('compose/haproxy.cfg')).toMatch(/^ {2}http-check send meth GET uri \/health\/ready$/m)
    for (const { name, port, metricsPort } of nodes) {
      execFileSync(process.execPath, args, { env: { TRADEHALL_PORT: String(port) } })
      // What the line above makes the balancer send.
      expect(statusIn(await speak(port, 'GET /health/ready HTTP/1.0\r\n\r\n'))).toBe(200)
      const answered = async (host: string) => [
        statusIn(await speak(port, requestTo(host, '/health/ready'))),
        statusIn(await speak(metricsPort, requestTo(host, '/metrics'))),
      ]
      for (const host of [`${name}:9464`, '10.244.0.7', 'market.example.test'])
        expect([host, await answered(host)]).toEqual([host, [200, 200]])
      expect(await answered('elsewhere.test')).toEqual([421, 421])
    }
  })

  test('answers the health check and the scrapes of a worker', async () => {
    const { test: check = [] } = compose.services['worker-1']?.healthcheck ?? {}
    const [, command = '', ...args] = check.map((part) => part.replace(':9465/', `:${workerPort}/`))
    expect([check[0], command]).toEqual(['CMD', 'node'])
    execFileSync(process.execPath, args)
    for (const path of ['/health/ready', '/metrics'])
      expect(statusIn(await speak(workerPort, requestTo('worker-1:9465', path)))).toBe(200)
  })

  test(
    'is reached through the balancer, and no request fails while the nodes are restarted one after another',
    needs(HAPROXY),
    async () => {
      const pem = join(folder, 'certificate.pem')
      writeFileSync(pem, certificate.cert + certificate.key)
      const configuration = join(folder, 'haproxy.cfg')
      const there = read('compose/haproxy.cfg')
        .replace(':8443', `127.0.0.1:${balancerPort}`)
        .replace(':8080\n  http-request', `127.0.0.1:${plainPort}\n  http-request`)
        .replace('/etc/haproxy/certificate.pem', pem)
        .replace(/api-(\d):8080/g, (_, number) => `127.0.0.1:${nodes[number - 1]?.port}`)
      writeFileSync(configuration, there)
      execFileSync('haproxy', ['-c', '-q', '-f', configuration])
      const balancer = spawn('haproxy', ['-db', '-f', configuration], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      running.set('balancer', balancer)
      // The certificate is self-signed.
      const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 4 })
      const ask = (path: string) =>
        new Promise<number | string>((resolve) => {
          const options = {
            agent,
            headers: { host: 'market.example.test', accept: 'application/vnd.api+json' },
          }
          const sent = request(`https://127.0.0.1:${balancerPort}${path}`, options, (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
          })
          sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end()
        })
      // Without a token: 401 is an answer of the server, 403 would mean that it takes the request for plain HTTP.
      await until(async () => (await ask('/api/v1/me')) === 401)
      const plain = await fetch(`http://127.0.0.1:${plainPort}/docs?a=b`, { redirect: 'manual' })
      expect([plain.status, plain.headers.get('location')]).toEqual([
        308,
        `https://127.0.0.1:${plainPort}/docs?a=b`,
      ])

      const seen = new Map<number | string, number>()
      let isOver = false
      const client = async () => {
        while (!isOver) {
          const outcome = await ask('/health/live')
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        }
      }
      const clients = Promise.all([client(), client()])
      for (const node of nodes) {
        const child = running.get(node.name) as ChildProcess
        child.kill('SIGTERM')
        const [code] = await once(child, 'exit')
        expect(code).toBe(0)
        await startNode(node)
      }
      isOver = true
      await clients
      agent.destroy()
      expect([...seen.keys()]).toEqual([200])
    },
  )

  test('stops on SIGTERM', async () => {
    for (const name of ['api-1', 'api-2', 'worker-1']) {
      const child = running.get(name) as ChildProcess
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    }
  })
})
