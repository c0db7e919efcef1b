/**
 * The files in `deploy/`: linted, compared with the settings and the version of the server, and played without a container
 * engine: what the compose file starts is started here, with its commands and its settings, behind its balancer.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import * as apps from 'kubernetes-models/apps/v1'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, settings } from '../src/config.ts'
import { isKnownHost } from '../src/http/public-url.ts'
import { stopDelayMs } from '../src/processes/stop-delay.ts'
import { certificate } from './certificate.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { PROGRAM } from './programs.ts'
import { requestTo, speak, statusIn } from './raw-requests.ts'
import { needs } from './requirements.ts'
import { until } from './time.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const installed = (program: string, ...args: string[]) => ({
  met: spawnSync(program, args).status === 0,
  missing: `the program ${program} is not installed`,
})
const HAPROXY = installed('haproxy', '-v')

const folder = mkdtempSync(join(tmpdir(), 'tradehall-deployment-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const containerfile = read('Containerfile')
const compose = parse(read('compose/compose.yaml'), { merge: true }) as Compose
interface Compose {
  services: Record<string, Service>
}
interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  read_only?: boolean
  stop_grace_period?: string
  depends_on?: Record<string, unknown>
}

/** The variables that a file of `NAME=value` lines sets. */
const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

describe('the container file', () => {
  test('has no mistake that a build would find', () => {
    expect(validate(containerfile).map(({ message }) => message)).toEqual([])
    expect(validate('FRM node').map(({ message }) => message)).not.toEqual([])
  })

  test('runs as an account by number that is not root, and starts a program of the package', () => {
    const last = containerfile.slice(containerfile.lastIndexOf('\nFROM'))
    expect(last).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m)
    expect(last).toMatch(/^ENTRYPOINT \["node", "node_modules\/tradehall\/bin\/tradehall\.cjs"\]$/m)
    expect(last).toContain('/health/live')
    expect(containerfile.match(/^FROM node:26-bookworm-slim AS \w+$/gm)).toHaveLength(3)
  })
})

describe('the compose file', () => {
  test('keeps to the schema of compose files and to the rules of its linter', () => {
    // The order of services tells a story, and keys that belong together stand together.
    const order = {
      'service-keys-order': 0,
      'services-alphabetical-order': 0,
      'top-level-properties-order': 0,
    }
    const linter = new DCLinter({
      rules: { ...order, 'require-quotes-in-ports': 0 },
      quiet: false,
      debug: false,
      exclude: [],
    })
    const results: { messages: { message: string }[] }[] = linter.lintFiles([join(DEPLOY, 'compose')], false)
    expect(results).toHaveLength(1)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })

  test('has two API nodes and a worker behind a migration, all of this version and on a read-only disk', () => {
    const { postgres, redis, balancer, ...own } = compose.services
    expect([postgres, redis, balancer]).not.toContain(undefined)
    expect(Object.values(own).map(({ command }) => command)).toEqual([
      ['migrate'],
      ['api'],
      ['api'],
      ['worker'],
    ])
    for (const [name, { image, read_only, depends_on }] of Object.entries(own)) {
      expect({ image, read_only }, name).toEqual({ image: `tradehall:${version}`, read_only: true })
      expect(Object.keys(depends_on ?? {}), name).toContain(name === 'migrate' ? 'postgres' : 'migrate')
    }
    expect(read('compose/haproxy.cfg').match(/^ {2}server .*$/gm)).toEqual([
      '  server api-1 api-1:8080',
      '  server api-2 api-2:8080',
    ])
  })
})

const kinds = { ...core, ...apps, ...batch, ...networking, ...policy } as unknown as Record<
  string,
  new (
    data: unknown,
  ) => { validate(): void }
>
interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: {
    replicas?: number
    rules?: { host: string }[]
    selector?: Record<string, unknown>
    template?: { metadata: { labels: Record<string, string> }; spec: Pod }
  }
}
interface Probe {
  httpGet: { path: string }
}
interface Pod {
  terminationGracePeriodSeconds?: number
  securityContext: object
  containers: {
    image: string
    args: string[]
    securityContext: object
    startupProbe?: Probe
    readinessProbe?: Probe
    livenessProbe?: Probe
  }[]
}

describe('the files for Kubernetes', () => {
  const manifests = globSync('kubernetes/*.yaml', { cwd: DEPLOY }).flatMap((path) =>
    parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest),
  )
  const podOf = ({ spec }: Manifest) => spec?.template?.spec
  const pods = manifests.flatMap((manifest) => podOf(manifest) ?? [])

  test('keep to the schemas of their kinds', () => {
    expect(manifests.length).toBeGreaterThan(7)
    for (const manifest of manifests) {
      const Kind = kinds[manifest.kind]
      if (!Kind) throw new Error(`unknown kind ${manifest.kind}`)
      expect(() => new Kind(manifest).validate(), manifest.metadata.name).not.toThrow()
    }
    expect(() => new apps.Deployment({ spec: { replicas: 'two' } } as never).validate()).toThrow()
  })

  test('run this version without privileges, on a read-only disk', () => {
    const containers = pods.flatMap((pod) => pod.containers)
    expect(containers.map(({ args }) => args)).toEqual(
      expect.arrayContaining([['migrate'], ['api'], ['worker']]),
    )
    for (const { image, securityContext } of containers) {
      expect(image).toBe(`tradehall:${version}`)
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
    for (const pod of pods)
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    const [job] = manifests.filter(({ kind }) => kind === 'Job')
    expect(job?.metadata.name).toBe(`tradehall-migrate-${version}`)
  })

  test('select the pods that they describe, which say when they are ready', () => {
    const api = manifests.find(
      ({ metadata, kind }) => kind === 'Deployment' && metadata.name === 'tradehall-api',
    )
    const service = manifests.find(({ kind }) => kind === 'Service')
    expect(service?.spec?.selector).toEqual(api?.spec?.template?.metadata.labels)
    for (const { kind, spec } of manifests) {
      if (kind !== 'Deployment') continue
      expect(spec?.selector).toEqual({ matchLabels: spec?.template?.metadata.labels })
    }
    expect(podOf(api as Manifest)?.containers[0]).toMatchObject({
      readinessProbe: { httpGet: { path: '/health/ready' } },
      livenessProbe: { httpGet: { path: '/health/live' } },
    })
  })

  const readSettings = () => {
    const variables = manifests.flatMap(({ data, stringData }) => Object.entries({ ...data, ...stringData }))
    const given = Object.fromEntries(variables) as Record<string, string>
    return readConfig({ ...given, TRADEHALL_SECRET_KEY: randomBytes(32).toString('base64') })
  }

  test('let probes ask by the address of a pod, and everybody else by the names of service and ingress', () => {
    const [api] = pods.flatMap(({ containers }) => containers.filter(({ args }) => args[0] === 'api'))
    // With a `host` or a header they would ask by that.
    for (const probe of [api?.startupProbe, api?.readinessProbe, api?.livenessProbe])
      expect(Object.keys(probe?.httpGet ?? {})).toEqual(['path', 'port'])
    const [service] = manifests.filter(({ kind }) => kind === 'Service')
    const [ingress] = manifests.filter(({ kind }) => kind === 'Ingress')
    const hosts = ['10.244.0.7:8080', service?.metadata.name, ingress?.spec?.rules?.[0]?.host]
    for (const host of hosts) expect([host, isKnownHost(readSettings(), String(host))]).toEqual([host, true])
    expect(isKnownHost(readSettings(), 'elsewhere.test')).toBe(false)
  })

  test('set what the server knows, and leave it time to drain', () => {
    const config = readSettings()
    for (const pod of pods.filter(({ terminationGracePeriodSeconds }) => terminationGracePeriodSeconds))
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(stopDelayMs(config) / 1000 + 20)
  })
})

describe('the units of systemd', () => {
  test('are accepted by systemd', needs(installed('systemd-analyze', '--version')), () => {
    for (const path of globSync('systemd/*.service', { cwd: DEPLOY })) {
      const name = path.replace('systemd/', '').replace('@', '@start')
      // Paths and accounts of an installation are not those of this machine.
      const unit = read(path)
        .replaceAll('/opt/tradehall/node_modules/.bin/tradehall', process.execPath)
        .replaceAll(/^(?:User|Group)=tradehall\n/gm, '')
      writeFileSync(join(folder, name), unit)
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, name)], {
        encoding: 'utf8',
      })
      expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
    }
  })

  test('start commands that exist', () => {
    for (const path of globSync('systemd/*.service', { cwd: DEPLOY }))
      expect(read(path)).toMatch(
        /^ExecStart=\/opt\/tradehall\/node_modules\/\.bin\/tradehall (?:%i|migrate)$/m,
      )
    expect(read('systemd/tradehall@.service')).toContain('KillMode=mixed')
  })
})

test('all files name only settings that exist', () => {
  const known = Object.values(settings).map(({ variable }) => variable)
  for (const path of globSync('**/*', { cwd: DEPLOY, withFileTypes: true })) {
    if (!path.isFile()) continue
    const file = join(path.parentPath, path.name)
    const named = readFileSync(file, 'utf8').match(/\bTRADEHALL_[A-Z_]+/g) ?? []
    for (const variable of named) expect(known, file).toContain(variable)
  }
})

describe('what the compose file starts', async () => {
  const databaseUrl = await createTestDatabase(afterAll)
  const balancerPort = await freePort()
  const nodes = [
    { name: 'api-1', port: await freePort(), metricsPort: await freePort() },
    { name: 'api-2', port: await freePort(), metricsPort: await freePort() },
  ] as const
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
    run('worker')
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

  test(
    'is reached through the balancer, and no request fails while the nodes are restarted one after another',
    needs(HAPROXY),
    async () => {
      const pem = join(folder, 'certificate.pem')
      writeFileSync(pem, certificate.cert + certificate.key)
      const configuration = join(folder, 'haproxy.cfg')
      const there = read('compose/haproxy.cfg')
        .replace(':8443', `127.0.0.1:${balancerPort}`)
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
    for (const name of ['api-1', 'api-2', 'worker']) {
      const child = running.get(name) as ChildProcess
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    }
  })
})
